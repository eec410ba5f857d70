// What is negotiated on its own, beside the plan? Each gap on a small stage with its own people.
import type { DemandView, Entry } from "../../eventLog/types";
import { Badge } from "../../ui/Badge";
import { STATUS_TONES } from "../../ui/demandStatusTones";
import { useWords } from "../../i18n/locale";
import { WORDS as STATES } from "../negotiation/messages";
import { Arena } from "./AgentDiagram";
import { shortened } from "./truncateText";
import { WORDS } from "./messages";

/** Characters of a gap's name. */
const GAP = 40;

export function Subnets({ view, recent }: { readonly view: DemandView; readonly recent: readonly Entry[] }) {
  const words = useWords(WORDS);
  const states = useWords(STATES);
  if (view.subnets.length === 0) return null;
  return (
    <section className="stage-subnets" aria-label={words.subnets} data-subnets={view.subnets.length}>
      {view.subnets.map((subnet) => (
        <article key={subnet.sub_channel_id} className="stage-subnet">
          <h2>
            <bdi>{words.subnet(shortened(subnet.gap_type, GAP))}</bdi>
            <Badge tone={STATUS_TONES[subnet.status] ?? "plain"}>{states.status[subnet.status] ?? subnet.status}</Badge>
          </h2>
          <Arena part={subnet.channel} recent={recent} />
        </article>
      ))}
    </section>
  );
}
