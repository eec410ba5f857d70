// What is to be done after an agreement, by whom and until when.
import { lookUp } from "../../eventLog/readJson";
import type { DemandView } from "../../eventLog/types";
import { getFormat } from "../../i18n/format";
import { useLocale, type Locale } from "../../i18n/locale";
import { formatMoney } from "../../i18n/money";
import { UserText } from "../../ui/UserText";
import { MESSAGES as PLAN } from "../proposal/messages";
import { EVENT_MESSAGES } from "./eventMessages";
import { listNextSteps, type NextStep } from "./planSteps";
import { Section } from "./Section";

/** List of the next steps; renders nothing when there are none. */
export function NextSteps({ view }: { readonly view: DemandView }) {
  const language = useLocale();
  const steps = listNextSteps(view);
  if (steps.length === 0) return null;
  return (
    <Section title={EVENT_MESSAGES[language].nextSteps}>
      <ol className="event-page-steps" data-part="steps">
        {steps.map((step, index) => (
          <li key={index} data-kind={step.kind}>
            <span className="event-page-step-when small soft">{formatStepDay(step, language)}</span>
            <span><UserText text={describeStep(step, language)} /> <span className="small soft">— <UserText text={formatOwner(step, language)} /></span></span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Return what is to be done: "Pay a deposit to Bob: £114". */
export function describeStep({ kind, what, sum, finding }: NextStep, language: Locale): string {
  if (kind === "finding") {
    const found = lookUp(PLAN[language].kind, finding) ?? PLAN[language].found;
    return EVENT_MESSAGES[language].step.finding(what === "" ? found : `${found} (${what})`);
  }
  return EVENT_MESSAGES[language].step[kind](what, sum === null ? "" : formatMoney(sum, language));
}

/** Return the day of a step, or that it has none. */
export function formatStepDay({ date, kind }: NextStep, language: Locale): string {
  if (date !== "") return getFormat(language).day(date);
  return kind === "milestone" ? PLAN[language].undated : EVENT_MESSAGES[language].soon;
}

/** Return whose step it is. */
export function formatOwner({ owner }: NextStep, language: Locale): string {
  return owner === "" ? EVENT_MESSAGES[language].everybody : owner;
}
