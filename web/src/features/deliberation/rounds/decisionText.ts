// A decision of the host in words.
import { getLabel } from "../../../eventLog/readJson";
import type { Decision } from "../model/discussion";
import type { RoundMessages } from "./messages";

/** Describe what the host decided; at the end with the reason. */
export function describeDecision({ action, endReason }: Pick<Decision, "action" | "endReason">, messages: RoundMessages): string {
  const said = getLabel(messages.action, action, messages.unknown);
  if (endReason === "" || endReason === "consensus") return said;
  return `${said} (${getLabel(messages.endReason, endReason, messages.unknown)})`;
}
