// Readers of the parts of an event: whatever is missing or malformed becomes an empty value.
import { isJsonObject, readNumber, readObject, readObjects, readString, readStrings, readTrue } from "../../../eventLog/readJson";
import type { JsonObject } from "../../../eventLog/types";
import type { Discussant, Role } from "./sessionEvents";
import type { Critique, Directive, FindingAnswer, FindingItem, Position, SpokenTurn, Thresholds } from "./discussion";
import type { Plan, Todo } from "./plan";

const ROLES: readonly string[] = ["planner", "critic", "host", "reporter"] satisfies Role[];

/** Return the roles of a list; unknown ones are left out. */
export function readRoles(value: unknown): readonly Role[] {
  return readStrings(value).filter((role): role is Role => ROLES.includes(role));
}

/** Return who argues; null for anybody else. */
export function readDiscussant(value: unknown): Discussant | null {
  return value === "planner" || value === "critic" ? value : null;
}

/** Return a round: an integer of at least 1, else `fallback`. */
export function readRound(value: unknown, fallback = 1): number {
  const round = readNumber(value);
  return round !== null && Number.isInteger(round) && round >= 1 ? round : fallback;
}

function readFlag(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}

/** Read a plan; null without a phase. */
export function readPlan(value: unknown): Plan | null {
  const plan = readObject(value);
  const phases = readObjects(plan.phases).map((phase) => ({
    name: readString(phase.phase_name),
    duration: readString(phase.duration),
    tasks: readObjects(phase.tasks).map((task) => ({
      title: readString(task.title),
      hours: readNumber(task.estimated_hours),
      due: readString(task.deadline),
      tags: readStrings(task.tags),
    })),
  }));
  if (phases.length === 0) return null;
  return { title: readString(plan.title), goal: readString(plan.goal), phases, totalHours: readNumber(plan.total_estimated_hours) };
}

/** Read a position; `before` is the same agent's last live one, of which it may have dropped assumptions. */
export function readPosition(value: unknown, before: Position | null): Position {
  const position = readObject(value);
  const assumptions = readStrings(position.assumptions);
  const changes = isJsonObject(position.changes_from_last_round) ? position.changes_from_last_round : null;
  return {
    conclusion: readString(position.conclusion),
    reasons: readStrings(position.key_reasons),
    assumptions,
    confidence: readNumber(position.confidence),
    changes: changes && {
      conclusionChanged: readTrue(changes.conclusion_changed),
      reasonsAdded: readStrings(changes.reasons_added),
      assumptionsDropped: (before?.assumptions ?? []).filter((assumption) => !assumptions.includes(assumption)),
      confidenceDelta: readNumber(changes.confidence_delta) ?? 0,
    },
  };
}

/** Read a critique; null without one. */
export function readCritique(value: unknown): Critique | null {
  if (!isJsonObject(value)) return null;
  const check = readObject(value.validity_check);
  const risks = readObjects(value.risks).map((risk) => readFinding(risk, "risk", risk.risk, risk.impact, risk.severity));
  const suggestions = readObjects(value.suggestions).map((one) => readFinding(one, "suggestion", one.issue, one.solution, one.priority));
  return {
    targetRound: readNumber(value.target_round) ?? 0,
    findings: [...risks, ...suggestions].filter(({ id }) => id !== ""),
    feasible: readFlag(check.feasible),
    realistic: readFlag(check.realistic),
    complete: readFlag(check.complete),
  };
}

function readFinding({ id }: JsonObject, kind: FindingItem["kind"], text: unknown, more: unknown, severity: unknown): FindingItem {
  return { id: readString(id), kind, text: readString(text), more: readString(more), severity: readString(severity) };
}

/** Read what a discussant said; null when it is nobody known. */
export function readTurn(payload: JsonObject, before: Position | null): SpokenTurn | null {
  const agent = readDiscussant(payload.agent);
  if (agent === null) return null;
  const metadata = readObject(payload.metadata);
  const round = readRound(payload.round);
  return {
    kind: "spoken",
    agent,
    round,
    content: readString(payload.content),
    position: readPosition(payload.position, before),
    opposition: payload.stance === "opposition" || readObject(payload.position).stance === "opposition",
    fallback: readTrue(payload.fallback),
    plan: readPlan(metadata.plan),
    answers: readObjects(metadata.answers).map((answer) => readAnswer(answer, round)),
    rebuttals: readStrings(metadata.rebuttals),
    critique: readCritique(metadata.critique),
    uncertainties: readStrings(metadata.uncertainties),
    worstCase: readString(metadata.worst_case),
  };
}

function readAnswer(answer: JsonObject, round: number): FindingAnswer {
  return { finding: readString(answer.finding), accepted: answer.decision === "accepted", text: readString(answer.text), round };
}

/** Thresholds of the seed, for a decision without its own. */
const DEFAULT_THRESHOLDS: Thresholds = { high: 0.9, low: 0.7, stubborn: 0.98 };

/** Read the thresholds of a comparison. */
export function readThresholds(value: unknown): Thresholds {
  const { high, low, stubborn } = readObject(value);
  return {
    high: readNumber(high) ?? DEFAULT_THRESHOLDS.high,
    low: readNumber(low) ?? DEFAULT_THRESHOLDS.low,
    stubborn: readNumber(stubborn) ?? DEFAULT_THRESHOLDS.stubborn,
  };
}

/** Read a command of the host. */
export function readDirective(directive: JsonObject): Directive {
  return {
    action: readString(directive.action),
    to: readString(directive.target_agent),
    devilsAdvocate: directive.role === "devils_advocate",
    requirement: readString(directive.requirement),
  };
}

/** Read a to-do. */
export function readTodo(todo: JsonObject): Todo {
  return {
    id: readString(todo.todo_id),
    title: readString(todo.title),
    due: readString(todo.due),
    hours: readNumber(todo.estimated_hours),
    phase: readString(todo.phase),
    tags: readStrings(todo.tags),
  };
}
