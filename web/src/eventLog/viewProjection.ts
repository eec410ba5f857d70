// Projection of a demand's event log to its view, equivalent to the gateway's.
import { CHANNEL_REDUCERS } from "./channelReducers";
import { DEMAND_REDUCERS, createDemandView } from "./demandReducers";
import { readNumber, readObject } from "./readJson";
import type { ChannelPart, Cost, DemandView, LogEntry, EventType, JsonObject, SubnetView } from "./types";

/**
 * Return the view after one more event; `view` is null before the first. Known events change nothing; events of unknown
 * type or channel change only `last_seq`, `updated_at` and `cost`. The given view is not mutated.
 */
export function projectEvent(view: DemandView | null, entry: LogEntry): DemandView {
  if (view !== null && entry.seq <= view.last_seq) return view;
  const before = view ?? createDemandView(entry);
  const cost = updateCost(before.cost, readObject(entry.payload.spent));
  return applyEntry({ ...before, last_seq: entry.seq, updated_at: entry.timestamp, cost }, entry);
}

function applyEntry(view: DemandView, entry: LogEntry): DemandView {
  const channel = entry.payload.channel_id;
  if (channel !== view.channel_id) {
    return { ...view, subnets: view.subnets.map((subnet) => applyToSubnet(subnet, entry)) };
  }
  const change = findReducer(DEMAND_REDUCERS, entry.event_type);
  return change ? change(view, entry.payload, entry.timestamp) : applyToChannel(view, entry);
}

function applyToChannel<P extends ChannelPart>(part: P, entry: LogEntry): P {
  const change = findReducer(CHANNEL_REDUCERS, entry.event_type);
  return change ? change(part, entry.payload) : part;
}

function applyToSubnet(subnet: SubnetView, entry: LogEntry): SubnetView {
  if (subnet.sub_channel_id !== entry.payload.channel_id) return subnet;
  return { ...subnet, channel: { ...applyToChannel(subnet.channel, entry), updated_at: entry.timestamp } };
}

function updateCost(before: Cost, now: JsonObject): Cost {
  return {
    ...before,
    calls: readNumber(now.calls) ?? before.calls,
    tokens: readNumber(now.tokens) ?? before.tokens,
    usd: readNumber(now.usd) ?? before.usd,
  };
}

function findReducer<C>(table: Readonly<Partial<Record<EventType, C>>>, type: string): C | undefined {
  return Object.hasOwn(table, type) ? table[type as EventType] : undefined;
}
