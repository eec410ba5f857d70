// Decision of the requester about an agreed plan, kept beside the log.
import { lookUp, readObject, readString } from "../../eventLog/readJson";

/** Kind of decision. */
export type DecisionKind = "approve" | "change";

const KINDS: Readonly<Record<DecisionKind, DecisionKind>> = { approve: "approve", change: "change" };

/** Decision; `text` says what is to change, `demandId` is the demand that follows; "" without them. */
export interface Decision {
  readonly kind: DecisionKind;
  /** ISO 8601 instant. */
  readonly decidedAt: string;
  readonly text: string;
  readonly demandId: string;
}

/** Read the decision in a demand's view; null when there is none. */
export function readDecision(view: unknown): Decision | null {
  const decision = readObject(readObject(view).decision);
  const kind = lookUp(KINDS, decision.decision);
  return kind === null ? null : { kind, decidedAt: readString(decision.decided_at), text: readString(decision.text), demandId: readString(decision.demand_id) };
}
