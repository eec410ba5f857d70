// Critique: risks and suggestions by severity, and how each was answered.
import { getLabel } from "../../../eventLog/readJson";
import { useFormat } from "../../../i18n/format";
import { Badge, type Tone } from "../../../ui/Badge";
import { AgentText } from "../AgentText";
import type { Critique, Finding, FindingItem } from "../model/discussion";
import { getFindingState, sortBySeverity, type FindingState } from "../model/findings";
import { FindingLink, getFindingAnchor } from "./FindingLink";
import { ROUND_MESSAGES } from "./messages";

/** Colour of each severity; the word says the same. */
const SEVERITY_TONES: Readonly<Record<string, Tone>> = { high: "bad", medium: "warn", low: "plain" };
const STATE_TONES: Readonly<Record<FindingState, Tone>> = { unanswered: "warn", accepted: "good", rebutted: "talk", repeated: "bad" };

interface Props {
  readonly critique: Critique;
  /** Round of the critique. */
  readonly round: number;
  /** All findings of the session. */
  readonly findings: readonly Finding[];
}

/** Critique with its check of validity. */
export function CritiquePanel({ critique, round, findings }: Props) {
  const messages = ROUND_MESSAGES.useCurrent();
  const { number } = useFormat();
  const risks = critique.findings.filter(({ kind }) => kind === "risk");
  const suggestions = critique.findings.filter(({ kind }) => kind === "suggestion");
  return (
    <div className="dl-critique">
      <p className="small soft">{critique.targetRound === 0 ? messages.targetGoal : messages.target(number(critique.targetRound))}</p>
      <p className="row">
        {([["feasible", critique.feasible], ["realistic", critique.realistic], ["complete", critique.complete]] as const).map(([name, value]) => value !== null && (
          <Badge key={name} tone={value ? "good" : "bad"}>{value ? "✓" : "✗"} {messages[name](value)}</Badge>
        ))}
      </p>
      {critique.findings.length === 0 && <p className="soft">{messages.noFindings}</p>}
      <FindingList title={messages.risks} items={risks} round={round} findings={findings} />
      <FindingList title={messages.suggestions} items={suggestions} round={round} findings={findings} />
    </div>
  );
}

interface ListProps extends Omit<Props, "critique"> {
  readonly title: string;
  readonly items: readonly FindingItem[];
}

function FindingList({ title, items, round, findings }: ListProps) {
  if (items.length === 0) return null;
  return (
    <>
      <h5>{title}</h5>
      <ul className="dl-findings">
        {sortBySeverity(items).map((item) => (
          <FindingRow key={item.id} item={item} round={round} finding={findings.find(({ id }) => id === item.id)} />
        ))}
      </ul>
    </>
  );
}

/** Finding in the critique of one round; the element of the round in which it was raised first is what links lead to. */
function FindingRow({ item, round, finding }: { readonly item: FindingItem; readonly round: number; readonly finding: Finding | undefined }) {
  const messages = ROUND_MESSAGES.useCurrent();
  const { number } = useFormat();
  const first = finding === undefined || finding.raisedIn === round;
  const state = finding === undefined ? "unanswered" : getFindingState(finding);
  return (
    <li className="dl-finding" {...(first ? { id: getFindingAnchor(item.id), tabIndex: -1 } : {})}>
      <p className="row">
        {first ? <span className="dl-finding-id">{item.id}</span> : <FindingLink id={item.id} />}
        <Badge tone={SEVERITY_TONES[item.severity] ?? "plain"}>{getLabel(messages.severity, item.severity, messages.unknown)}</Badge>
        <Badge tone={STATE_TONES[state]}>{messages.state[state]}</Badge>
        {!first && <span className="small soft">{messages.raisedIn(number(finding.raisedIn))}</span>}
      </p>
      <p><AgentText text={item.text} /></p>
      {item.more !== "" && <p className="small"><span className="soft">{item.kind === "risk" ? messages.impact : messages.solution}</span><AgentText text={item.more} /></p>}
      {first && finding?.answers.map((answer, index) => (
        <p key={index} className="dl-answer small">
          <span className="soft">{answer.accepted ? messages.accepted : messages.rebutted}{messages.answeredIn(number(answer.round))}</span>
          <AgentText text={answer.text} />
        </p>
      ))}
    </li>
  );
}
