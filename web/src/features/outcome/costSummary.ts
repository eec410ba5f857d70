// Summary of model usage and cost, from the `usage` fields of events (TWQ-08).
import type { DemandView, LogEntry, EventType, JsonObject } from "../../eventLog/types";
import { fieldOr } from "../../eventLog/payload";

/** Model usage of one step: calls, fallbacks, tokens, US dollars. */
export interface StepCost {
  readonly calls: number;
  readonly fallbacks: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
}

/** Event types that report usage, in order of occurrence; "other" collects unknown types. */
const COST_STEPS = [
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

/** Step in the cost table. */
export type CostStep = (typeof COST_STEPS)[number] | "other";

interface CostSummary {
  readonly steps: readonly { readonly step: CostStep; readonly cost: StepCost }[];
  /** Usage that no event reports, such as responses that came too late; null when there is none. */
  readonly unattributed: StepCost | null;
  readonly total: StepCost;
  /** Duration (ms) of the negotiation; null while it runs. */
  readonly durationMs: number | null;
  /** Whether the total is final; otherwise it covers the events so far. */
  readonly isFinal: boolean;
}

const ZERO_COST: StepCost = { calls: 0, fallbacks: 0, inputTokens: 0, outputTokens: 0, usd: 0 };

/** Summarise the cost up to `view`; later entries are ignored. */
export function summarizeCost(view: DemandView, entries: readonly LogEntry[]): CostSummary {
  const costByStep = new Map<CostStep, StepCost>();
  for (const { seq, event_type, payload } of entries) {
    if (seq > view.last_seq || !("usage" in payload || payload.fallback === true)) continue;
    const step = (COST_STEPS as readonly string[]).includes(event_type) ? (event_type as CostStep) : "other";
    costByStep.set(step, addCosts(costByStep.get(step) ?? ZERO_COST, readCost(payload)));
  }
  const attributed = [...costByStep.values()].reduce(addCosts, ZERO_COST);
  const totals = view.cost?.totals;
  const total = totals
    ? { calls: totals.model_calls ?? 0, fallbacks: totals.fallback_calls ?? 0, inputTokens: totals.input_tokens ?? 0, outputTokens: totals.output_tokens ?? 0, usd: totals.cost_usd ?? 0 }
    : attributed;
  return {
    steps: [...COST_STEPS, "other" as const].flatMap((step) => {
      const cost = costByStep.get(step);
      return cost && (cost.calls > 0 || cost.fallbacks > 0) ? [{ step, cost }] : [];
    }),
    unattributed: subtractCost(total, attributed),
    total,
    durationMs: totals?.duration_ms ?? null,
    isFinal: totals !== undefined,
  };
}

function readCost(payload: JsonObject): StepCost {
  const usage = fieldOr<JsonObject | null>(payload, "usage", null) ?? {};
  return {
    calls: fieldOr(usage, "calls", 0),
    fallbacks: payload.fallback === true ? 1 : 0,
    inputTokens: fieldOr(usage, "input_tokens", 0),
    outputTokens: fieldOr(usage, "output_tokens", 0),
    usd: fieldOr(usage, "cost_usd", 0),
  };
}

function addCosts(a: StepCost, b: StepCost): StepCost {
  return {
    calls: a.calls + b.calls,
    fallbacks: a.fallbacks + b.fallbacks,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    // Rounded as the gateway rounds, to hide binary floating-point error.
    usd: Math.round((a.usd + b.usd) * 1e9) / 1e9,
  };
}

function subtractCost(total: StepCost, attributed: StepCost): StepCost | null {
  const getDifference = (name: keyof StepCost): number => Math.max(0, total[name] - attributed[name]);
  const difference = { calls: getDifference("calls"), fallbacks: getDifference("fallbacks"), inputTokens: getDifference("inputTokens"), outputTokens: getDifference("outputTokens"), usd: getDifference("usd") };
  return difference.calls + difference.fallbacks + difference.inputTokens + difference.outputTokens > 0 ? difference : null;
}
