// What did it cost, and which step how much? Summed from the `usage` that stands in the events (TWQ-08).
import type { DemandView, Entry, EventType, Json } from "../../eventLog/types";
import { field } from "../../eventLog/payload";

export interface Spent {
  readonly calls: number;
  readonly fallbacks: number;
  readonly input: number;
  readonly output: number;
  readonly usd: number;
}

/** The kinds of events that follow a model's answer, in the order in which they come; `other`: of a type not known here. */
const STEPS = [
  "towow.demand.understood",
  "towow.filter.completed",
  "towow.offer.submitted",
  "towow.proposal.distributed",
  "towow.proposal.feedback",
  "towow.negotiation.force_finalized",
  "towow.negotiation.failed",
  "towow.gap.identified",
  "towow.subnet.triggered",
] as const satisfies readonly EventType[];

export type Step = (typeof STEPS)[number] | "other";

interface Receipt {
  readonly steps: readonly { readonly step: Step; readonly spent: Spent }[];
  /** What was paid for and never told: answers that came too late. null = nothing. */
  readonly untold: Spent | null;
  readonly total: Spent;
  /** null = not over yet */
  readonly durationMs: number | null;
  /** Whether the total is the last word; otherwise it is what the events say so far. */
  readonly closed: boolean;
}

const NOTHING: Spent = { calls: 0, fallbacks: 0, input: 0, output: 0, usd: 0 };

/** The receipt at the moment of `view`; of `entries` those count that were there by then. */
export function receiptOf(view: DemandView, entries: readonly Entry[]): Receipt {
  const sums = new Map<Step, Spent>();
  for (const { seq, event_type, payload } of entries) {
    if (seq > view.last_seq || !("usage" in payload || payload.fallback === true)) continue;
    const step = (STEPS as readonly string[]).includes(event_type) ? (event_type as Step) : "other";
    sums.set(step, plus(sums.get(step) ?? NOTHING, spentBy(payload)));
  }
  const told = [...sums.values()].reduce(plus, NOTHING);
  const totals = view.cost?.totals;
  const total = totals
    ? { calls: totals.model_calls ?? 0, fallbacks: totals.fallback_calls ?? 0, input: totals.input_tokens ?? 0, output: totals.output_tokens ?? 0, usd: totals.cost_usd ?? 0 }
    : told;
  return {
    steps: [...STEPS, "other" as const].flatMap((step) => {
      const spent = sums.get(step);
      return spent && (spent.calls > 0 || spent.fallbacks > 0) ? [{ step, spent }] : [];
    }),
    untold: remainder(total, told),
    total,
    durationMs: totals?.duration_ms ?? null,
    closed: totals !== undefined,
  };
}

function spentBy(payload: Json): Spent {
  const usage = field<Json | null>(payload, "usage", null) ?? {};
  return {
    calls: field(usage, "calls", 0),
    fallbacks: payload.fallback === true ? 1 : 0,
    input: field(usage, "input_tokens", 0),
    output: field(usage, "output_tokens", 0),
    usd: field(usage, "cost_usd", 0),
  };
}

function plus(one: Spent, other: Spent): Spent {
  return {
    calls: one.calls + other.calls,
    fallbacks: one.fallbacks + other.fallbacks,
    input: one.input + other.input,
    output: one.output + other.output,
    // As the gateway rounds: sums of prices are not to grow digits of their own.
    usd: Math.round((one.usd + other.usd) * 1e9) / 1e9,
  };
}

function remainder(total: Spent, told: Spent): Spent | null {
  const left = (name: keyof Spent): number => Math.max(0, total[name] - told[name]);
  const rest = { calls: left("calls"), fallbacks: left("fallbacks"), input: left("input"), output: left("output"), usd: left("usd") };
  return rest.calls + rest.fallbacks + rest.input + rest.output > 0 ? rest : null;
}
