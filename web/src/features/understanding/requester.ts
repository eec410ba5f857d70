// Whether the viewer is the requester of a demand: signed in as its owner, or it was submitted in this browser.
import { getOwnDemands } from "../../app/ownDemands";
import type { DemandView } from "../../eventLog/types";
import { useSession } from "../session/session";

/** Whether the viewer may change the demand, as far as the page can tell; the gateway decides. */
export function useIsRequester(view: DemandView): boolean {
  const session = useSession();
  if (getOwnDemands().has(view.demand_id)) return true;
  return session?.user_id != null && (session.admin || session.user_id === view.user_id);
}
