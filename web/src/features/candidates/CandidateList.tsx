// List of candidates of the demand and its subnets, with reason and status (TW-805).
import { readString } from "../../eventLog/readJson";
import type { ChannelPart, DemandView, SubnetView } from "../../eventLog/types";
import { UserText } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { CandidateRow } from "./CandidateRow";
import { countResponses } from "./responseCounts";
import { WhyNotToggle } from "./WhyNotToggle";
import { MESSAGES } from "./messages";
import "./candidates.css";

/** Card with the candidates of every channel. */
export function CandidateList({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  return (
    <section className="card stack candidates" data-part="CandidateList">
      <h2>{messages.title}</h2>
      <ChannelCandidates part={view} />
      {(view.subnets ?? []).map((subnet) => <SubnetCandidates key={subnet.sub_channel_id} subnet={subnet} />)}
      {(view.candidates?.length ?? 0) > 0 && <WhyNotToggle view={view} />}
    </section>
  );
}

function SubnetCandidates({ subnet }: { readonly subnet: SubnetView }) {
  const messages = MESSAGES.useCurrent();
  const demand = readString(subnet.sub_demand);
  return (
    <section className="stack candidates-subnet">
      <h3>{messages.subnet} · <UserText text={readString(subnet.gap_type)} /></h3>
      {demand !== "" && <p className="small soft"><UserText text={demand} /></p>}
      {subnet.channel && <ChannelCandidates part={subnet.channel} />}
    </section>
  );
}

function ChannelCandidates({ part }: { readonly part: ChannelPart }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const candidates = part.candidates ?? [];
  const { invited, answered, willing } = countResponses(part);
  if (candidates.length === 0) return <p className="soft">{messages[getEmptyMessageKey(part)]}</p>;
  return (
    <>
      <p className="small soft">{messages.counts(number(invited), number(answered), number(willing))}</p>
      <ul className="candidates-list">
        {candidates.map((candidate) => <CandidateRow key={candidate.agent_id} candidate={candidate} part={part} />)}
      </ul>
    </>
  );
}

/** Return the message key that explains an empty list: still searching, nobody found, or ended before. */
function getEmptyMessageKey(part: ChannelPart): "notYet" | "searching" | "nobody" | "nobodyInvited" {
  if (part.status === "processing") {
    if (part.phase === "understanding" || part.phase === "reviewing") return "notYet";
    return part.phase === "filtering" ? "searching" : "nobody";
  }
  return part.outcome?.reason === "no_participants" ? "nobody" : "nobodyInvited";
}
