// What could be done instead? The compromise of a negotiation that failed or was forced (TW-373, TW-811).
import { namesIn } from "../../eventLog/agentNames";
import type { DemandView } from "../../eventLog/types";
import { asText } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { OwnWords } from "../../ui/UserText";
import { useWords } from "../../i18n/locale";
import { Part } from "./Section";
import { saidOnce } from "./dedupeCompromise";
import { WORDS } from "./messages";

export function Compromise({ view }: { readonly view: DemandView }) {
  const words = useWords(WORDS);
  const suggestion = view.outcome?.compromise_suggestion ?? "";
  const proposed = view.outcome?.compromise_proposal;
  if (suggestion === "" && proposed == null) return null;
  const nameOf = namesIn(view);
  const able = proposed?.participants ?? [];
  const { missing, alternatives } = saidOnce(view.outcome);
  return (
    <div className="outcome-compromise stack" data-part="Compromise">
      <div className="row">
        <h3>{words.compromise}</h3>
        {view.outcome?.fallback === true && <Badge tone="warn" title={words.fallbackMeans}>{words.fallback}</Badge>}
        {proposed != null && <Badge tone={proposed.feasible ? "good" : "plain"}>{proposed.feasible ? words.feasible : words.infeasible}</Badge>}
      </div>
      {view.outcome?.fallback === true && <p className="small soft">{words.fallbackMeans}</p>}
      {suggestion !== "" && <p><OwnWords text={suggestion} /></p>}
      {able.length > 0 && (
        <Part title={words.can}>
          <ul className="outcome-list">
            {able.map((one) => (
              <li key={one.agent_id}><bdi className="outcome-name">{asText(nameOf(one.agent_id))}</bdi>: <OwnWords text={one.can ?? ""} /></li>
            ))}
          </ul>
        </Part>
      )}
      <Sentences title={words.missing} those={missing} />
      <Sentences title={words.alternatives} those={alternatives} />
    </div>
  );
}

function Sentences({ title, those }: { readonly title: string; readonly those: readonly string[] }) {
  if (those.length === 0) return null;
  return (
    <Part title={title}>
      <ul className="outcome-list">
        {those.map((one, place) => <li key={`${place} ${one}`}><OwnWords text={one} /></li>)}
      </ul>
    </Part>
  );
}
