// Who was found and why, and where does each of them stand? (TW-805)
import { text } from "../../eventLog/readJson";
import type { ChannelPart, DemandView, SubnetView } from "../../eventLog/types";
import { OwnWords } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { CandidateRow } from "./CandidateRow";
import { tally } from "./responseCounts";
import { WORDS } from "./messages";
import "./candidates.css";

export function CandidateList({ view }: { readonly view: DemandView }) {
  const words = useWords(WORDS);
  return (
    <section className="card stack candidates" data-part="CandidateList">
      <h2>{words.title}</h2>
      <OfChannel part={view} />
      {(view.subnets ?? []).map((subnet) => <OfSubnet key={subnet.sub_channel_id} subnet={subnet} />)}
    </section>
  );
}

function OfSubnet({ subnet }: { readonly subnet: SubnetView }) {
  const words = useWords(WORDS);
  const demand = text(subnet.sub_demand);
  return (
    <section className="stack candidates-subnet">
      <h3>{words.subnet} · <OwnWords text={text(subnet.gap_type)} /></h3>
      {demand !== "" && <p className="small soft"><OwnWords text={demand} /></p>}
      {subnet.channel && <OfChannel part={subnet.channel} />}
    </section>
  );
}

function OfChannel({ part }: { readonly part: ChannelPart }) {
  const words = useWords(WORDS);
  const { number } = useFormat();
  const candidates = part.candidates ?? [];
  const { invited, answered, willing } = tally(part);
  if (candidates.length === 0) return <p className="soft">{words[absence(part)]}</p>;
  return (
    <>
      <p className="small soft">{words.counts(number(invited), number(answered), number(willing))}</p>
      <ul className="candidates-list">
        {candidates.map((who) => <CandidateRow key={who.agent_id} who={who} part={part} />)}
      </ul>
    </>
  );
}

/** Why there is nobody: they are still looked for, nobody was found, or it ended before. */
function absence(part: ChannelPart): "notYet" | "searching" | "nobody" | "nobodyInvited" {
  if (part.status === "processing") {
    if (part.phase === "understanding") return "notYet";
    return part.phase === "filtering" ? "searching" : "nobody";
  }
  return part.outcome?.reason === "no_participants" ? "nobody" : "nobodyInvited";
}
