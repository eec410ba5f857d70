// Reducers for events about the demand as a whole: gaps, subnets, cancellation, closing.
import { closePart, withPlanOutcome } from "./channelReducers";
import { readNumber, readObject, readString } from "./readJson";
import type { ChannelPart, DemandView, LogEntry, EventType, JsonObject, Status, SubnetView } from "./types";
import { fieldOr, payloadFields } from "./payload";
import { endReview } from "./reviewReducers";

type DemandReducer = (view: DemandView, payload: JsonObject, now: string) => DemandView;

/**
 * Create the view from the first event, normally `demand.submitted`. Never throws: there is no earlier view to fall
 * back to.
 */
export function createDemandView(entry: LogEntry): DemandView {
  const payload = readObject(entry.payload);
  const limits = readObject(payload.limits);
  const follows = readString(payload.follows);
  return {
    ...createChannelPart(readString(payload.channel_id), entry.timestamp, 0, readNumber(limits.max_rounds) ?? 0),
    demand_id: readString(payload.demand_id),
    raw_input: readString(payload.raw_input),
    user_id: readString(payload.user_id),
    visibility: (readString(payload.visibility) || "private") as DemandView["visibility"],
    language: (readString(payload.language) || "en") as DemandView["language"],
    today: readString(payload.today),
    timezone: readString(payload.timezone),
    model: (readString(payload.model) || "simulated") as DemandView["model"],
    limits,
    gaps: [],
    subnets: [],
    cost: { calls: 0, tokens: 0, usd: 0 },
    last_seq: 0,
    ...(follows === "" ? {} : { follows }),
  };
}

function createChannelPart(channel_id: string, now: string, depth: number, max_rounds: number): ChannelPart {
  return {
    channel_id,
    status: "processing",
    phase: "understanding",
    channel_status: "created",
    depth,
    created_at: now,
    updated_at: now,
    understanding: null,
    candidates: [],
    proposal: null,
    review: null,
    round: 0,
    max_rounds,
    evaluations: [],
    bargains: [],
    withdrawn: [],
    outcome: null,
  };
}

const onGapIdentified: DemandReducer = (view, payload) => ({
  ...view,
  phase: "after",
  gaps: fieldOr<DemandView["gaps"]>(payload, "gaps", []),
  is_complete: fieldOr(payload, "is_complete", false),
});

const onSubnetTriggered: DemandReducer = (view, payload, now) => {
  const channel = fieldOr(payload, "sub_channel_id", "");
  const depth = fieldOr(payload, "depth", 1);
  const subnet: SubnetView = {
    sub_demand_id: fieldOr(payload, "sub_demand_id", ""),
    sub_channel_id: channel,
    gap_type: fieldOr(payload, "gap_type", ""),
    sub_demand: fieldOr(payload, "sub_demand", ""),
    depth,
    fallback: fieldOr(payload, "fallback", false),
    status: "processing",
    participants: [],
    channel: createChannelPart(channel, now, depth, 0),
  };
  return { ...view, subnets: [...view.subnets, subnet] };
};

const onSubnetCompleted: DemandReducer = (view, payload, now) => ({
  ...withPlanOutcome(view, payload),
  subnets: view.subnets.map((subnet) => completeSubnet(subnet, payload, now)),
  proposal: fieldOr(payload, "proposal", view.proposal),
});

function completeSubnet(subnet: SubnetView, payload: JsonObject, now: string): SubnetView {
  if (subnet.sub_channel_id !== payload.sub_channel_id) return subnet;
  const status = fieldOr<Status>(payload, "status", "failed");
  return {
    ...subnet,
    status,
    participants: fieldOr<string[]>(payload, "participants", []),
    channel: { ...closePart(subnet.channel, status), updated_at: now },
  };
}

/** Apply a cancellation: before the outcome it is the outcome; afterwards it stops only what still runs. */
const onDemandCancelled: DemandReducer = (view, payload) => {
  const updated: DemandView = { ...endReview(view), cancelled: payloadFields<NonNullable<DemandView["cancelled"]>>(payload), phase: "after" };
  return view.status === "processing"
    ? { ...updated, status: "cancelled", channel_status: "cancelled", outcome: { status: "cancelled" } }
    : updated;
};

const onDemandClosed: DemandReducer = (view, payload, now) => {
  const updated: DemandView = { ...closePart(view, fieldOr<Status>(payload, "status", "processing")), closed_at: now };
  const totals = payload.totals as NonNullable<DemandView["cost"]["totals"]> | null | undefined;
  return totals == null ? updated : { ...updated, cost: { ...updated.cost, totals } };
};

/** Demand reducers by event type, applied to events of the root channel only. */
export const DEMAND_REDUCERS: Readonly<Partial<Record<EventType, DemandReducer>>> = {
  "towow.gap.identified": onGapIdentified,
  "towow.subnet.triggered": onSubnetTriggered,
  "towow.subnet.completed": onSubnetCompleted,
  "towow.demand.cancelled": onDemandCancelled,
  "towow.demand.closed": onDemandClosed,
};
