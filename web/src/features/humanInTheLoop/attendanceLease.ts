// Attendance leases: tells the gateway for which agents the user answers in person, and polls their questions.
import { fetchJson, ApiError, type Schemas } from "../../api/client";
import { beforeSignOut } from "../session/session";
import { mergeQuestions } from "./questionState";
import { readStoredAgents, storeAgents } from "./storedAgents";
import { removeAgent, addAgent, updateQuestions, setLapsed, setAgentError, useAttendanceStore } from "./attendanceStore";

/** Renewal interval (ms); the lease lasts 150 s, since timers of hidden tabs may fire only once a minute. */
const RENEW_MS = 20_000;
/** Request time limit (ms). */
const TIMEOUT_MS = 10_000;
/** Polling interval (ms) for questions. */
const POLL_MS = 2_000;

/** Local state of one lease, from acquisition to release. */
interface Lease {
  timers: readonly ReturnType<typeof setInterval>[];
  polling: boolean;
  /**
   * End of the lease (ms, gateway clock): Infinity before the first response, -Infinity when the first renewal failed.
   */
  expiresAt: number;
  /** Offset (ms) of the gateway's clock to `performance.now()`; -Infinity while unknown. */
  clockOffset: number;
}

const leases = new Map<string, Lease>();
/** Latest renewals and releases in progress, by agent. */
const pendingRenewals = new Map<string, Promise<unknown>>();
const pendingReleases = new Map<string, Promise<unknown>>();

/**
 * Resume the leases that this tab held before a reload or a visit to the stage; returns a function that pauses them.
 */
export function resumeLeases(): () => void {
  for (const agent of new Set([...readStoredAgents(), ...getAttendedAgents()])) void acquireLease(agent);
  return pauseLeases;
}

/** Start to answer for an agent, and keep renewing the lease. Permanent errors are stored in the attendance store. */
export async function acquireLease(agent: string): Promise<void> {
  if (leases.has(agent)) return;
  const lease: Lease = { timers: [], polling: false, expiresAt: Infinity, clockOffset: -Infinity };
  leases.set(agent, lease);
  addAgent(agent);
  storeAgents(getAttendedAgents());
  await pendingReleases.get(agent);
  await queueRenewal(agent, lease);
  if (!isCurrent(agent, lease)) return; // Released, and possibly acquired again, in the meantime.
  lease.timers = [
    setInterval(() => void queueRenewal(agent, lease), RENEW_MS),
    setInterval(() => void pollQuestions(agent, lease), POLL_MS),
  ];
  await pollQuestions(agent, lease);
}

/** Stop answering for an agent and delete its lease. */
export async function releaseLease(agent: string): Promise<void> {
  forgetAgent(agent);
  await deleteLease(agent);
}

/** Release all leases and dismiss their errors; runs before signing out. */
async function releaseAllLeases(): Promise<void> {
  await Promise.all(getAttendedAgents().map(releaseLease));
  useAttendanceStore.setState({ errors: {} });
}

beforeSignOut(releaseAllLeases);

/** Delete all leases where no question can be shown; stored agents and questions are kept. */
function pauseLeases(): void {
  for (const agent of [...leases.keys()]) {
    stopTimers(agent);
    void deleteLease(agent);
  }
}

/** Renew at once when the page becomes visible: timers may have been throttled. */
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  for (const [agent, lease] of leases) {
    void queueRenewal(agent, lease);
    void pollQuestions(agent, lease);
  }
});

function deleteLease(agent: string): Promise<unknown> {
  const release = (async () => {
    await Promise.all([pendingReleases.get(agent), pendingRenewals.get(agent)]); // A late renewal would recreate the lease.
    if (leases.has(agent)) return; // Acquired again in the meantime.
    await fetchJson(getAgentPath(agent, "attendance"), { method: "DELETE", timeoutMs: TIMEOUT_MS }).catch(() => undefined); // The lease expires by itself.
  })();
  pendingReleases.set(agent, release);
  return release;
}

function queueRenewal(agent: string, lease: Lease): Promise<unknown> {
  const renewals = Promise.all([pendingRenewals.get(agent), renewLease(agent, lease)]).then(() => undefined);
  pendingRenewals.set(agent, renewals);
  return renewals;
}

async function renewLease(agent: string, lease: Lease): Promise<void> {
  if (!isCurrent(agent, lease)) return;
  try {
    const { waits_s, attended_until } = await fetchJson<Schemas["AttendanceLease"]>(getAgentPath(agent, "attendance"), { method: "PUT", timeoutMs: TIMEOUT_MS });
    lease.expiresAt = Date.parse(attended_until);
    if (isCurrent(agent, lease)) useAttendanceStore.setState({ waitS: waits_s });
  } catch (error) {
    if (lease.expiresAt === Infinity) lease.expiresAt = -Infinity;
    endOnPermanentError(agent, lease, error);
  }
  publishLapse(agent, lease);
}

async function pollQuestions(agent: string, lease: Lease): Promise<void> {
  publishLapse(agent, lease);
  if (lease.polling) return;
  lease.polling = true;
  try {
    const questions = await fetchJson<Schemas["PendingQuestionPage"]>(getAgentPath(agent, "questions"), { timeoutMs: TIMEOUT_MS });
    if (!isCurrent(agent, lease)) return;
    const nowMs = performance.now();
    lease.clockOffset = Date.parse(questions.now) - nowMs;
    // Without the field, the poll may have started before a renewal that has been confirmed since.
    if (questions.attended_until) lease.expiresAt = Math.max(lease.expiresAt, Date.parse(questions.attended_until));
    updateQuestions(agent, (asked) => mergeQuestions(asked, questions, nowMs));
  } catch (error) {
    endOnPermanentError(agent, lease, error);
  } finally {
    lease.polling = false;
  }
  publishLapse(agent, lease);
}

/** Whether this is still the agent's current lease. */
function isCurrent(agent: string, lease: Lease): boolean {
  return leases.get(agent) === lease;
}

function publishLapse(agent: string, lease: Lease): void {
  if (isCurrent(agent, lease)) setLapsed(agent, lease.expiresAt <= performance.now() + lease.clockOffset);
}

/** End the lease after 401, 403 or 404; other errors are retried. */
function endOnPermanentError(agent: string, lease: Lease, error: unknown): void {
  if (!isCurrent(agent, lease) || !(error instanceof ApiError) || ![401, 403, 404].includes(error.status)) return;
  forgetAgent(agent);
  setAgentError(agent, error);
}

function stopTimers(agent: string): void {
  for (const timer of leases.get(agent)?.timers ?? []) clearInterval(timer);
  leases.delete(agent);
}

function forgetAgent(agent: string): void {
  stopTimers(agent);
  removeAgent(agent);
  storeAgents(getAttendedAgents());
}

function getAttendedAgents(): readonly string[] {
  return Object.keys(useAttendanceStore.getState().agents);
}

function getAgentPath(agent: string, resource: string): string {
  return `agents/${encodeURIComponent(agent)}/${resource}`;
}
