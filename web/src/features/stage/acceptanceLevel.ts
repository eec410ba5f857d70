// Colour of the gauge: good only for an outcome that is complete, never while answers are missing or being weighed.
import type { ChannelPart } from "../../eventLog/types";
import type { Tone } from "../../ui/Badge";
import { getRingTone } from "../needs/ringSegments";
import { ACCEPTANCE_THRESHOLDS, getAcceptance } from "./acceptance";

/** Return the tone of the gauge of a channel; "plain" without answers to a plan. */
export function getGaugeTone(part: ChannelPart): Tone {
  const acceptance = getAcceptance(part);
  if (acceptance?.rate == null) return "plain";
  const { decision, rate } = acceptance;
  if (decision === "fail" || (decision !== null && rate < ACCEPTANCE_THRESHOLDS[0])) return "bad";
  if (part.status !== "processing") return getRingTone(part);
  return decision === null || rate >= ACCEPTANCE_THRESHOLDS[1] ? "brand" : "warn";
}
