// Questions about a limit of the demand that the plan under review leaves, from the events of a log.
import { isAboutLimit } from "../../eventLog/reviewReducers";
import { lookUp, readObject, readString } from "../../eventLog/readJson";
import type { LogEntry } from "../../eventLog/types";
import type { Locale } from "../../i18n/locale";
import type { LimitKind } from "./limitTexts";
import { MESSAGES } from "./messages";
import { readQuestion, type OpenQuestion, type Wait } from "./reviewState";

/** Open question about a limit. */
export interface LimitQuestion {
  readonly question: OpenQuestion;
  /** Limit that the plan leaves, as the gateway names it. */
  readonly aspect: string;
  readonly wait: Wait;
}

/** Events after which nobody is asked any more. */
const ENDS: readonly string[] = ["towow.proposal.finalized", "towow.negotiation.force_finalized", "towow.negotiation.failed", "towow.demand.cancelled", "towow.demand.closed"];

/** Return the questions that are open after the events up to a moment, in the order in which they were asked. */
export function getLimitQuestions(entries: readonly LogEntry[]): readonly LimitQuestion[] {
  let open: readonly LimitQuestion[] = [];
  const channel = readObject(entries[0]?.payload).channel_id;
  for (const { event_type: type, payload: json, timestamp } of entries) {
    const payload = readObject(json);
    if (type === "towow.question.asked" && isAboutLimit(payload)) {
      open = [...open, { question: readQuestion(payload), aspect: readString(payload.aspect), wait: { startedAt: timestamp, until: readString(payload.until) } }];
    } else if (type === "towow.question.answered") {
      open = open.filter(({ question }) => question.id !== payload.question_id);
    } else if (ENDS.includes(type) && payload.channel_id === channel) {
      open = [];
    }
  }
  return open;
}

/** Kind of limit, as the page calls it, by the gateway's name. */
const KIND_BY_ASPECT: Readonly<Record<string, LimitKind>> = {
  place: "place", dates: "days", weekdays: "days", not_on: "not_on", people: "people", budget: "budget", language: "language", hours: "hours",
};

/** Return the name of a limit; an unknown one is returned unchanged. */
export function describeAspect(aspect: unknown, language: Locale): string {
  const kind = lookUp(KIND_BY_ASPECT, aspect);
  return kind === null ? readString(aspect) : MESSAGES[language].limit[kind];
}
