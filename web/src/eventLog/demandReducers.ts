// What does each event change of the demand as a whole: its beginning, gaps, subnets, cancel and close?
import { ended } from "./channelReducers";
import { amount, fields, text } from "./readJson";
import type { ChannelPart, DemandView, Entry, EventType, Json, Status, SubnetView } from "./types";
import { field, told } from "./payload";

type DemandChange = (view: DemandView, payload: Json, now: string) => DemandView;

/**
 * The view of a log that holds one event so far: as a rule `demand.submitted`, which says what is fixed. Never fails: there
 * is no view before it that could stay.
 */
export function opened(entry: Entry): DemandView {
  const payload = fields(entry.payload);
  const limits = fields(payload.limits);
  const follows = text(payload.follows);
  return {
    ...newChannel(text(payload.channel_id), entry.timestamp, 0, amount(limits.max_rounds) ?? 0),
    demand_id: text(payload.demand_id),
    raw_input: text(payload.raw_input),
    user_id: text(payload.user_id),
    visibility: (text(payload.visibility) || "private") as DemandView["visibility"],
    language: (text(payload.language) || "en") as DemandView["language"],
    today: text(payload.today),
    timezone: text(payload.timezone),
    model: (text(payload.model) || "simulated") as DemandView["model"],
    limits,
    gaps: [],
    subnets: [],
    cost: { calls: 0, tokens: 0, usd: 0 },
    last_seq: 0,
    ...(follows === "" ? {} : { follows }),
  };
}

function newChannel(channel_id: string, now: string, depth: number, max_rounds: number): ChannelPart {
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

const gapsIdentified: DemandChange = (view, payload) => ({
  ...view,
  phase: "after",
  gaps: field<DemandView["gaps"]>(payload, "gaps", []),
  is_complete: field(payload, "is_complete", false),
});

const subnetTriggered: DemandChange = (view, payload, now) => {
  const channel = field(payload, "sub_channel_id", "");
  const depth = field(payload, "depth", 1);
  const subnet: SubnetView = {
    sub_demand_id: field(payload, "sub_demand_id", ""),
    sub_channel_id: channel,
    gap_type: field(payload, "gap_type", ""),
    sub_demand: field(payload, "sub_demand", ""),
    depth,
    fallback: field(payload, "fallback", false),
    status: "processing",
    participants: [],
    channel: newChannel(channel, now, depth, 0),
  };
  return { ...view, subnets: [...view.subnets, subnet] };
};

const subnetCompleted: DemandChange = (view, payload, now) => ({
  ...view,
  subnets: view.subnets.map((subnet) => completed(subnet, payload, now)),
  proposal: field(payload, "proposal", view.proposal),
});

function completed(subnet: SubnetView, payload: Json, now: string): SubnetView {
  if (subnet.sub_channel_id !== payload.sub_channel_id) return subnet;
  const status = field<Status>(payload, "status", "failed");
  return {
    ...subnet,
    status,
    participants: field<string[]>(payload, "participants", []),
    channel: { ...ended(subnet.channel, status), updated_at: now },
  };
}

/** Before the outcome it is the outcome; afterwards it only stops what is still being completed. */
const cancelled: DemandChange = (view, payload) => {
  const stopped: DemandView = { ...view, cancelled: told<NonNullable<DemandView["cancelled"]>>(payload), phase: "after" };
  return view.status === "processing"
    ? { ...stopped, status: "cancelled", channel_status: "cancelled", outcome: { status: "cancelled" } }
    : stopped;
};

const closed: DemandChange = (view, payload, now) => {
  const over: DemandView = { ...ended(view, field<Status>(payload, "status", "processing")), closed_at: now };
  const totals = payload.totals as NonNullable<DemandView["cost"]["totals"]> | null | undefined;
  return totals == null ? over : { ...over, cost: { ...over.cost, totals } };
};

/** What concerns the demand as a whole; only events of its own channel do. */
export const DEMAND_CHANGES: Readonly<Partial<Record<EventType, DemandChange>>> = {
  "towow.gap.identified": gapsIdentified,
  "towow.subnet.triggered": subnetTriggered,
  "towow.subnet.completed": subnetCompleted,
  "towow.demand.cancelled": cancelled,
  "towow.demand.closed": closed,
};
