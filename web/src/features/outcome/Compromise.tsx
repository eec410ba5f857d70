// Compromise suggestion of a failed or forced negotiation (TW-373, TW-811).
import { createNameLookup } from "../../eventLog/agentNames";
import type { DemandView } from "../../eventLog/types";
import { escapeBidi } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { Section } from "./Section";
import { dedupeCompromise } from "./dedupeCompromise";
import { MESSAGES } from "./messages";

/** Compromise suggestion with possible participants, missing items and alternatives. */
export function Compromise({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  const suggestion = view.outcome?.compromise_suggestion ?? "";
  const proposed = view.outcome?.compromise_proposal;
  if (suggestion === "" && proposed == null) return null;
  const nameOf = createNameLookup(view);
  const capable = proposed?.participants ?? [];
  const { missing, alternatives } = dedupeCompromise(view.outcome);
  return (
    <div className="outcome-compromise stack" data-part="Compromise">
      <div className="row">
        <h3>{messages.compromise}</h3>
        {view.outcome?.fallback === true && <Badge tone="warn" title={messages.fallbackMeans}>{messages.fallback}</Badge>}
        {proposed != null && <Badge tone={proposed.feasible ? "good" : "plain"}>{proposed.feasible ? messages.feasible : messages.infeasible}</Badge>}
      </div>
      {view.outcome?.fallback === true && <p className="small soft">{messages.fallbackMeans}</p>}
      {suggestion !== "" && <p><UserText text={suggestion} /></p>}
      {capable.length > 0 && (
        <Section title={messages.can}>
          <ul className="outcome-list">
            {capable.map((participant) => (
              <li key={participant.agent_id}><bdi className="outcome-name">{escapeBidi(nameOf(participant.agent_id))}</bdi>: <UserText text={participant.can ?? ""} /></li>
            ))}
          </ul>
        </Section>
      )}
      <TextSection title={messages.missing} texts={missing} />
      <TextSection title={messages.alternatives} texts={alternatives} />
    </div>
  );
}

function TextSection({ title, texts }: { readonly title: string; readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="outcome-list">
        {texts.map((participant, index) => <li key={`${index} ${participant}`}><UserText text={participant} /></li>)}
      </ul>
    </Section>
  );
}
