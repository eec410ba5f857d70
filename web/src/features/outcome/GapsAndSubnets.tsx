// What was still missing after the outcome, and what became of it? Gaps and subnets, in short (TW-215, TW-216).
import { openGaps } from "../../eventLog/openGaps";
import { namesIn } from "../../eventLog/agentNames";
import type { DemandView } from "../../eventLog/types";
import { asText } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { OwnWords } from "../../ui/UserText";
import { STATUS_TONES } from "../../ui/demandStatusTones";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { WORDS as STATES } from "../negotiation/messages";
import { isolated } from "./isolateBidi";
import { Part } from "./Section";
import { isSettled, unsettledIn } from "./openItems";
import { WORDS } from "./messages";

export function Missing({ view }: { readonly view: DemandView }) {
  const words = useWords(WORDS);
  const states = useWords(STATES);
  const { number, list } = useFormat();
  const gaps = openGaps(view);
  const subnets = view.subnets ?? [];
  const nameOf = namesIn(view);
  return (
    <>
      <Settled view={view} />
      {gaps.length > 0 && (
        <Part title={words.gaps}>
          <ul className="outcome-list">
            {gaps.map((gap) => (
              <li key={gap.gap_type}>
                <bdi className="outcome-name">{asText(gap.gap_type)}</bdi>{" "}
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

/** That no need is without somebody; and what is open all the same, if anything is. */
function Settled({ view }: { readonly view: DemandView }) {
  const words = useWords(WORDS);
  const { number } = useFormat();
  const left = unsettledIn(view);
  if (left === null) return null;
  const nameOf = namesIn(view);
  return (
    <>
      <p className="outcome-complete">{isSettled(left) ? words.complete : words.covered}</p>
      {left.risks > 0 && <p>{words.risks(number(left.risks))}</p>}
      {left.open.length + left.unmet.length > 0 && (
        <Part title={words.unsettled}>
          <ul className="outcome-list" data-part="Unsettled">
            {left.open.map((one, place) => (
              <li key={`open ${place}`}>{words.open}: <OwnWords text={[one.name || nameOf(one.agentId), one.role].filter(Boolean).join(" · ")} /></li>
            ))}
            {left.unmet.map(({ request }, place) => <li key={`unmet ${place}`}>{words.unmet}: <OwnWords text={request} /></li>)}
          </ul>
        </Part>
      )}
    </>
  );
}
