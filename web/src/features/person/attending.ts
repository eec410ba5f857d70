// For which agents does the person here answer, and what are they asked? Said again to the gateway while the page is open.
import { create } from "zustand";
import { ask, Refused } from "../../api/client";
import type { Schemas } from "../../api/client";
import { texts } from "../../log/plain";
import { beforeSignOut } from "../session/session";
import { isOpen, looked } from "./asked";
import type { Asked, Question } from "./asked";

/** What one can say to an invitation, and of a plan. */
export type Answer = Schemas["InvitationAnswer"] | Schemas["ReviewAnswer"];

interface Attending {
  /** The agents that one answers for, by id: what they are asked, and what they were asked a moment ago. */
  readonly agents: Readonly<Record<string, readonly Asked[]>>;
  /** Why an agent cannot be answered for (any more), by its id. */
  readonly refused: Readonly<Record<string, Refused>>;
  /** s that agents of this gateway wait for their people, 0 = they do not; null until it has said so. */
  readonly waits: number | null;
  /** Whether the panel is unfolded: by a question that came, or by the viewer (`chosen`), which lasts. */
  readonly unfolded: boolean;
  readonly chosen: boolean;
}

const KEY = "towow.attending";
/** ms; the lease is 150 s, since the timers of a tab that nobody sees may fire only once a minute */
const RENEW = 20_000;
/** ms after which a renewal without an answer is given up */
const PATIENCE = 10_000;
/** ms */
const LOOK = 2_000;

export const useAttending = create<Attending>()(() => ({ agents: {}, refused: {}, waits: null, unfolded: false, chosen: false }));

const timers = new Map<string, ReturnType<typeof setInterval>[]>();
/** The renewals under way, by agent. */
const renewing = new Map<string, Promise<unknown>>();

/** Go on with what this tab did before it was loaded again. */
export function resume(): void {
  for (const agent of kept()) void attend(agent);
}

/** Answer for this agent from now on. What the gateway has against it stands in `refused`. */
export async function attend(agent: string): Promise<void> {
  if (timers.has(agent)) return;
  timers.set(agent, []);
  useAttending.setState(({ agents, refused }) => ({ agents: { ...agents, [agent]: [] }, refused: without(refused, agent) }));
  keep();
  await renew(agent);
  if (!timers.has(agent)) return;
  timers.set(agent, [
    setInterval(() => void renew(agent), RENEW),
    setInterval(() => void look(agent), LOOK),
  ]);
  await look(agent);
}

/** Let the agent answer by itself again. */
export async function leave(agent: string): Promise<void> {
  forget(agent);
  await renewing.get(agent); // it would put the lease back
  if (timers.has(agent)) return; // attended again meanwhile
  await ask(path(agent, "attendance"), { method: "DELETE" }).catch(() => undefined); // the lease ends by itself
}

/** Let all agents answer by themselves again; what the gateway had against some is over, too. */
export async function leaveAll(): Promise<void> {
  await Promise.all([...timers.keys()].map(leave));
  useAttending.setState({ refused: {} });
}

beforeSignOut(leaveAll);

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

/** Say what one has to say. Throws Refused. */
export async function answer(question: Question, said: Answer): Promise<void> {
  await ask(path(question.agent_id, `questions/${encodeURIComponent(question.question_id)}`), { method: "POST", body: said });
  show(question.agent_id, (asked) => asked.map((one) => (one.question.question_id === question.question_id ? { ...one, fate: "sent" } : one)));
  await look(question.agent_id);
}

/** Whoever comes back to the page need not wait for the next timer, which may have slept. */
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  for (const agent of timers.keys()) {
    void renew(agent);
    void look(agent);
  }
});

function renew(agent: string): Promise<unknown> {
  const all = Promise.all([renewing.get(agent), put(agent)]);
  renewing.set(agent, all);
  return all;
}

async function put(agent: string): Promise<void> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const { waits_s } = await ask<Schemas["Attendance"]>(path(agent, "attendance"), { method: "PUT", signal });
    useAttending.setState({ waits: waits_s });
  } catch (error) {
    give(agent, error);
  }
}

async function look(agent: string): Promise<void> {
  try {
    const questions = await ask<Schemas["Questions"]>(path(agent, "questions"));
    const at = performance.now();
    show(agent, (asked) => looked(asked, questions, at));
  } catch (error) {
    give(agent, error);
  }
}

/** Another state of an agent's questions. One that is new unfolds the panel; after the last it folds again, unless the viewer unfolded it. */
function show(agent: string, change: (asked: readonly Asked[]) => readonly Asked[]): void {
  if (!timers.has(agent)) return;
  useAttending.setState(({ agents, unfolded, chosen }) => {
    const before = agents[agent] ?? [];
    const now = { ...agents, [agent]: change(before) };
    const known = new Set(before.map((one) => one.question.question_id));
    if (now[agent]?.some((one) => !known.has(one.question.question_id))) return { agents: now, unfolded: true, chosen: chosen && unfolded };
    const emptied = before.length > 0 && Object.values(now).flat().length === 0;
    return emptied ? { agents: now, unfolded: unfolded && chosen } : { agents: now };
  });
}

/** What another attempt would not change ends it; whatever else, the next attempt may go well. */
function give(agent: string, error: unknown): void {
  if (!timers.has(agent) || !(error instanceof Refused) || ![401, 403, 404].includes(error.status)) return;
  forget(agent);
  useAttending.setState(({ refused }) => ({ refused: { ...refused, [agent]: error } }));
}

function forget(agent: string): void {
  for (const timer of timers.get(agent) ?? []) clearInterval(timer);
  timers.delete(agent);
  useAttending.setState(({ agents, unfolded, chosen }) => {
    const now = without(agents, agent);
    return { agents: now, unfolded: unfolded && (chosen || Object.values(now).flat().length > 0) };
  });
  keep();
}

/** Which agents, for this tab only: another tab, or who comes after, does not go on with it. */
function keep(): void {
  try {
    if (timers.size === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify([...timers.keys()]));
  } catch {
    // A tab that is loaded again starts anew, then.
  }
}

function kept(): readonly string[] {
  try {
    return texts(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));
  } catch {
    return [];
  }
}

function path(agent: string, what: string): string {
  return `agents/${encodeURIComponent(agent)}/${what}`;
}

function without<T>(table: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => name !== key));
}
