// What the replay bar moves through: a log, its key moments, and a summary of each event.
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { AnyEventLog, EventLogState } from "../../eventLog/eventLog";
import type { LogEntry } from "../../eventLog/types";
import type { Locale } from "../../i18n/locale";
import { findKeyMoments, type KeyMoment } from "./keyMoments";
import { DEMAND_LOG } from "../../eventLog/logStore";
import { summarizeEntry } from "./entrySummary";

/** Log that can be replayed. */
export interface ReplaySource {
  readonly log: AnyEventLog;
  readonly findKeyMoments: (entries: readonly LogEntry[]) => readonly KeyMoment[];
  /** Return a short summary of an event: agent and event name. */
  readonly summarize: (entry: LogEntry, language: Locale) => string;
}

/** Context of the log that the replay controls move through; that of the open demand unless another is provided. */
export const ReplaySourceContext = createContext<ReplaySource>({ log: DEMAND_LOG, findKeyMoments, summarize: summarizeEntry });

/** Return what the replay controls move through. */
export function useReplaySource(): ReplaySource {
  return useContext(ReplaySourceContext);
}

/** Return a value of the log's state. */
export function useReplayLog<T>(select: (state: EventLogState<unknown>) => T): T {
  return useStore(useReplaySource().log.store, select);
}
