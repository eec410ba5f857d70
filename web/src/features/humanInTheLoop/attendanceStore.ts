// For which agents does the person here answer, and what are they asked? What the page knows of it.
import { create } from "zustand";
import type { Refused } from "../../api/client";
import { isOpen } from "./questionState";
import type { Asked } from "./questionState";

interface Attending {
  /** The agents that one answers for, by id: what they are asked, and what they were asked a moment ago. */
  readonly agents: Readonly<Record<string, readonly Asked[]>>;
  /** Why an agent cannot be answered for (any more), by its id. */
  readonly refused: Readonly<Record<string, Refused>>;
  /** Those of the agents that answer by themselves, since the gateway did not hear in time that their person is here. */
  readonly lapsed: Readonly<Record<string, true>>;
  /** s that agents of this gateway wait for their people, 0 = they do not; null until it has said so. */
  readonly waits: number | null;
  /** Whether the panel is unfolded: by a question that came, or by the viewer (`chosen`), which lasts. */
  readonly unfolded: boolean;
  readonly chosen: boolean;
}

export const useAttending = create<Attending>()(() => ({ agents: {}, refused: {}, lapsed: {}, waits: null, unfolded: false, chosen: false }));

/** An agent that one answers for from now on; of one that one did before, what it is asked stands. */
export function enter(agent: string): void {
  useAttending.setState(({ agents, refused, lapsed }) => ({
    agents: { ...agents, [agent]: agents[agent] ?? [] }, refused: without(refused, agent), lapsed: without(lapsed, agent),
  }));
}

/** One that one no longer answers for, and what it is asked. */
export function drop(agent: string): void {
  useAttending.setState(({ agents, lapsed, unfolded, chosen }) => {
    const now = without(agents, agent);
    return { agents: now, lapsed: without(lapsed, agent), unfolded: unfolded && (chosen || Object.values(now).flat().length > 0) };
  });
}

/** Another state of an agent's questions. One that is new unfolds the panel; after the last it folds again, unless the viewer unfolded it. */
export function show(agent: string, change: (asked: readonly Asked[]) => readonly Asked[]): void {
  useAttending.setState((state) => {
    const { agents, unfolded, chosen } = state;
    const before = agents[agent];
    if (before === undefined) return state;
    const now = { ...agents, [agent]: change(before) };
    const known = new Set(before.map((one) => one.question.question_id));
    if (now[agent]?.some((one) => !known.has(one.question.question_id))) return { agents: now, unfolded: true, chosen: chosen && unfolded };
    const emptied = before.length > 0 && Object.values(now).flat().length === 0;
    return emptied ? { agents: now, unfolded: unfolded && chosen } : { agents: now };
  });
}

/** Whether an agent that one answers for answers by itself at the moment. */
export function showLapsed(agent: string, is: boolean): void {
  const { lapsed } = useAttending.getState();
  if (agent in lapsed !== is) useAttending.setState({ lapsed: is ? { ...lapsed, [agent]: true } : without(lapsed, agent) });
}

export function showRefused(agent: string, why: Refused): void {
  useAttending.setState(({ refused }) => ({ refused: { ...refused, [agent]: why } }));
}

/** What the gateway has against it has been read. */
export function dismissRefusal(agent: string): void {
  useAttending.setState(({ refused }) => ({ refused: without(refused, agent) }));
}

/** A question that is no longer open has been read. */
export function dismiss({ question: { agent_id: agent, question_id } }: Asked): void {
  show(agent, (asked) => asked.filter((one) => isOpen(one) || one.question.question_id !== question_id));
}

export function fold(unfolded: boolean): void {
  useAttending.setState({ unfolded, chosen: true });
}

function without<T>(table: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => name !== key));
}
