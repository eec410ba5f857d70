// The people of an agreed plan: their part and fee, why they were chosen, who answered, what they insist on, what was not checked.
import { getAnswerSource, type AnswerSource } from "../../eventLog/agentStatus";
import { readObjects, readString, readStrings } from "../../eventLog/readJson";
import type { Candidate, ChannelPart, DemandView } from "../../eventLog/types";
import type { Locale } from "../../i18n/locale";
import { normalizePlan, type NormalizedAssignment } from "../proposal/normalizedPlan";
import type { TermName } from "../terms/messages";
import { describeTerms } from "../terms/termTexts";
import { readUnderstanding } from "../understanding/demandReading";
import { listParticipants, type Participant } from "./outcomeParticipants";
import { getPlanCosts, type PersonCost } from "./planCosts";

/** What nobody has checked of a person: no fee is known, nor for how many they have room; a rule chose them or answered. */
export type Unchecked = "fee" | "room" | "chosenByRule" | "answeredByRule";

/** Person of an agreed plan. */
export interface EventPerson extends Participant {
  /** Null when the plan names no fee at all. */
  readonly cost: PersonCost | null;
  /** Why they were chosen, in the words of the log; "" when it does not say. */
  readonly why: string;
  /** Who gave the newest answer: the person, the agent after the person's time, or the agent alone; null without an answer. */
  readonly answeredBy: AnswerSource | "alone" | null;
  /** Conditions, and terms that are no fee and no time. */
  readonly insistsOn: readonly TermLine[];
  readonly unchecked: readonly Unchecked[];
}

/** Condition or term; `name` is null for a condition in the person's own words. */
export interface TermLine {
  readonly name: TermName | null;
  readonly text: string;
}

/** Terms that a person insists on. */
const INSISTED: readonly TermName[] = ["notice", "deposit", "dates", "notOn", "condition"];

/** List the people of the shown plan, as `listParticipants` does. */
export function listEventPeople(view: DemandView, language: Locale): readonly EventPerson[] {
  const costs = getPlanCosts(view);
  const plan = view.proposal ? normalizePlan(view.proposal) : null;
  const candidates = listCandidates(view);
  return listParticipants(view).map((participant) => {
    const candidate = candidates.find(({ agent_id }) => agent_id === participant.agentId) ?? null;
    const held = (plan?.assignments ?? []).filter(({ agentId, reserve }) => agentId === participant.agentId && !reserve);
    const cost = costs?.people.find(({ agentId }) => agentId === participant.agentId) ?? null;
    return {
      ...participant,
      cost,
      why: readString(candidate?.reason),
      answeredBy: getAnswerer(candidate),
      insistsOn: participant.status === "left" ? [] : listInsisted(candidate, held, language),
      unchecked: participant.status === "left" ? [] : listUnchecked(view, candidate, held),
    };
  });
}

/** List the candidates of the demand and its subnets. */
function listCandidates(view: DemandView): readonly Candidate[] {
  const parts: readonly ChannelPart[] = [view, ...(view.subnets ?? []).map(({ channel }) => channel)];
  return parts.flatMap((part) => readObjects(part?.candidates));
}

function getAnswerer(candidate: Candidate | null): EventPerson["answeredBy"] {
  const answer = candidate?.feedback ?? candidate?.offer;
  return answer ? (getAnswerSource(answer) ?? "alone") : null;
}

function listInsisted(candidate: Candidate | null, held: readonly NormalizedAssignment[], language: Locale): readonly TermLine[] {
  const conditions = readStrings(candidate?.offer?.conditions);
  const terms = held.flatMap((part) => describeTerms(part.terms, language, conditions)).filter(({ name }) => INSISTED.includes(name));
  const lines = [...conditions.map((text) => ({ name: null, text })), ...terms.map(({ name, text }) => ({ name: name === "condition" ? null : name, text }))];
  return lines.filter(({ text }, index) => lines.findIndex((other) => other.text === text) === index);
}

function listUnchecked(view: DemandView, candidate: Candidate | null, held: readonly NormalizedAssignment[]): readonly Unchecked[] {
  const { limits } = readUnderstanding(view.understanding);
  const fee = limits.budget !== null && held.length > 0 && !held.some(({ terms }) => terms?.fee);
  return [
    ...(fee ? ["fee" as const] : []),
    ...(limits.people !== null && isRoomUnknown(view, held) ? ["room" as const] : []),
    ...(candidate?.is_fallback === true ? ["chosenByRule" as const] : []),
    ...((candidate?.feedback ?? candidate?.offer)?.fallback === true ? ["answeredByRule" as const] : []),
  ];
}

/** Whether nothing is known of a person's room although others say theirs for the same role. */
function isRoomUnknown({ proposal }: DemandView, held: readonly NormalizedAssignment[]): boolean {
  const saying = (proposal ? normalizePlan(proposal).assignments : []).filter(({ terms }) => terms !== null && terms.people !== null);
  return held.length > 0 && held.every(({ agentId, role }) => !saying.some((other) => other.agentId === agentId) && saying.some((other) => other.role === role && role !== ""));
}
