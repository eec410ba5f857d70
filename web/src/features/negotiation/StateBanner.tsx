// Banner with the state of the negotiation (TW-807…811).
import { readString } from "../../eventLog/readJson";
import type { DemandView } from "../../eventLog/types";
import type { Tone } from "../../ui/Badge";
import { MESSAGES, type Messages } from "./messages";

/** State of the page. */
export type PageState = "loading" | "reviewing" | "filtering" | "negotiating" | "success" | "forced" | "failure" | "cancelled" | "unknown";

/** Return the page state of a view; "loading" before the first event, "unknown" for statuses of a newer gateway. */
export function getPageState(view: DemandView | null): PageState {
  if (view === null) return "loading";
  switch (view.status) {
    case "finalized":
      return "success";
    case "force_finalized":
      return "forced";
    case "failed":
      return "failure";
    case "cancelled":
      return "cancelled";
    case "processing":
      if (view.phase === "understanding") return "loading";
      if (view.phase === "reviewing") return "reviewing";
      return view.phase === "filtering" ? "filtering" : "negotiating";
    default:
      return "unknown";
  }
}

/** Return the label of a view's state; an unknown status is included literally. */
export function getStateLabel(view: DemandView, messages: Messages): string {
  const state = getPageState(view);
  return state === "unknown" ? messages.unknown(readString(view.status)) : messages[state];
}

const TONES: Readonly<Record<PageState, Tone>> = {
  loading: "brand",
  reviewing: "brand",
  filtering: "brand",
  negotiating: "talk",
  success: "good",
  forced: "warn",
  failure: "bad",
  cancelled: "plain",
  unknown: "plain",
};

/** Banner with the state of the negotiation. */
export function StateBanner({ view }: { readonly view: DemandView | null }) {
  const messages = MESSAGES.useCurrent();
  const state = getPageState(view);
  const label = view === null ? messages.opening : getStateLabel(view, messages);
  const busy = state === "loading" || state === "reviewing" || state === "filtering" || state === "negotiating";
  return (
    <p className={`state-banner tone-${TONES[state]}`} role="status" data-state={state}>
      {busy && <span className="state-pulse" aria-hidden="true" />}
      <strong>{label}</strong>
      {view !== null && state === "negotiating" && <span className="soft">{messages.phase[view.phase]}</span>}
    </p>
  );
}
