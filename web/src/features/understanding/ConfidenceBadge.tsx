// Badge with the confidence of an understanding.
import { getLabel } from "../../eventLog/readJson";
import { Badge, type Tone } from "../../ui/Badge";
import type { DemandReading } from "./demandReading";
import { MESSAGES } from "./messages";

const TONES: Readonly<Record<string, Tone>> = { high: "good", medium: "warn", low: "bad" };

/** Confidence as the gateway states it, or that no model answered. */
export function ConfidenceBadge({ reading }: { readonly reading: DemandReading }) {
  const messages = MESSAGES.useCurrent();
  if (reading.fallback) return <Badge tone="warn">{messages.fallback}</Badge>;
  if (reading.confidence === "") return null;
  return <Badge tone={TONES[reading.confidence] ?? "plain"}>{messages.confidence} {getLabel(messages.level, reading.confidence, (level) => level)}</Badge>;
}
