// Which colour has a negotiation, by how it stands? The same one everywhere.
import type { Status } from "../eventLog/types";
import type { Tone } from "./Badge";

export const STATUS_TONES: Readonly<Record<Status, Tone>> = {
  processing: "talk",
  finalized: "good",
  force_finalized: "warn",
  failed: "bad",
  cancelled: "plain",
};
