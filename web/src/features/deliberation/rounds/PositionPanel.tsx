// Position of an agent, and what changed since its last one.
import { Badge } from "../../../ui/Badge";
import { useFormat } from "../../../i18n/format";
import { AgentText } from "../AgentText";
import type { Position, PositionChanges } from "../model/discussion";
import { ROUND_MESSAGES } from "./messages";

/** Badge with how sure an agent is; renders nothing when that is unknown. */
export function ConfidenceBadge({ confidence }: { readonly confidence: number | null }) {
  const messages = ROUND_MESSAGES.useCurrent();
  const { percent } = useFormat();
  return confidence === null ? null : <Badge>{messages.confidence(percent(confidence))}</Badge>;
}

/** Conclusion, reasons, assumptions, confidence; what is new is marked. */
export function PositionPanel({ position }: { readonly position: Position }) {
  const messages = ROUND_MESSAGES.useCurrent();
  const { conclusion, reasons, assumptions, changes } = position;
  return (
    <div className="dl-position">
      <p className="dl-conclusion"><AgentText text={conclusion} /></p>
      <p className="row">
        <ConfidenceBadge confidence={position.confidence} />
        {changes && <ChangeBadges changes={changes} />}
      </p>
      {reasons.length > 0 && (
        <>
          <h5>{messages.reasons}</h5>
          <ul className="dl-list">
            {reasons.map((reason, index) => (
              <li key={index}>
                <AgentText text={reason} /> {changes?.reasonsAdded.includes(reason) === true && <Badge tone="brand">{messages.added}</Badge>}
              </li>
            ))}
          </ul>
        </>
      )}
      {assumptions.length > 0 && (
        <>
          <h5>{messages.assumptions}</h5>
          <ul className="dl-list">{assumptions.map((text, index) => <li key={index}><AgentText text={text} /></li>)}</ul>
        </>
      )}
      {changes !== null && changes.assumptionsDropped.length > 0 && (
        <>
          <h5>{messages.dropped}</h5>
          <ul className="dl-list">{changes.assumptionsDropped.map((text, index) => <li key={index}><del><AgentText text={text} /></del></li>)}</ul>
        </>
      )}
    </div>
  );
}

function ChangeBadges({ changes }: { readonly changes: PositionChanges }) {
  const messages = ROUND_MESSAGES.useCurrent();
  const { percent } = useFormat();
  const { conclusionChanged, confidenceDelta } = changes;
  return (
    <>
      <span className="visually-hidden">{messages.since}</span>
      <Badge tone={conclusionChanged ? "brand" : "plain"}>{conclusionChanged ? messages.conclusionChanged : messages.conclusionKept}</Badge>
      {Math.abs(confidenceDelta) >= 0.005 && (
        <Badge tone={confidenceDelta > 0 ? "good" : "warn"}>
          {confidenceDelta > 0 ? "▲" : "▼"} {confidenceDelta > 0 ? messages.up(percent(confidenceDelta)) : messages.down(percent(-confidenceDelta))}
        </Badge>
      )}
    </>
  );
}
