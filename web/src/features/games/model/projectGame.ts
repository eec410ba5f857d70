// Fold of a game's events into its view, as gateway/games/views/game_projection.py folds them.
import type { JsonObject, LogEntry } from "../../../eventLog/types";
import { readObject } from "../../../eventLog/readJson";
import { addDecision, changeDecisions } from "./decisions";
import { addEntry, addResult } from "./loopTree";
import type { GameEventType, GamePayload, GameView, MadeMove, OccurrenceKind, Persona, Side } from "./gameView";

/** Loop of an event that no decision was requested before. */
const UNKNOWN_LOOP = "unknown";

const PERSONAS: readonly string[] = ["strategist", "tactician", "endgame_specialist"] satisfies Persona[];

/** Events that stand in the thinking of a decision, with the kind of their entry. */
const OCCURRENCES: Readonly<Partial<Record<GameEventType, OccurrenceKind>>> = {
  "towow.game.handed_over": "handed_over",
  "towow.game.move_proposed": "proposed",
  "towow.game.move_rejected": "rejected",
  "towow.game.move_taken_back": "taken_back",
  "towow.game.lesson_learnt": "lesson",
  "towow.game.choice_overruled": "overruled",
  "towow.game.hook_alerted": "alert",
  "towow.game.rules_interpreted": "rules_interpreted",
};

const EMPTY_VIEW: GameView = {
  game_id: "",
  game: "",
  rows: 0,
  columns: 0,
  referee: "towow",
  seats: ["opponent", "opponent"],
  first_side: 1,
  level: 0,
  language: "en",
  game_rule: "",
  model: "simulated",
  status: "running",
  board: [],
  history: [],
  plies: 0,
  phase: "opening",
  candidates: [],
  thinking: [],
  last_seq: 0,
  decisions: [],
  seqOfPly: {},
};

type Changes = Partial<GameView>;
type Reducers = { readonly [T in GameEventType]?: (view: GameView, payload: GamePayload<T>, seq: number) => Changes };

const REDUCERS: Reducers = {
  "towow.game.started": (_, { game_id, game, rows, columns, referee, seats, first_side, level, language, game_rule, model }) => ({
    game_id, game, rows, columns, referee, seats, first_side, level, language, game_rule, model,
    board: Array<string>(rows).fill("0".repeat(columns)),
    to_move: first_side,
  }),
  "towow.game.decision_requested": (view, { request_id, ply, side, deadline, board, history }, seq) => ({
    ...(history && { history: history.map((move, index) => ({ ply: index + 1, ...move })) }),
    board,
    plies: ply - 1,
    to_move: side,
    decision: { request_id, ply, side, deadline },
    refused: null,
    thinking: [{ id: request_id, entries: [] }],
    decisions: addDecision(view, { requestId: request_id, seq, ply, side, analyses: [], threat: null, loops: [], made: null, dropped: false }),
  }),
  "towow.game.decision_refused": (view, { request_id, problem, detail }) => ({
    refused: { request_id, problem, detail },
    decision: view.decision?.request_id === request_id ? null : (view.decision ?? null),
  }),
  "towow.game.phase_changed": (_, { phase }) => ({ phase }),
  "towow.game.rules_interpreted": (_, { interpretation }) => ({ rules: interpretation }),
  "towow.game.agent_spoke": (view, { agent, loop, turn, thought, message, failure }) => ({
    thinking: addEntry(view.thinking, loop, { kind: "turn", agent, turn, thought, ...optional({ message, failure }) }),
    persona: isPersona(agent) ? agent : (view.persona ?? null),
  }),
  "towow.game.tool_called": (view, { agent, loop, call_id, tool, arguments: given, forced_by }) => ({
    thinking: addEntry(view.thinking, loop, { kind: "call", agent, call_id, tool, arguments: given, ...optional({ forced_by }) }),
  }),
  "towow.game.tool_answered": (view, { call_id, is_error, content, duration_ms }) => ({
    thinking: addResult(view.thinking, call_id, { is_error, content, duration_ms }),
  }),
  "towow.game.handed_over": (_, { successor }) => ({ persona: successor }),
  "towow.game.board_analysed": (view, { source, candidates, threat_analysis }) => ({
    candidates,
    threat: threat_analysis ?? view.threat ?? null,
    decisions: changeDecisions(view, ({ analyses, threat }) => ({
      analyses: [...analyses.filter((known) => known.source !== source), { source, candidates }],
      threat: threat_analysis ?? threat,
    })),
  }),
  "towow.game.move_played": (view, payload, seq) => {
    const { ply, side, x, y, by, board, request_id } = payload;
    const decided = (request_id ?? null) !== null || by === "team" || by === "engine";
    const made = decided ? readMadeMove(view, payload) : null;
    return {
      history: [...view.history.filter((move) => move.ply < ply), { ply, side, x, y, by }],
      seqOfPly: { ...view.seqOfPly, [ply]: seq },
      ...toPosition(board, ply, other(side)),
      ...(made && { decision: null, last_decision: made }),
      decisions: made?.request_id == null ? view.decisions : changeDecisions(view, ({ requestId }) => (requestId === made.request_id ? { made } : {})),
    };
  },
  "towow.game.moves_removed": (view, { plies, board }) => ({
    history: view.history.filter(({ ply }) => ply <= plies),
    ...toPosition(board, plies, getSideAt(view, plies)),
    decision: null,
    decisions: changeDecisions(view, ({ made }) => ({ dropped: made === null })),
  }),
  "towow.game.board_replaced": (view, { plies, board }) => ({ history: [], ...toPosition(board, plies, getSideAt(view, plies)) }),
  "towow.game.decision_settled": (view, { request_id, outcome }) => ({
    ...(view.last_decision?.request_id === request_id && { last_decision: { ...view.last_decision, delivery: outcome } }),
    decisions: view.decisions.map((one) => {
      if (one.requestId !== request_id) return one;
      return one.made === null ? { ...one, dropped: true } : { ...one, made: { ...one.made, delivery: outcome } };
    }),
  }),
  "towow.game.ended": (view, { winner, reason }) => ({
    status: "ended",
    outcome: { winner: winner ?? null, reason },
    to_move: null,
    decision: null,
    decisions: changeDecisions(view, ({ made }) => ({ dropped: made === null })),
  }),
};

/**
 * Return the view after one more event; `before` is null before the first. An event that was folded before changes
 * nothing; one of an unknown type, or that cannot be folded, changes only `last_seq`. The given view is not mutated.
 */
export function projectGame(before: GameView | null, entry: LogEntry): GameView {
  const view = before ?? EMPTY_VIEW;
  if (entry.seq <= view.last_seq) return view;
  try {
    return { ...view, ...fold(view, entry), last_seq: entry.seq };
  } catch {
    return { ...view, last_seq: entry.seq };
  }
}

function fold(view: GameView, { event_type, payload, seq }: LogEntry): Changes {
  const type = event_type as GameEventType;
  const reduce = Object.hasOwn(REDUCERS, type) ? (REDUCERS[type] as ((view: GameView, payload: JsonObject, seq: number) => Changes) | undefined) : undefined;
  const changes = reduce?.(view, payload, seq) ?? {};
  const occurrence = Object.hasOwn(OCCURRENCES, type) ? OCCURRENCES[type] : undefined;
  if (occurrence === undefined) return changes;
  const event = Object.fromEntries(Object.entries(payload).filter(([name]) => name !== "game_id" && name !== "spent"));
  const loop = view.thinking[0]?.id ?? UNKNOWN_LOOP;
  return { ...changes, thinking: addEntry(view.thinking, loop, { kind: "occurrence", occurrence, event }) };
}

function readMadeMove(view: GameView, payload: GamePayload<"towow.game.move_played">): MadeMove {
  const { request_id, ply, x, y, agent, reason, source, threat, loops, elapsed_ms } = payload;
  const overruled = getOverruled(view, x, y);
  return { ply, x, y, ...optional({ request_id, agent, reason, source, threat, loops, elapsed_ms, overruled }) };
}

/** Return the choice that a move replaces: the last one that was overruled in the same decision. */
function getOverruled(view: GameView, x: number, y: number): [number, number] | null {
  const entries = view.thinking.flatMap((loop) => loop.entries);
  const last = entries.findLast((entry) => entry.kind === "occurrence" && entry.occurrence === "overruled");
  if (last?.kind !== "occurrence") return null;
  const event = readObject(last.event);
  return event.better_x === x && event.better_y === y ? [Number(event.x), Number(event.y)] : null;
}

function toPosition(board: string[], plies: number, to_move: Side): Changes {
  return { board, plies, to_move, candidates: [], threat: null };
}

/** Return the other side. */
export function other(side: Side): Side {
  return side === 1 ? 2 : 1;
}

function getSideAt({ first_side }: GameView, plies: number): Side {
  return plies % 2 === 0 ? first_side : other(first_side);
}

function isPersona(agent: string): agent is Persona {
  return PERSONAS.includes(agent);
}

/** Return the object without the fields that have no value: the gateway leaves them out. */
function optional<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as { [K in keyof T]?: NonNullable<T[K]> };
}
