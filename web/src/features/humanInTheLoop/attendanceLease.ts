// How does the gateway learn that the person here answers for an agent, and the page what they are asked? Said and asked again while the panel stands.
import { ask, Refused } from "../../api/client";
import type { Schemas } from "../../api/client";
import { texts } from "../../eventLog/readJson";
import { beforeSignOut } from "../session/session";
import { looked } from "./questionState";
import { drop, enter, show, showLapsed, showRefused, useAttending } from "./attendanceStore";

const KEY = "towow.attending";
/** ms; the lease is 150 s, since the timers of a tab that nobody sees may fire only once a minute */
const RENEW = 20_000;
/** ms after which an answer of the gateway is given up */
const PATIENCE = 10_000;
/** ms */
const LOOK = 2_000;

/** One agent is answered for, from a start to its end. */
interface Attendance {
  timers: readonly ReturnType<typeof setInterval>[];
  looking: boolean;
  /** ms, by the gateway's clock: until when the lease holds. Infinite before the first answer, `-Infinity` when that failed. */
  until: number;
  /** ms by which the gateway's clock is ahead of `performance.now()`; `-Infinity` while that is not known. */
  ahead: number;
}

const attendances = new Map<string, Attendance>();
/** The last renewals, and the leases being handed back, by agent. */
const renewing = new Map<string, Promise<unknown>>();
const leaving = new Map<string, Promise<unknown>>();

/** Go on with what this tab did before it was loaded again, or showed the stage; returns what pauses it. */
export function resume(): () => void {
  for (const agent of new Set([...kept(), ...attended()])) void attend(agent);
  return pause;
}

/** Answer for this agent from now on. What the gateway has against it stands in `refused`. */
export async function attend(agent: string): Promise<void> {
  if (attendances.has(agent)) return;
  const mine: Attendance = { timers: [], looking: false, until: Infinity, ahead: -Infinity };
  attendances.set(agent, mine);
  enter(agent);
  keep();
  await leaving.get(agent);
  await renew(agent, mine);
  if (!stands(agent, mine)) return; // left, and attended again perhaps
  mine.timers = [
    setInterval(() => void renew(agent, mine), RENEW),
    setInterval(() => void look(agent, mine), LOOK),
  ];
  await look(agent, mine);
}

/** Let the agent answer by itself again. */
export async function leave(agent: string): Promise<void> {
  forget(agent);
  await handBack(agent);
}

/** Let all agents answer by themselves again; what the gateway had against some is over, too. */
async function leaveAll(): Promise<void> {
  await Promise.all(attended().map(leave));
  useAttending.setState({ refused: {} });
}

beforeSignOut(leaveAll);

/** Where no question can be shown nobody is waited for; what was asked and said stands. */
function pause(): void {
  for (const agent of [...attendances.keys()]) {
    stop(agent);
    void handBack(agent);
  }
}

/** Whoever comes back to the page need not wait for the next timer, which may have slept. */
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  for (const [agent, mine] of attendances) {
    void renew(agent, mine);
    void look(agent, mine);
  }
});

function handBack(agent: string): Promise<unknown> {
  const given = (async () => {
    await Promise.all([leaving.get(agent), renewing.get(agent)]); // these would put the lease back, or take it later
    if (attendances.has(agent)) return; // attended again meanwhile
    await ask(path(agent, "attendance"), { method: "DELETE", patience: PATIENCE }).catch(() => undefined); // the lease ends by itself
  })();
  leaving.set(agent, given);
  return given;
}

function renew(agent: string, mine: Attendance): Promise<unknown> {
  const last = Promise.all([renewing.get(agent), put(agent, mine)]).then(() => undefined);
  renewing.set(agent, last);
  return last;
}

async function put(agent: string, mine: Attendance): Promise<void> {
  if (!stands(agent, mine)) return;
  try {
    const { waits_s, attended_until } = await ask<Schemas["Attendance"]>(path(agent, "attendance"), { method: "PUT", patience: PATIENCE });
    mine.until = Date.parse(attended_until);
    if (stands(agent, mine)) useAttending.setState({ waits: waits_s });
  } catch (error) {
    if (mine.until === Infinity) mine.until = -Infinity;
    give(agent, mine, error);
  }
  tell(agent, mine);
}

async function look(agent: string, mine: Attendance): Promise<void> {
  tell(agent, mine);
  if (mine.looking) return;
  mine.looking = true;
  try {
    const questions = await ask<Schemas["Questions"]>(path(agent, "questions"), { patience: PATIENCE });
    if (!stands(agent, mine)) return;
    const at = performance.now();
    mine.ahead = Date.parse(questions.now) - at;
    // without it, it may have begun before the renewal that has been heard meanwhile
    if (questions.attended_until) mine.until = Math.max(mine.until, Date.parse(questions.attended_until));
    show(agent, (asked) => looked(asked, questions, at));
  } catch (error) {
    give(agent, mine, error);
  } finally {
    mine.looking = false;
  }
  tell(agent, mine);
}

/** Whether this is still how the agent is answered for. */
function stands(agent: string, mine: Attendance): boolean {
  return attendances.get(agent) === mine;
}

function tell(agent: string, mine: Attendance): void {
  if (stands(agent, mine)) showLapsed(agent, mine.until <= performance.now() + mine.ahead);
}

/** What another attempt would not change ends it; whatever else, the next attempt may go well. */
function give(agent: string, mine: Attendance, error: unknown): void {
  if (!stands(agent, mine) || !(error instanceof Refused) || ![401, 403, 404].includes(error.status)) return;
  forget(agent);
  showRefused(agent, error);
}

function stop(agent: string): void {
  for (const timer of attendances.get(agent)?.timers ?? []) clearInterval(timer);
  attendances.delete(agent);
}

function forget(agent: string): void {
  stop(agent);
  drop(agent);
  keep();
}

function attended(): readonly string[] {
  return Object.keys(useAttending.getState().agents);
}

/** Which agents, for this tab only: another tab, or who comes after, does not go on with it. */
function keep(): void {
  try {
    const agents = attended();
    if (agents.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(agents));
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
