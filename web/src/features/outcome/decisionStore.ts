// Store of the decisions that this page knows of, by demand; they are beside the log.
import { create } from "zustand";
import { decideDemand, fetchDemand, type DecisionRequest } from "../../api/demands";
import { addOwnDemand } from "../../app/ownDemands";
import { readDecision, type Decision } from "./decision";

/** Zustand store: null for a demand that is known to be undecided. */
export const useDecisionStore = create<Readonly<Record<string, Decision | null>>>()(() => ({}));

/** Read the decision about a demand from the gateway. Throws ApiError. */
export async function loadDecision(demandId: string, signal?: AbortSignal): Promise<void> {
  const decision = readDecision(await fetchDemand(demandId, signal));
  useDecisionStore.setState({ [demandId]: decision });
}

/** Decide about a plan, and show the decision that counts. Throws ApiError, code E014 when it has been decided already. */
export async function decide(demandId: string, request: DecisionRequest): Promise<void> {
  const { demand_id: followUp } = await decideDemand(demandId, request);
  if (followUp) addOwnDemand(followUp);
  const [text, decidedAt] = ["text" in request ? request.text : "", new Date().toISOString()];
  // Shown at once; the gateway's own time replaces the viewer's when it can be read.
  useDecisionStore.setState({ [demandId]: { kind: request.decision, decidedAt, text, demandId: followUp ?? "" } });
  await loadDecision(demandId).catch(() => undefined);
}
