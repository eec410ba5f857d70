// What a question is about, in rows: who asks, when, where, pay, part, who else comes, until when.
import type { ReactNode } from "react";
import { useFormat, type Format } from "../../i18n/format";
import { useLocale, type Locale } from "../../i18n/locale";
import { formatMoney } from "../../i18n/money";
import { escapeBidi } from "../../ui/escapeBidi";
import type { Question } from "./questionState";
import { MESSAGES } from "./messages";

/** Maximum number of names, and of dates, that are listed. */
const MAX_NAMES = 5;
const MAX_DATES = 3;

/** Facts of a question; when, where and pay are there even if nothing is said about them. */
export function QuestionFacts({ question }: { readonly question: Question }) {
  const messages = MESSAGES.useCurrent();
  const { facts } = messages;
  const format = useFormat();
  const language = useLocale();
  const { limits, context, others = [] } = question;
  const named = others.slice(0, MAX_NAMES).map(escapeBidi);
  const unsaid = <span className="soft">{messages.unsaid}</span>;
  return (
    <dl className="person-facts small">
      {question.asked_by != null && <Fact name={facts.who}><bdi>{escapeBidi(question.asked_by)}</bdi></Fact>}
      <Fact name={facts.when}>{getDates(question, format) ?? unsaid}</Fact>
      <Fact name={facts.where}>{getText(limits?.place ?? context?.location) ?? unsaid}</Fact>
      <Fact name={facts.pay}>{getPay(question, language) ?? unsaid}</Fact>
      <Role question={question} />
      {others.length > 0 && <Fact name={facts.others}>{others.length > named.length ? messages.andMore(named.join(messages.comma), others.length - named.length) : format.list(named)}</Fact>}
      <Fact name={facts.until}><time dateTime={question.until}>{format.time(question.until)}</time></Fact>
    </dl>
  );
}

function Role({ question }: { readonly question: Question }) {
  const { facts } = MESSAGES.useCurrent();
  const format = useFormat();
  const role = question.your_assignment?.role ?? format.list((question.needs ?? []).map(escapeBidi));
  return role === "" ? null : <Fact name={facts.role}><bdi>{escapeBidi(role)}</bdi></Fact>;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return <div><dt className="soft">{name}</dt><dd>{children}</dd></div>;
}

function getText(text: string | null | undefined): ReactNode {
  return text == null || text === "" ? null : <bdi>{escapeBidi(text)}</bdi>;
}

/** Return the day of the plan, else the days that the demand allows, else its own words; null without any. */
function getDates({ proposal, limits, context }: Question, format: Format): ReactNode {
  const start = proposal?.timeline?.start_date;
  if (start != null) return format.day(start);
  const dates = limits?.dates ?? [];
  const [first, last] = [dates[0], dates.at(-1)];
  const days = dates.length <= MAX_DATES ? format.list(dates.map(format.day)) : `${format.day(first ?? "")} – ${format.day(last ?? "")}`;
  return dates.length > 0 ? [days, limits?.hours].filter(Boolean).map((text) => escapeBidi(text ?? "")).join(" · ") : getText(context?.date);
}

/** Return the fee of the part, what the agent usually asks for, and the budget; null without any. */
function getPay({ your_assignment, fee, limits, context }: Question, language: Locale): ReactNode {
  const messages = MESSAGES[language];
  const agreed = your_assignment?.terms?.fee;
  const budget = limits?.budget ? formatMoney(limits.budget, language) : context?.budget;
  const parts = [
    agreed ? formatMoney(agreed, language) : fee ? messages.usualFee(formatMoney(fee, language)) : null,
    budget == null ? null : messages.budget(budget),
  ];
  const said = parts.filter((part) => part !== null);
  return said.length === 0 ? null : <bdi>{escapeBidi(said.join(messages.comma))}</bdi>;
}
