// Short summary of a negotiation's event, for the replay bar.
import { readPlanOutcome } from "../../eventLog/planOutcome";
import { lookUp, readString } from "../../eventLog/readJson";
import type { LogEntry } from "../../eventLog/types";
import type { Locale } from "../../i18n/locale";
import { describePartly } from "../negotiation/agreement";
import { MESSAGES } from "./messages";

/** Event types of an agreement. */
const AGREEMENTS: readonly string[] = ["towow.proposal.finalized", "towow.negotiation.force_finalized"];

/** Return a short summary of an event: agent and event name. */
export function summarizeEntry({ event_type, payload }: LogEntry, language: Locale): string {
  const messages = MESSAGES[language];
  const ended = AGREEMENTS.includes(event_type) ? readPlanOutcome(payload) : null;
  const summary = ended?.complete === false ? describePartly(ended, language) : (lookUp<string>(messages.what, event_type) ?? messages.unknown);
  const name = readString(payload.display_name);
  return name === "" ? summary : messages.by(name, summary);
}
