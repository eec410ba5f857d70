// Cover of an outcome: title, how it ended, day and hours, place, people, sum.
import type { DemandView } from "../../eventLog/types";
import { Badge, type Tone } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { useLocale, type Locale } from "../../i18n/locale";
import { formatMoney } from "../../i18n/money";
import { describeWhen, getEventFacts } from "./eventFacts";
import { truncateText } from "../stage/truncateText";
import { EVENT_MESSAGES } from "./eventMessages";
import { MESSAGES } from "./messages";
import { getPlanCosts, type CostTotal } from "./planCosts";

/** Maximum length of the title: without one, the demand or its plan is the title. */
export const MAX_TITLE_CHARS = 140;

interface Props {
  readonly view: DemandView;
  /** How it ended. */
  readonly end: string;
  readonly tone: Tone;
  /** Whether there is an agreed plan, whose day, place and sum are shown. */
  readonly agreed: boolean;
}

/** Cover of the outcome. */
export function EventCover({ view, end, tone, agreed }: Props) {
  const language = useLocale();
  const messages = EVENT_MESSAGES[language];
  const { number } = useFormat();
  const facts = getEventFacts(view, language);
  const rounds = view.outcome?.rounds_taken ?? 0;
  const totals = agreed ? (getPlanCosts(view)?.totals ?? []) : [];
  return (
    <header className={agreed ? "event-page-cover" : "event-page-cover event-page-cover-plain"} data-part="cover">
      <p className="row">
        <Badge tone={tone}>{end}</Badge>
        {rounds > 0 && <span className="small">{MESSAGES[language].rounds(number(rounds))}</span>}
      </p>
      <h2 id="outcome-title" className="event-page-title"><bdi>{truncateText(facts.title, MAX_TITLE_CHARS)}</bdi></h2>
      <dl className="event-page-cover-facts">
        <CoverFact name={messages.when}>{describeWhen(facts, language)}</CoverFact>
        <CoverFact name={messages.where}>{facts.place}</CoverFact>
        <CoverFact name={messages.forWhom}>{facts.people}</CoverFact>
        <CoverFact name={messages.sum}>{totals.map((total) => describeSum(total, language)).join(" + ")}</CoverFact>
      </dl>
    </header>
  );
}

/** Fact of the cover; renders nothing for "". */
function CoverFact({ name, children }: { readonly name: string; readonly children: string }) {
  if (children === "") return null;
  return <div><dt>{name}</dt><dd><UserText text={children} /></dd></div>;
}

/** Return a sum against its budget: "£380 of £400", "£430 of £400, over by £30". */
function describeSum({ total, budget, over }: CostTotal, language: Locale): string {
  const messages = EVENT_MESSAGES[language];
  const sum = formatMoney(total, language);
  const against = budget === null ? sum : messages.of(sum, formatMoney(budget, language));
  return over === null ? against : `${against}${language === "zh" ? "，" : ", "}${messages.over(formatMoney(over, language))}`;
}
