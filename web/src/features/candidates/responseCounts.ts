// How many of a channel were invited, have answered, would take part?
import type { ChannelPart } from "../../eventLog/types";
import { standingOf } from "../../eventLog/agentStatus";

export function tally(part: ChannelPart): { readonly invited: number; readonly answered: number; readonly willing: number } {
  const candidates = part.candidates ?? [];
  const answered = candidates.filter(({ offer }) => offer);
  return {
    invited: candidates.length,
    answered: answered.length,
    willing: answered.filter((who) => who.offer?.decision !== "decline" && standingOf(who, part) !== "left").length,
  };
}
