// Where does the negotiation stand, in one sentence? The states of TW-807…811.
import { text } from "../../eventLog/readJson";
import type { DemandView } from "../../eventLog/types";
import type { Tone } from "../../ui/Badge";
import { useWords } from "../../i18n/locale";
import { WORDS } from "./messages";
import type { Words } from "./messages";

export type PageState = "loading" | "filtering" | "negotiating" | "success" | "forced" | "failure" | "cancelled" | "unknown";

/** Which state a view puts the page into; null = nothing has come yet. `unknown`: a newer program's. */
export function stateOf(view: DemandView | null): PageState {
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
      return view.phase === "filtering" ? "filtering" : "negotiating";
    default:
      return "unknown";
  }
}

/** The state of a view in words; one that is not known as the view has it. */
export function stateSaid(view: DemandView, words: Words): string {
  const state = stateOf(view);
  return state === "unknown" ? words.unknown(text(view.status)) : words[state];
}

const TONES: Readonly<Record<PageState, Tone>> = {
  loading: "brand",
  filtering: "brand",
  negotiating: "talk",
  success: "good",
  forced: "warn",
  failure: "bad",
  cancelled: "plain",
  unknown: "plain",
};

export function StateBanner({ view }: { readonly view: DemandView | null }) {
  const words = useWords(WORDS);
  const state = stateOf(view);
  const said = view === null ? words.opening : stateSaid(view, words);
  const busy = state === "loading" || state === "filtering" || state === "negotiating";
  return (
    <p className={`state-banner state-${TONES[state]}`} role="status" data-state={state}>
      {busy && <span className="state-pulse" aria-hidden="true" />}
      <strong>{said}</strong>
      {view !== null && state === "negotiating" && <span className="soft">{words.phase[view.phase]}</span>}
    </p>
  );
}
