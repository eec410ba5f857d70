// What was still missing after the outcome, and what became of it? Gaps and subnets, in short (TW-215, TW-216).
import { namesIn } from "../../log/names";
import type { DemandView } from "../../log/shape";
import { Badge } from "../../ui/Badge";
import { OwnWords } from "../../ui/OwnWords";
import { STATUS_TONES } from "../../ui/statusTones";
import { useFormat } from "../../words/format";
import { useWords } from "../../words/language";
import { WORDS as STATES } from "../negotiation/words";
import { isolated } from "./isolated";
import { Part } from "./Part";
import { gapsOf } from "./people";
import { WORDS } from "./words";

export function Missing({ view }: { readonly view: DemandView }) {
  const words = useWords(WORDS);
  const states = useWords(STATES);
  const { number, list } = useFormat();
  const gaps = gapsOf(view);
  const subnets = view.subnets ?? [];
  const nameOf = namesIn(view);
  return (
    <>
      {view.is_complete === true && gaps.length === 0 && <p className="outcome-complete">{words.complete}</p>}
      {gaps.length > 0 && (
        <Part title={words.gaps}>
          <ul className="outcome-list">
            {gaps.map((gap) => (
              <li key={gap.gap_type}>
                <bdi className="outcome-name">{gap.gap_type}</bdi>{" "}
                <Badge>{words.importance(number(gap.importance ?? 0))}</Badge>{" "}
                {gap.reason && <OwnWords text={gap.reason} />}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {subnets.length > 0 && (
        <Part title={words.subnets}>
          <ul className="outcome-list">
            {subnets.map((subnet) => (
              <li key={subnet.sub_channel_id}>
                {words.subnetFor(isolated(subnet.gap_type))}{" "}
                <Badge tone={STATUS_TONES[subnet.status] ?? "plain"}>{states.status[subnet.status] ?? subnet.status}</Badge>{" "}
                {(subnet.participants ?? []).length > 0 && list(subnet.participants.map((agentId) => isolated(nameOf(agentId))))}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}
