// The report.
import { Badge } from "../../../ui/Badge";
import { MESSAGES } from "../messages";
import type { Report } from "../model/sessionView";
import { AgentMarkdown } from "./AgentMarkdown";

/** Card with the report in Markdown. */
export function ReportCard({ report }: { readonly report: Report }) {
  const messages = MESSAGES.useCurrent();
  return (
    <section className="card stack" aria-labelledby="dl-report">
      <div className="row dl-card-head">
        <h2 id="dl-report">{messages.report}</h2>
        {report.fallback && <Badge tone="warn">{messages.byTemplate}</Badge>}
      </div>
      <AgentMarkdown text={report.content} headingLevel={3} />
    </section>
  );
}
