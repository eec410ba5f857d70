// The rounds: planner and critic side by side, then the host.
import { useState, type ReactNode } from "react";
import { useFormat } from "../../../i18n/format";
import { Badge } from "../../../ui/Badge";
import { MESSAGES } from "../messages";
import { getActivity, type Activity } from "../model/activity";
import type { Round } from "../model/discussion";
import type { PlanVersion } from "../model/plan";
import type { Discussant } from "../model/sessionEvents";
import type { SessionView } from "../model/sessionView";
import { formatSimilarity } from "../similarity";
import { HostPanel, getActionTone } from "./HostPanel";
import { ToolUses, Failures } from "./ToolUses";
import { TurnPanel } from "./TurnPanel";
import { describeDecision } from "./decisionText";
import { ROUND_MESSAGES } from "./messages";

const DISCUSSANTS: readonly Discussant[] = ["planner", "critic"];

/** Number under which the last statements are opened and closed. */
const CLOSING = Infinity;

/** Card with all rounds; after the end only the last one is open, unless the viewer opens others. */
export function RoundsCard({ view }: { readonly view: SessionView }) {
  const messages = ROUND_MESSAGES.useCurrent();
  const { roundOnly } = MESSAGES.useCurrent();
  const { number } = useFormat();
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map());
  const activity = getActivity(view);
  const rounds = getShownRounds(view, activity);
  const last = view.closing ? CLOSING : rounds.at(-1)?.round;
  const isOpen = (round: number): boolean => chosen.get(round) ?? (view.end === null || round === last);
  const keys = [...rounds.map(({ round }) => round), ...(view.closing ? [CLOSING] : [])];
  const allOpen = keys.every(isOpen);
  const getProps = (round: number): FoldProps => ({
    open: isOpen(round),
    onOpen: (open) => { setChosen(new Map(chosen).set(round, open)); },
  });
  return (
    <section className="card stack" aria-labelledby="dl-rounds">
      <div className="row dl-card-head">
        <h2 id="dl-rounds">{messages.rounds}</h2>
        {keys.length > 1 && (
          <button type="button" className="button button-quiet small" onClick={() => { setChosen(new Map(keys.map((round) => [round, !allOpen]))); }}>
            {allOpen ? messages.closeAll : messages.openAll}
          </button>
        )}
      </div>
      {rounds.map((round) => (
        <RoundFold key={round.round} {...getProps(round.round)} title={roundOnly(number(round.round))} facts={<RoundFacts round={round} />} name={String(round.round)}>
          <RoundContent round={round} view={view} speaking={activity.kind === "speaking" && activity.round === round.round ? activity.agents : []} />
        </RoundFold>
      ))}
      {view.closing && (
        <RoundFold {...getProps(CLOSING)} title={messages.closing} facts={null} name="closing">
          <RoundContent round={view.closing} view={view} speaking={activity.kind === "closing" ? activity.agents : []} />
        </RoundFold>
      )}
    </section>
  );
}

/** Return the rounds, with the one that has begun without anything said in it yet. */
function getShownRounds({ rounds }: SessionView, { kind, round }: Activity): readonly Round[] {
  if (kind !== "speaking" || rounds.some((known) => known.round === round)) return rounds;
  return [...rounds, { round, turns: [], tools: [], failures: [], decision: null }];
}

interface FoldProps {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

interface RoundFoldProps extends FoldProps {
  readonly name: string;
  readonly title: string;
  readonly facts: ReactNode;
  readonly children: ReactNode;
}

/** A round that can be folded to its title and facts. */
function RoundFold({ open, onOpen, name, title, facts, children }: RoundFoldProps) {
  return (
    // A link to a finding opens the element itself: the state follows.
    <details className="dl-round" open={open} data-round={name} onToggle={({ currentTarget }) => { if (currentTarget.open !== open) onOpen(currentTarget.open); }}>
      <summary>
        <h3>{title}</h3>
        <span className="row small">{facts}</span>
      </summary>
      {children}
    </details>
  );
}

function RoundFacts({ round: { turns, failures, decision } }: { readonly round: Round }) {
  const messages = ROUND_MESSAGES.useCurrent();
  return (
    <>
      {decision && <Badge tone={getActionTone(decision.action)}>{describeDecision(decision, messages)}</Badge>}
      {decision && <Badge>{decision.consensus === null ? messages.noConsensus : messages.consensus(formatSimilarity(decision.consensus))}</Badge>}
      {turns.some((turn) => turn.kind === "spoken" && turn.opposition) && <Badge tone="bad">⚑ {messages.advocate}</Badge>}
      {turns.some((turn) => turn.kind === "skipped") && <Badge tone="warn">{messages.skipped}</Badge>}
      {failures.length > 0 && <Badge tone="bad">{messages.failed}</Badge>}
      {(decision?.stubborn.length ?? 0) > 0 && <Badge tone="warn">⟳ {messages.stubborn}</Badge>}
      {(decision?.unargued.length ?? 0) > 0 && <Badge tone="bad">! {messages.unargued}</Badge>}
    </>
  );
}

function RoundContent({ round, view, speaking }: { readonly round: Round; readonly view: SessionView; readonly speaking: Activity["agents"] }) {
  const getVersion = (agent: Discussant): PlanVersion | null => (agent === "planner" ? (view.plans.findLast((version) => version.round === round.round) ?? null) : null);
  return (
    <div className="dl-round-body">
      <div className="dl-turns">
        {DISCUSSANTS.map((agent) => (
          <TurnPanel
            key={agent}
            agent={agent}
            turn={round.turns.find((turn) => turn.agent === agent) ?? null}
            speaking={speaking.includes(agent)}
            decision={round.decision}
            findings={view.findings}
            version={getVersion(agent)}
            before={view.plans.findLast((version) => version.round < round.round) ?? null}
          />
        ))}
      </div>
      <Failures failures={round.failures} />
      <ToolUses tools={round.tools} />
      {round.decision && <HostPanel decision={round.decision} />}
    </div>
  );
}
