// Small diagrams of the subnets.
import type { DemandView, LogEntry } from "../../eventLog/types";
import { Badge } from "../../ui/Badge";
import { useLocale } from "../../i18n/locale";
import { getEnd, getEndTone, getPartlyLabel } from "../negotiation/agreement";
import { MESSAGES as STATES } from "../negotiation/messages";
import { AgentDiagram } from "./AgentDiagram";
import { truncateText } from "./truncateText";
import { MESSAGES } from "./messages";

/** Maximum length of a gap's name. */
const MAX_GAP_CHARS = 40;

/** One small diagram per subnet; renders nothing without subnets. */
export function SubnetDiagrams({ view, recent }: { readonly view: DemandView; readonly recent: readonly LogEntry[] }) {
  const messages = MESSAGES.useCurrent();
  const language = useLocale();
  const states = STATES[language];
  if (view.subnets.length === 0) return null;
  return (
    <section className="stage-subnets" aria-label={messages.subnets} data-subnets={view.subnets.length}>
      {view.subnets.map((subnet) => (
        <article key={subnet.sub_channel_id} className="stage-subnet">
          <h2>
            <bdi>{messages.subnet(truncateText(subnet.gap_type, MAX_GAP_CHARS))}</bdi>
            <Badge tone={getEndTone(getEnd(subnet))}>{getPartlyLabel(getEnd(subnet), language) || (states.status[subnet.status] ?? subnet.status)}</Badge>
          </h2>
          <AgentDiagram part={subnet.channel} recent={recent} />
        </article>
      ))}
    </section>
  );
}
