// Colours of agent statuses.
import type { AgentStatus } from "../eventLog/agentStatus";
import type { Tone } from "./Badge";

/** Badge tone by agent status. */
export const AGENT_STATUS_TONES: Readonly<Record<AgentStatus, Tone>> = {
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
