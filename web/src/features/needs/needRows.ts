// Rows of the needs board: a row per need with the people attached to it, reserves and others apart.
import { getAgentStatus, isAnsweredByPerson, isOut, type AgentStatus } from "../../eventLog/agentStatus";
import { getPlanOutcome } from "../../eventLog/planOutcome";
import { readNumber, readObject, readObjects, readString } from "../../eventLog/readJson";
import type { Candidate, ChannelPart } from "../../eventLog/types";
import { getConfirmedHolders, readParts, type HeldPart } from "./holderRule";
import { NO_TIES, type NeedTies } from "./needTies";

/**
 * State of a need: nobody, asked, offered or planned while it is open; met; and unmet when the negotiation is over,
 * `missing` if the need is required, otherwise `unfilled`.
 */
export type NeedState = "open" | "asked" | "offered" | "planned" | "met" | "missing" | "unfilled";

/** One person in a row. */
export interface NeedSeat {
  readonly agentId: string;
  readonly name: string;
  readonly status: AgentStatus;
  /** Whether the plan has them in this row, not in reserve. */
  readonly holds: boolean;
  /** Whether their newest answer was given by the person, not by the agent. */
  readonly byPerson: boolean;
  /** Of a reserve or another person, the role in the plan; "" otherwise. */
  readonly role: string;
}

/** One need and everybody attached to it. */
export interface NeedRow {
  readonly id: string;
  readonly need: string;
  /** People that it asks for, and those that are confirmed. */
  readonly count: number;
  readonly confirmed: number;
  readonly required: boolean;
  readonly state: NeedState;
  readonly seats: readonly NeedSeat[];
}

/** Everything that the board shows. */
export interface NeedRows {
  readonly rows: readonly NeedRow[];
  /** People that no need is known for. */
  readonly others: readonly NeedSeat[];
  readonly reserves: readonly NeedSeat[];
  /** Number of rows that are met. */
  readonly met: number;
}

type Need = Pick<NeedRow, "id" | "need" | "count" | "required">;

const OFFERING: readonly AgentStatus[] = ["offers", "conditional", "wishes", "late", "accepts", "negotiates", "asked"];

/** Return the needs of a channel as they are understood at the shown moment; those of the outcome if it names others. */
export function readNeeds(part: ChannelPart): readonly Need[] {
  const understood = readObjects(readObject(part.understanding).needs).map((need) => ({
    id: readString(need.id), need: readString(need.need), count: Math.max(1, readNumber(need.count) ?? 1), required: need.required !== false,
  }));
  const told = getPlanOutcome(part)?.needs ?? [];
  return told.length === 0 ? understood : told.map(({ id, need }) => understood.find((each) => each.id === id) ?? { id, need, count: 1, required: true });
}

/** Return the rows of a channel; `ties` attach people that no plan has yet. */
export function computeNeedRows(part: ChannelPart, ties: NeedTies = NO_TIES): NeedRows {
  const needs = readNeeds(part);
  const parts = readParts(part.proposal);
  const seatOf = createSeats(part, parts);
  const ids = [...new Set([...readObjects(part.candidates).map(({ agent_id }) => agent_id), ...parts.map(({ agentId }) => agentId)])];
  const isHeld = (agentId: string): boolean => parts.some((held) => held.agentId === agentId);
  const rowsOf = (agentId: string): readonly string[] => {
    const held = parts.filter((each) => each.agentId === agentId);
    return held.length > 0 ? held.filter(({ reserve }) => !reserve).map(({ need }) => need) : (ties.get(agentId) ?? []);
  };
  const rows = needs.map((need) => createRow(need, part, ids.filter((id) => rowsOf(id).includes(need.id)).map((id) => seatOf(id, need.id))));
  const isTied = (agentId: string): boolean => rowsOf(agentId).some((id) => needs.some((need) => need.id === id));
  const reserves = parts.filter(({ reserve }) => reserve);
  const others = ids.filter((id) => (isHeld(id) ? parts.some((held) => held.agentId === id && !held.reserve && !needs.some((need) => need.id === held.need)) : !isTied(id)));
  return {
    rows,
    others: others.map((id) => seatOf(id, null)),
    reserves: reserves.map((held) => ({ ...seatOf(held.agentId, held.need), holds: false, status: "reserve", role: held.role })),
    met: rows.filter(({ state }) => state === "met").length,
  };
}

function createSeats(part: ChannelPart, parts: readonly HeldPart[]): (agentId: string, need: string | null) => NeedSeat {
  const candidates = new Map(readObjects(part.candidates).map((candidate) => [candidate.agent_id, candidate]));
  return (agentId, need) => {
    // Whoever joined through a subnet is no candidate here.
    const candidate = candidates.get(agentId) ?? ({ agent_id: agentId, offer: null, feedback: null } as Candidate);
    const held = parts.find((each) => each.agentId === agentId && !each.reserve && (need === null || each.need === need));
    const name = [readString(candidate.display_name), ...parts.filter((each) => each.agentId === agentId).map((each) => each.name)].find((each) => each !== "") ?? agentId;
    return { agentId, name, status: getAgentStatus(candidate, part), holds: held !== undefined, byPerson: isAnsweredByPerson(candidate), role: need === null ? (held?.role ?? "") : "" };
  };
}

function createRow(need: Need, part: ChannelPart, seats: readonly NeedSeat[]): NeedRow {
  const confirmed = getConfirmedHolders(need.id, part.proposal, readObject(part.understanding).limits);
  const told = getPlanOutcome(part)?.needs.find(({ id }) => id === need.id);
  const isMet = told?.met ?? (part.status !== "processing" && confirmed.size >= need.count);
  const ordered = [...seats].sort((one, other) => rank(one) - rank(other));
  return { ...need, confirmed: Math.min(confirmed.size, need.count), seats: ordered, state: isMet ? "met" : getUnmetState(need, part, seats) };
}

/** Holders first, then those who may join, then those who do not. */
function rank({ holds, status }: NeedSeat): number {
  if (holds) return 0;
  return isOut(status) ? 2 : 1;
}

function getUnmetState({ required }: Need, { status }: ChannelPart, seats: readonly NeedSeat[]): NeedState {
  if (status !== "processing") return required ? "missing" : "unfilled";
  if (seats.some(({ holds }) => holds)) return "planned";
  if (seats.some((seat) => OFFERING.includes(seat.status))) return "offered";
  return seats.some((seat) => !isOut(seat.status)) ? "asked" : "open";
}
