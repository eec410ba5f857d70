// What a stage that has shown everything waits for.
import type { Connection } from "../../eventLog/logStore";
import { readObjects } from "../../eventLog/readJson";
import { getReserveAgents } from "../../eventLog/reserves";
import type { ChannelPart, DemandView } from "../../eventLog/types";
import type { Locale } from "../../i18n/locale";
import { PRESENTER_MESSAGES } from "./presenterMessages";
import { clipNames, listShortly } from "./spokenText";

/** Describe what the log waits for: people with their names, or a step; "" once it has ended. */
export function describeWaiting(view: DemandView | null, connection: Connection, language: Locale): string {
  const messages = PRESENTER_MESSAGES[language];
  if (connection === "lost" || connection === "full") return messages.waitsFor(messages.gateway);
  if (view === null) return messages.waitsFor(messages.first);
  if (view.status !== "processing" && view.phase === "closed") return "";
  const subnet = view.subnets.findLast(({ status }) => status === "processing");
  const part = subnet?.channel ?? view;
  const silent = listSilent(part);
  if (silent.length > 0) return messages.waitsFor(messages.answers(silent.length, listShortly(clipNames(silent), 2, language)));
  return messages.waitsFor(messages.phase[part.phase] ?? messages.phase.after);
}

/** List the names of those who were asked and have not answered. */
function listSilent(part: ChannelPart): readonly string[] {
  const candidates = readObjects(part.candidates);
  if (part.phase === "collecting") return candidates.filter(({ offer }) => !offer).map(({ display_name }) => display_name);
  if (part.phase !== "negotiating" || !part.review) return [];
  const { sent_to, version } = part.review;
  const reserves = getReserveAgents(part.proposal);
  return candidates
    .filter(({ agent_id, feedback }) => sent_to.includes(agent_id) && !reserves.has(agent_id) && feedback?.proposal_version !== version)
    .map(({ display_name }) => display_name);
}
