// Counts of invited, answered and willing candidates.
import type { ChannelPart } from "../../eventLog/types";
import { getAgentStatus } from "../../eventLog/agentStatus";

/** Count the candidates of a channel: invited, answered, and willing to take part. */
export function countResponses(part: ChannelPart): { readonly invited: number; readonly answered: number; readonly willing: number } {
  const candidates = part.candidates ?? [];
  const answered = candidates.filter(({ offer }) => offer);
  return {
    invited: candidates.length,
    answered: answered.length,
    willing: answered.filter((candidate) => candidate.offer?.decision !== "decline" && getAgentStatus(candidate, part) !== "left").length,
  };
}
