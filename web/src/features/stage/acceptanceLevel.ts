// Colour of an acceptance rate, by thresholds and decision.
import { ACCEPTANCE_THRESHOLDS, type Acceptance } from "./acceptance";
import type { Tone } from "../../ui/Badge";

/** Return the tone of an acceptance rate; "plain" without answers. */
export function getAcceptanceTone(acceptance: Acceptance | null): Tone {
  if (acceptance?.rate == null) return "plain";
  if (acceptance.decision === "fail" || acceptance.rate < ACCEPTANCE_THRESHOLDS[0]) return "bad";
  return acceptance.rate >= ACCEPTANCE_THRESHOLDS[1] ? "good" : "warn";
}
