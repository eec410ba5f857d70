// Store of attended agents, their questions and errors.
import { create } from "zustand";
import type { ApiError } from "../../api/client";
import { isOpen, type PendingQuestion } from "./questionState";
import { readStoredAgents } from "./storedAgents";

interface AttendanceState {
  /** Attended agents by id, with their current and recently closed questions. */
  readonly agents: Readonly<Record<string, readonly PendingQuestion[]>>;
  /** Why an agent cannot be attended (any more), by agent id. */
  readonly errors: Readonly<Record<string, ApiError>>;
  /** Attended agents whose lease has expired, so that they answer on their own. */
  readonly lapsed: Readonly<Record<string, true>>;
  /** Time (s) that agents wait for a person; 0 = they never wait, null = unknown. */
  readonly waitS: number | null;
  /** Whether the panel is expanded, by a new question or by the user (`expandedByUser`). */
  readonly expanded: boolean;
  readonly expandedByUser: boolean;
}

/** Width from which the panel has a column of its own, so that it can open by itself without covering anything. */
const WIDE = "(min-width: 75rem)";

/** Zustand store of attended agents; those stored for this tab are there from the first render on, so that nothing moves later. */
export const useAttendanceStore = create<AttendanceState>()(() => ({ agents: Object.fromEntries(readStoredAgents().map((agent) => [agent, []])), errors: {}, lapsed: {}, waitS: null, expanded: false, expandedByUser: false }));

/** Add an attended agent; questions already known are kept. */
export function addAgent(agent: string): void {
  useAttendanceStore.setState(({ agents, errors, lapsed }) => ({
    agents: { ...agents, [agent]: agents[agent] ?? [] }, errors: omitKey(errors, agent), lapsed: omitKey(lapsed, agent),
  }));
}

/** Remove an attended agent and its questions. */
export function removeAgent(agent: string): void {
  useAttendanceStore.setState(({ agents, lapsed, expanded, expandedByUser }) => {
    const nextAgents = omitKey(agents, agent);
    return { agents: nextAgents, lapsed: omitKey(lapsed, agent), expanded: expanded && (expandedByUser || Object.values(nextAgents).flat().length > 0) };
  });
}

/**
 * Update an agent's questions. A new open question expands the panel where it has a column of its own; after the last
 * one it collapses, unless the user expanded it.
 */
export function updateQuestions(agent: string, change: (pendingQuestions: readonly PendingQuestion[]) => readonly PendingQuestion[]): void {
  useAttendanceStore.setState((state) => {
    const { agents, expanded, expandedByUser } = state;
    const previous = agents[agent];
    if (previous === undefined) return state;
    const nextAgents = { ...agents, [agent]: change(previous) };
    const knownIds = new Set(previous.map((pending) => pending.question.question_id));
    const isAsked = nextAgents[agent]?.some((pending) => isOpen(pending) && !knownIds.has(pending.question.question_id));
    if (isAsked === true && window.matchMedia(WIDE).matches) return { agents: nextAgents, expanded: true, expandedByUser: expandedByUser && expanded };
    const emptied = previous.length > 0 && Object.values(nextAgents).flat().length === 0;
    return emptied ? { agents: nextAgents, expanded: expanded && expandedByUser } : { agents: nextAgents };
  });
}

/** Set whether an agent's lease has expired. */
export function setLapsed(agent: string, lapsedNow: boolean): void {
  const { lapsed } = useAttendanceStore.getState();
  if (agent in lapsed !== lapsedNow) useAttendanceStore.setState({ lapsed: lapsedNow ? { ...lapsed, [agent]: true } : omitKey(lapsed, agent) });
}

/** Store why an agent cannot be attended. */
export function setAgentError(agent: string, error: ApiError): void {
  useAttendanceStore.setState(({ errors }) => ({ errors: { ...errors, [agent]: error } }));
}

/** Remove an agent's error. */
export function dismissAgentError(agent: string): void {
  useAttendanceStore.setState(({ errors }) => ({ errors: omitKey(errors, agent) }));
}

/** Start or stop changing the answer to a question. */
export function setEditing({ question: { agent_id: agent, question_id } }: PendingQuestion, editing: boolean): void {
  updateQuestions(agent, (pendingQuestions) => pendingQuestions.map((pending) => (pending.question.question_id === question_id ? { ...pending, editing } : pending)));
}

/** Expand or collapse the panel at the user's request. */
export function setExpanded(expanded: boolean): void {
  useAttendanceStore.setState({ expanded, expandedByUser: true });
}

function omitKey<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}
