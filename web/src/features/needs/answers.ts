// How many of those who were asked have answered, at the invitation and on a plan.
import { getAgentStatus, type AgentStatus } from "../../eventLog/agentStatus";
import { readObjects } from "../../eventLog/readJson";
import { getReserveAgents } from "../../eventLog/reserves";
import type { ChannelPart } from "../../eventLog/types";
import type { Tone } from "../../ui/Badge";
import { AGENT_STATUS_LOOKS } from "../../ui/agentStatusLooks";

/** One answer that is due: given or not. */
export interface Answer {
  readonly agentId: string;
  readonly answered: boolean;
  /** Never good, since only a complete outcome is. */
  readonly tone: Tone;
}

const UNANSWERED: readonly AgentStatus[] = ["chosen", "invited", "no_answer", "asked", "silent"];

/** Return the answers that are due on the newest plan, before it those to the invitation; reserves are not asked. */
export function getAnswers(part: ChannelPart): readonly Answer[] {
  const { review, candidates } = part;
  const reserves = getReserveAgents(part.proposal);
  const asked = readObjects(candidates).filter(({ agent_id }) => (review === null ? true : review.sent_to?.includes(agent_id) && !reserves.has(agent_id)));
  return asked
    .map((candidate) => ({ candidate, status: getAgentStatus(candidate, part) }))
    .filter(({ status }) => review === null || status !== "left")
    .map(({ candidate, status }) => {
      const answered = review === null ? candidate.offer !== null : candidate.feedback?.proposal_version === review.version;
      return { agentId: candidate.agent_id, answered, tone: answered ? getTone(status) : "plain" };
    });
}

function getTone(status: AgentStatus): Tone {
  const { tone } = AGENT_STATUS_LOOKS[status];
  if (UNANSWERED.includes(status)) return "plain";
  return tone === "good" ? "brand" : tone;
}

/** Count the answers that were given. */
export function countAnswered(answers: readonly Answer[]): number {
  return answers.filter(({ answered }) => answered).length;
}
