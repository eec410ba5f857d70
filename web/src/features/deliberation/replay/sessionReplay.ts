// What the replay bar shows of a session: decisions and plans as key moments, a summary of each event.
import { lookUp, readObject, readString } from "../../../eventLog/readJson";
import type { LogEntry } from "../../../eventLog/types";
import type { Locale } from "../../../i18n/locale";
import type { KeyMoment } from "../../replay/keyMoments";
import type { ReplaySource } from "../../replay/replaySource";
import { MESSAGES } from "../messages";
import { readRound } from "../model/readPayload";
import type { HostAction, Role } from "../model/sessionEvents";
import { SESSION_LOG } from "../model/sessionLog";
import { EVENT_MESSAGES } from "./messages";

const DECISION_KINDS: Readonly<Record<HostAction, KeyMoment["kind"]>> = { continue: "verdict", converge: "good", force_opposition: "bad", terminate: "warn" };

function getKind({ event_type, payload }: LogEntry): KeyMoment["kind"] | null {
  switch (event_type) {
    case "agent_output":
      return readObject(payload.metadata).plan === undefined ? null : "plan";
    case "host_decision":
      return lookUp<KeyMoment["kind"]>(DECISION_KINDS, payload.action) ?? "verdict";
    case "final_report":
    case "session_ended":
      return "end";
    default:
      return null;
  }
}

/** Find the plans and decisions in a log; the first plan of each round marks its start. */
export function findSessionMoments(entries: readonly LogEntry[]): KeyMoment[] {
  let lastRound = 0;
  return entries.flatMap((entry) => {
    const kind = getKind(entry);
    if (kind === null) return [];
    const round = kind === "plan" ? readRound(entry.payload.round, 0) : 0;
    const startsRound = round > lastRound;
    if (startsRound) lastRound = round;
    return [{ seq: entry.seq, kind, round: startsRound ? round : null }];
  });
}

/** Return a short summary of an event: who and what. */
export function summarizeSessionEvent({ event_type, payload }: LogEntry, language: Locale): string {
  const messages = EVENT_MESSAGES[language];
  const what = lookUp<string>(messages.what, event_type) ?? messages.unknown;
  const role: Role | null = event_type === "host_decision" ? "host" : (readString(payload.agent) as Role);
  const who = lookUp<string>(MESSAGES[language].role, role);
  return who === null ? what : messages.by(who, what);
}

/** Replay of the open session. */
export const SESSION_REPLAY: ReplaySource = { log: SESSION_LOG, findKeyMoments: findSessionMoments, summarize: summarizeSessionEvent };
