// Which colour has an agent, by where it stands? The same one everywhere.
import type { Standing } from "../eventLog/agentStatus";
import type { Tone } from "./Badge";

export const STANDING_TONES: Readonly<Record<Standing, Tone>> = {
  chosen: "plain",
  invited: "brand",
  no_answer: "plain",
  offers: "good",
  conditional: "warn",
  wishes: "talk",
  declined: "plain",
  late: "warn",
  asked: "brand",
  silent: "plain",
  accepts: "good",
  negotiates: "talk",
  rejects: "bad",
  left: "plain",
  confirmed: "good",
  optional: "warn",
  gone: "bad",
  unknown: "plain",
};
