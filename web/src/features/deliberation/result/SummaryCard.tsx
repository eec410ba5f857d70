// What was agreed, what was resolved, what stayed open.
import { AgentTexts } from "../AgentText";
import { MESSAGES } from "../messages";
import type { Report } from "../model/sessionView";

/** Arrow between a concern and how it was resolved, as it is written and as it is shown. */
const [WRITTEN_ARROW, ARROW] = [" -> ", " → "];

/** Card with the summary of the report; renders nothing for an empty one. */
export function SummaryCard({ report }: { readonly report: Report }) {
  const messages = MESSAGES.useCurrent();
  const { agreements, resolved, uncertainties } = report;
  const parts = [
    [messages.agreements, agreements],
    [messages.resolved, resolved.map((text) => text.replaceAll(WRITTEN_ARROW, ARROW))],
    [messages.stillOpen, uncertainties],
  ] as const;
  if (parts.every(([, texts]) => texts.length === 0)) return null;
  return (
    <section className="card stack" aria-labelledby="dl-summary">
      <h2 id="dl-summary">{messages.summary}</h2>
      {parts.map(([title, texts]) => texts.length > 0 && <div key={title}><h3>{title}</h3><AgentTexts texts={texts} /></div>)}
    </section>
  );
}
