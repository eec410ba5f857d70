// Fold of a session's events into its view.
import { isJsonObject, readNumber, readObject, readObjects, readString, readStrings, readTrue } from "../../../eventLog/readJson";
import type { JsonObject, LogEntry } from "../../../eventLog/types";
import { addAnswers, addFindings } from "./findings";
import { readDirective, readDiscussant, readPlan, readRoles, readRound, readThresholds, readTodo, readTurn } from "./readPayload";
import type { SessionEventType } from "./sessionEvents";
import type { Decision, Position, Round, SpokenTurn, Turn } from "./discussion";
import type { SessionView } from "./sessionView";

const EMPTY_VIEW: SessionView = {
  sessionId: "",
  lastSeq: 0,
  start: { query: "", userId: "", language: "", today: "", timezone: "", model: "", maxRounds: 0, parallel: true },
  rounds: [],
  closing: null,
  plans: [],
  findings: [],
  report: null,
  end: null,
};

type Reducer = (view: SessionView, payload: JsonObject) => SessionView;

const REDUCERS: Readonly<Record<SessionEventType, Reducer>> = {
  session_started: (view, payload) => ({
    ...view,
    start: {
      query: readString(payload.user_query),
      userId: readString(payload.user_id),
      language: readString(payload.language),
      today: readString(payload.today),
      timezone: readString(payload.timezone),
      model: readString(payload.model),
      maxRounds: readRound(payload.max_rounds, 5),
      parallel: payload.round1_mode !== "sequential",
    },
  }),
  agent_output: addOutput,
  tool_result: (view, payload) => {
    const agent = readDiscussant(payload.agent);
    if (agent === null) return view;
    const result = readObject(payload.result);
    const use = {
      agent,
      tool: readString(payload.tool),
      call: readObject(payload.call),
      data: result.success === true && isJsonObject(result.data) ? result.data : null,
      error: result.success === true ? "" : readString(result.error) || "unknown",
      message: readString(result.message),
    };
    return updateRound(view, readRound(payload.round), (round) => ({ ...round, tools: [...round.tools, use] }));
  },
  host_decision: (view, payload) => {
    const decision = readDecision(payload);
    return updateRound(view, decision.round, (round) => ({ ...round, decision }));
  },
  agent_skipped: (view, payload) => {
    const agent = readDiscussant(payload.agent);
    if (agent === null) return view;
    const { reason, fallback, detail } = payload;
    const round = readRound(payload.round);
    return addTurn(view, { kind: "skipped", agent, round, reason: readString(reason), fallback: readString(fallback), detail: readString(detail) });
  },
  error: (view, payload) => {
    const { error, message, tool, fallback } = payload;
    const failure = { error: readString(error), message: readString(message), tool: readString(tool), fallback: readString(fallback) };
    const round = readRound(payload.round, view.rounds.at(-1)?.round ?? 1);
    return updateRound(view, round, (before) => ({ ...before, failures: [...before.failures, failure] }));
  },
  final_report: (view, payload) => {
    const final = readObject(payload.final_plan);
    const summary = readObject(payload.summary);
    const report = {
      content: readString(payload.content),
      fallback: readTrue(payload.fallback),
      provisional: readTrue(final.provisional),
      plan: readPlan(payload.plan) ?? readPlan(final.plan),
      planRound: readNumber(final.plan_round),
      agreements: readStrings(summary.key_agreements),
      resolved: readStrings(summary.resolved_concerns),
      uncertainties: readStrings(summary.remaining_uncertainties),
      todos: readObjects(payload.todos).map(readTodo),
    };
    return { ...view, report };
  },
  session_ended: (view, payload) => {
    const totals = readObject(payload.totals);
    const tokens = [readNumber(totals.input_tokens), readNumber(totals.output_tokens)];
    const end = {
      status: readString(payload.status),
      reason: readString(payload.end_reason),
      rounds: readNumber(payload.rounds) ?? view.rounds.length,
      terminatedBy: readString(payload.terminated_by),
      calls: readNumber(totals.model_calls),
      tokens: tokens.includes(null) ? null : (tokens[0] ?? 0) + (tokens[1] ?? 0),
      costUsd: readNumber(totals.cost_usd),
      durationMs: readNumber(totals.duration_ms),
    };
    return { ...view, end };
  },
};

/**
 * Return the view after one more event; `before` is null before the first. Known events change nothing; events of
 * unknown type, and those that cannot be read, change only `lastSeq`. The given view is not mutated.
 */
export function projectSession(before: SessionView | null, entry: LogEntry): SessionView {
  const view = before ?? { ...EMPTY_VIEW, sessionId: readString(entry.payload.session_id) };
  if (entry.seq <= view.lastSeq) return view;
  const next = { ...view, lastSeq: entry.seq };
  if (!Object.hasOwn(REDUCERS, entry.event_type)) return next;
  return REDUCERS[entry.event_type as SessionEventType](next, entry.payload);
}

function addOutput(view: SessionView, payload: JsonObject): SessionView {
  const agent = readDiscussant(payload.agent);
  const turn = readTurn(payload, agent && getLastPosition(view, agent));
  if (turn === null) return view;
  const { plan, round, critique } = turn;
  const corrections = readObjects(readObject(payload.metadata).warnings).map(({ text }) => readString(text));
  const spoken = addTurn(view, turn);
  return {
    ...spoken,
    plans: plan === null ? view.plans : [...view.plans, { round, plan, corrections }],
    findings: addFindings(addAnswers(view.findings, turn.answers), critique?.findings ?? [], round),
  };
}

/** Return an agent's last live position; a devil's advocate's is none. */
function getLastPosition(view: SessionView, agent: Turn["agent"]): Position | null {
  const turns = view.rounds.flatMap((round) => round.turns);
  const last = turns.findLast((turn): turn is SpokenTurn => turn.kind === "spoken" && turn.agent === agent && !turn.opposition);
  return last?.position ?? null;
}

/** Whether the discussants have agreed, so that they only state what they leave open. */
export function isClosing(view: Pick<SessionView, "rounds">): boolean {
  return view.rounds.some(({ decision }) => decision?.action === "converge");
}

/** Add a turn to its round, or to the last statements; in a round an agent has one turn, the last one. */
function addTurn(view: SessionView, turn: Turn): SessionView {
  const replace = (turns: readonly Turn[]): readonly Turn[] => [...turns.filter(({ agent }) => agent !== turn.agent), turn];
  return updateRound(view, turn.round, (round) => ({ ...round, turns: replace(round.turns) }));
}

/** Return the view with one round changed, or with what came after the last one; it is created if there is none yet. */
function updateRound(view: SessionView, number: number, change: (round: Round) => Round): SessionView {
  const empty: Round = { round: number, turns: [], tools: [], failures: [], decision: null };
  if (isClosing(view)) return { ...view, closing: change(view.closing ?? empty) };
  const changed = change(view.rounds.find(({ round }) => round === number) ?? empty);
  const others = view.rounds.filter(({ round }) => round !== number);
  return { ...view, rounds: [...others, changed].sort((one, other) => one.round - other.round) };
}

function readDecision(payload: JsonObject): Decision {
  const analysis = readObject(payload.analysis);
  const constraints = readObject(payload.constraints);
  const self = readObject(analysis.self_similarity);
  return {
    round: readRound(payload.round),
    action: readString(payload.action),
    reason: readString(payload.reason),
    content: readString(payload.content),
    consensus: readNumber(payload.consensus),
    nextAgents: readRoles(payload.next_agents),
    mustAddress: readStrings(constraints.must_address),
    avoid: readStrings(constraints.avoid),
    directives: readObjects(payload.directives).map(readDirective),
    roundsLeft: readNumber(payload.rounds_remaining) ?? 0,
    thresholds: readThresholds(payload.thresholds ?? analysis.thresholds),
    endReason: readString(payload.end_reason),
    method: readString(analysis.method),
    embedder: readString(analysis.embedder),
    degraded: readTrue(analysis.degraded),
    stubborn: readRoles(analysis.stubborn_agents),
    unargued: readRoles(analysis.unargued_changes),
    stale: readRoles(analysis.stale_agents),
    selfSimilarity: readRoles(Object.keys(self)).flatMap((agent) => {
      const value = readNumber(self[agent]);
      return value === null ? [] : [{ agent, value }];
    }),
    contradictions: readStrings(analysis.contradictions),
    veto: readString(analysis.veto),
  };
}
