// Where does an invited agent stand? From the view of its channel; the same rules for the demand's own and a subnet's.
import { known, texts } from "./readJson";
import type { Candidate, ChannelPart, Feedback, Offer } from "./types";

/**
 * Before the plan: `chosen`, `invited`, `no_answer`, `offers`, `conditional`, `wishes`, `declined`, `late`. Of the plan:
 * `asked`, `silent`, `accepts`, `negotiates`, `rejects`. Gone for good: `left`. After the outcome: `confirmed`, `optional`,
 * `gone`. `unknown`: an answer of a kind that this page does not know.
 */
export const STANDINGS = [
  "chosen",
  "invited",
  "no_answer",
  "offers",
  "conditional",
  "wishes",
  "declined",
  "late",
  "asked",
  "silent",
  "accepts",
  "negotiates",
  "rejects",
  "left",
  "confirmed",
  "optional",
  "gone",
  "unknown",
] as const;
export type Standing = (typeof STANDINGS)[number];

/** Who answered where a person was waited for. */
export type AnsweredBy = "person" | "agent";

const OFFERED: Readonly<Record<string, Standing>> = { participate: "offers", conditional: "conditional", decline: "declined" };
const SAID: Readonly<Record<string, Standing>> = { accept: "accepts", negotiate: "negotiates", reject: "rejects", withdraw: "left" };
const AWAY: readonly Standing[] = ["no_answer", "declined", "left", "gone"];

/** Where `who` stands in `part`: what became of them beats what they said, the newest plan the invitation. */
export function standingOf(who: Candidate, part: ChannelPart): Standing {
  if (hasLeft(who, part)) return "left";
  return afterOutcome(who, part) ?? ofPlan(who, part) ?? ofInvitation(who, part);
}

function hasLeft({ agent_id, feedback }: Candidate, part: ChannelPart): boolean {
  return feedback?.feedback_type === "withdraw" || (part.withdrawn ?? []).some((gone) => gone.agent_id === agent_id);
}

function afterOutcome({ agent_id }: Candidate, part: ChannelPart): Standing | null {
  if (part.outcome?.status !== "finalized" && part.outcome?.status !== "force_finalized") return null;
  const { confirmed, optional } = participantsOf(part);
  if (confirmed.includes(agent_id)) return "confirmed";
  if (optional.includes(agent_id)) return "optional";
  return part.review?.sent_to?.includes(agent_id) ? "gone" : null;
}

/** What was said of the version under review; null = it was not sent to this one. */
function ofPlan({ agent_id, feedback }: Candidate, part: ChannelPart): Standing | null {
  if (!part.review?.sent_to?.includes(agent_id)) return null;
  if (feedback?.proposal_version === part.review.version) return standingOfFeedback(feedback);
  return part.status === "processing" && part.phase === "negotiating" ? "asked" : "silent";
}

function ofInvitation({ offer }: Candidate, part: ChannelPart): Standing {
  if (offer) return offer.late && offer.decision !== "decline" ? "late" : standingOfOffer(offer);
  if (part.status !== "processing") return "no_answer";
  if (part.phase === "collecting") return "invited";
  return part.phase === "filtering" ? "chosen" : "no_answer";
}

/** What an answer to the invitation says, whenever it came. */
export function standingOfOffer({ decision, response_type }: Offer): Standing {
  if (decision !== "decline" && response_type === "negotiate") return "wishes";
  return known(OFFERED, decision) ?? "unknown";
}

/** What an answer to a plan says. */
export function standingOfFeedback({ feedback_type }: Feedback): Standing {
  return known(SAID, feedback_type) ?? "unknown";
}

/** Who is in: as the newest plan has it, else as the outcome told it, which stays as it was. */
export function participantsOf({ proposal, outcome }: ChannelPart): { readonly confirmed: readonly string[]; readonly optional: readonly string[] } {
  return {
    confirmed: texts(proposal?.confirmed_participants ?? outcome?.confirmed_participants),
    optional: texts(proposal?.optional_participants ?? outcome?.optional_participants),
  };
}

/** Whether it takes no part, or no more. */
export function away(standing: Standing): boolean {
  return AWAY.includes(standing);
}

/** Who of the plan is out of it: rejected it, or left. */
export function goneFrom(part: ChannelPart): readonly string[] {
  return (part.candidates ?? []).filter((who) => ["gone", "left"].includes(standingOf(who, part))).map((who) => who.agent_id);
}

/** Whether the person or, in their stead, the agent gave an answer; null = nobody was waited for. */
export function answeredBy(answer: Offer | Feedback | null | undefined): AnsweredBy | null {
  const who: unknown = answer && "answered_by" in answer ? answer.answered_by : null;
  return who === "person" || who === "agent" ? who : null;
}

/** Whether its person gave the newest of its answers. */
export function inPerson({ offer, feedback }: Candidate): boolean {
  return answeredBy(feedback ?? offer) === "person";
}
