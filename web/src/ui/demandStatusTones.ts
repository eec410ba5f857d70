// Colours of demand statuses.
import type { Status } from "../eventLog/types";
import type { Tone } from "./Badge";

/** Badge tone by demand status. */
export const DEMAND_STATUS_TONES: Readonly<Record<Status, Tone>> = {
  processing: "talk",
  finalized: "good",
  force_finalized: "warn",
  failed: "bad",
  cancelled: "plain",
};
