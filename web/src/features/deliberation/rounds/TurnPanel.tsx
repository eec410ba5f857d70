// Turn of a discussant: position, then what it says of the plan; or that it did not speak.
import { getLabel } from "../../../eventLog/readJson";
import { Badge } from "../../../ui/Badge";
import { AgentText, AgentTexts } from "../AgentText";
import { MESSAGES } from "../messages";
import type { Decision, Finding, SkippedTurn, SpokenTurn, Turn } from "../model/discussion";
import type { PlanVersion } from "../model/plan";
import type { Discussant } from "../model/sessionEvents";
import { AgentMarkdown } from "../result/AgentMarkdown";
import { PlanBrief } from "../plan/PlanBrief";
import { CritiquePanel } from "./CritiquePanel";
import { FindingLink } from "./FindingLink";
import { FoldedText } from "./FoldedText";
import { PositionPanel } from "./PositionPanel";
import { ROUND_MESSAGES } from "./messages";

interface Props {
  readonly agent: Discussant;
  /** Turn of the agent; null while it has none. */
  readonly turn: Turn | null;
  /** Whether the agent is speaking now. */
  readonly speaking: boolean;
  /** Decision on the round, which tells how the turn was judged. */
  readonly decision: Decision | null;
  readonly findings: readonly Finding[];
  /** Plan of the turn; null without one. */
  readonly version: PlanVersion | null;
  /** Plan of an earlier round; null before the second. */
  readonly before: PlanVersion | null;
}

/** Turn of one agent in one round. */
export function TurnPanel({ agent, turn, speaking, decision, findings, version, before }: Props) {
  const messages = ROUND_MESSAGES.useCurrent();
  const { role } = MESSAGES.useCurrent();
  return (
    <article className={`dl-turn dl-turn-${agent}`} data-agent={agent} data-turn={turn?.kind ?? (speaking ? "speaking" : "none")}>
      <div className="row">
        <h4>{role[agent]}</h4>
        {turn && <TurnBadges turn={turn} decision={decision} />}
      </div>
      {turn === null && <p className="soft">{speaking ? <><span className="dl-pulse" aria-hidden="true" /> {messages.writing}</> : messages.waiting}</p>}
      {turn?.kind === "skipped" && <Skipped turn={turn} />}
      {turn?.kind === "spoken" && <Spoken turn={turn} findings={findings} version={version} before={before} />}
    </article>
  );
}

function TurnBadges({ turn, decision }: { readonly turn: Turn; readonly decision: Decision | null }) {
  const messages = ROUND_MESSAGES.useCurrent();
  const { agent } = turn;
  return (
    <>
      {turn.kind === "spoken" && turn.opposition && <Badge tone="bad" title={messages.advocateMeans}>⚑ {messages.advocate}</Badge>}
      {turn.kind === "spoken" && turn.fallback && <Badge tone="warn">{messages.fallback}</Badge>}
      {decision?.stubborn.includes(agent) === true && <Badge tone="warn" title={messages.stubbornMeans}>⟳ {messages.stubborn}</Badge>}
      {decision?.unargued.includes(agent) === true && <Badge tone="bad" title={messages.unarguedMeans}>! {messages.unargued}</Badge>}
      {decision?.stale.includes(agent) === true && <Badge tone="warn">{messages.stale}</Badge>}
    </>
  );
}

function Skipped({ turn }: { readonly turn: SkippedTurn }) {
  const messages = ROUND_MESSAGES.useCurrent();
  return (
    <div className="dl-note tone-warn">
      <p><strong>{messages.skipped}</strong>: {getLabel(messages.skipReason, turn.reason, messages.unknown)}.</p>
      {turn.detail !== "" && <p className="small"><AgentText text={turn.detail} /></p>}
      {turn.fallback !== "" && <p className="small">{messages.instead(turn.fallback)}</p>}
    </div>
  );
}

function Spoken({ turn, findings, version, before }: Pick<Props, "findings" | "version" | "before"> & { readonly turn: SpokenTurn }) {
  const messages = ROUND_MESSAGES.useCurrent();
  return (
    <>
      {turn.opposition && <p className="small soft">{messages.advocateMeans}</p>}
      <PositionPanel position={turn.position} />
      {version && <PlanBrief version={version} before={before} />}
      <Answers turn={turn} />
      {turn.rebuttals.length > 0 && <div><h5>{messages.rebuttals}</h5><AgentTexts texts={turn.rebuttals} /></div>}
      {turn.critique && <CritiquePanel critique={turn.critique} round={turn.round} findings={findings} />}
      {turn.uncertainties.length > 0 && <div><h5>{messages.uncertainties}</h5><AgentTexts texts={turn.uncertainties} /></div>}
      {turn.worstCase !== "" && <div><h5>{messages.worstCase}</h5><p><AgentText text={turn.worstCase} /></p></div>}
      {turn.content !== "" && <FoldedText summary={messages.fullText}>{() => <AgentMarkdown text={turn.content} headingLevel={5} />}</FoldedText>}
    </>
  );
}

function Answers({ turn }: { readonly turn: SpokenTurn }) {
  const messages = ROUND_MESSAGES.useCurrent();
  if (turn.answers.length === 0) return null;
  return (
    <div>
      <h5>{messages.answers}</h5>
      <ul className="dl-findings">
        {turn.answers.map((answer) => (
          <li key={answer.finding}>
            <span className="row">
              <FindingLink id={answer.finding} />
              <Badge tone={answer.accepted ? "good" : "talk"}>{answer.accepted ? messages.accepted : messages.rebutted}</Badge>
            </span>
            <AgentText text={answer.text} />
          </li>
        ))}
      </ul>
    </div>
  );
}
