// What does a demand look like? Its log, folded event by event into one view, exactly as the gateway folds it.
import { CHANNEL_CHANGES } from "./channelReducers";
import { DEMAND_CHANGES, opened } from "./demandReducers";
import { amount, fields } from "./readJson";
import type { ChannelPart, Cost, DemandView, Entry, EventType, Json, SubnetView } from "./types";

/**
 * The view after one more event; null = before the first. One that was folded already changes nothing; one of an
 * unknown type or channel changes only `last_seq`, `updated_at` and `cost`. The view that was given stays as it was.
 */
export function fold(view: DemandView | null, entry: Entry): DemandView {
  if (view !== null && entry.seq <= view.last_seq) return view;
  const before = view ?? opened(entry);
  const cost = spent(before.cost, fields(entry.payload.spent));
  return changed({ ...before, last_seq: entry.seq, updated_at: entry.timestamp, cost }, entry);
}

function changed(view: DemandView, entry: Entry): DemandView {
  const channel = entry.payload.channel_id;
  if (channel !== view.channel_id) {
    return { ...view, subnets: view.subnets.map((subnet) => ofSubnet(subnet, entry)) };
  }
  const change = known(DEMAND_CHANGES, entry.event_type);
  return change ? change(view, entry.payload, entry.timestamp) : ofChannel(view, entry);
}

function ofChannel<P extends ChannelPart>(part: P, entry: Entry): P {
  const change = known(CHANNEL_CHANGES, entry.event_type);
  return change ? change(part, entry.payload) : part;
}

function ofSubnet(subnet: SubnetView, entry: Entry): SubnetView {
  if (subnet.sub_channel_id !== entry.payload.channel_id) return subnet;
  return { ...subnet, channel: { ...ofChannel(subnet.channel, entry), updated_at: entry.timestamp } };
}

function spent(before: Cost, now: Json): Cost {
  return {
    ...before,
    calls: amount(now.calls) ?? before.calls,
    tokens: amount(now.tokens) ?? before.tokens,
    usd: amount(now.usd) ?? before.usd,
  };
}

function known<C>(table: Readonly<Partial<Record<EventType, C>>>, type: string): C | undefined {
  return Object.hasOwn(table, type) ? table[type as EventType] : undefined;
}
