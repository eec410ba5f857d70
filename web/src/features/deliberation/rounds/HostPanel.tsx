// Decision of the host on a round: action, reason, figures, commands.
import type { ReactNode } from "react";
import { getLabel } from "../../../eventLog/readJson";
import { Badge, type Tone } from "../../../ui/Badge";
import { AgentText, AgentTexts } from "../AgentText";
import { MESSAGES } from "../messages";
import type { Decision } from "../model/discussion";
import { formatSimilarity } from "../similarity";
import { FoldedText } from "./FoldedText";
import { describeDecision } from "./decisionText";
import { ROUND_MESSAGES } from "./messages";

const TONES: Readonly<Record<string, Tone>> = { continue: "talk", converge: "good", force_opposition: "bad", terminate: "warn" };

/** Return the colour of an action. */
export function getActionTone(action: string): Tone {
  return TONES[action] ?? "plain";
}

/** Decision of the host. */
export function HostPanel({ decision }: { readonly decision: Decision }) {
  const messages = ROUND_MESSAGES.useCurrent();
  const { consensus, veto, contradictions, mustAddress, avoid } = decision;
  return (
    <article className={`dl-host tone-${getActionTone(decision.action)}`} data-action={decision.action}>
      <h4>{messages.host}</h4>
      <p className="row">
        <strong>{describeDecision(decision, messages)}</strong>
        <Badge>{consensus === null ? messages.noConsensus : messages.consensus(formatSimilarity(consensus))}</Badge>
        {decision.action !== "terminate" && decision.action !== "converge" && <Badge>{messages.roundsLeft(decision.roundsLeft)}</Badge>}
      </p>
      {veto !== "" && <p className="dl-veto">{getLabel(messages.veto, veto, messages.unknown)}</p>}
      <p className="small"><AgentText text={decision.content === "" ? decision.reason : decision.content} /></p>
      {contradictions.length > 0 && <Part title={messages.contradictions}><Contradictions texts={contradictions} /></Part>}
      {mustAddress.length > 0 && <Part title={messages.mustAddress}><AgentTexts texts={mustAddress} /></Part>}
      {avoid.length > 0 && <Part title={messages.avoid}><AgentTexts texts={avoid} /></Part>}
      <Directives decision={decision} />
      <FoldedText summary={messages.figures}>{() => <Figures decision={decision} />}</FoldedText>
    </article>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return <div className="small"><h5>{title}</h5>{children}</div>;
}

/** Contradictions: a code, a colon and the words that differ. */
function Contradictions({ texts }: { readonly texts: readonly string[] }) {
  const messages = ROUND_MESSAGES.useCurrent();
  return (
    <ul className="dl-list">
      {texts.map((text) => {
        const [code = "", ...words] = text.split(": ");
        return <li key={text}>{words.length === 0 ? <AgentText text={text} /> : <>{getLabel(messages.contradiction, code, messages.unknown)}{messages.colon}<AgentText text={words.join(": ")} /></>}</li>;
      })}
    </ul>
  );
}

function Directives({ decision }: { readonly decision: Decision }) {
  const messages = ROUND_MESSAGES.useCurrent();
  const { role } = MESSAGES.useCurrent();
  if (decision.directives.length === 0) return null;
  return (
    <Part title={messages.directives}>
      <ul className="dl-list">
        {decision.directives.map(({ action, to, requirement }, index) => {
          const command = getLabel(messages.directive, action, messages.unknown);
          return (
            <li key={index}>
              {to === "" ? command : messages.to(getLabel(role, to, messages.unknown), command)}
              {requirement !== "" && <span className="soft"> — <AgentText text={requirement} /></span>}
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

function Figures({ decision }: { readonly decision: Decision }) {
  const messages = ROUND_MESSAGES.useCurrent();
  const { role } = MESSAGES.useCurrent();
  const { thresholds, method, embedder } = decision;
  return (
    <dl className="dl-figures small">
      <dt>{messages.thresholds}</dt>
      <dd>{messages.thresholdText(formatSimilarity(thresholds.high), formatSimilarity(thresholds.low), formatSimilarity(thresholds.stubborn))}</dd>
      {method !== "" && (
        <>
          <dt>{messages.method}</dt>
          <dd>{getLabel(messages.methods, method, messages.unknown)}{embedder !== "" && ` (${embedder})`}</dd>
        </>
      )}
      {decision.selfSimilarity.map(({ agent, value }) => (
        <div key={agent}>
          <dt>{messages.selfSimilarity(role[agent])}</dt>
          <dd>{formatSimilarity(value)}</dd>
        </div>
      ))}
      {decision.degraded && <dd className="dl-wide">{messages.degraded}</dd>}
    </dl>
  );
}
