// Banner with the state of the negotiation (TW-807…811).
import { readString } from "../../eventLog/readJson";
import type { DemandView } from "../../eventLog/types";
import { getPlanOutcome } from "../../eventLog/planOutcome";
import { isGone, useLogStore } from "../../eventLog/logStore";
import { useLocale, type Locale } from "../../i18n/locale";
import type { Tone } from "../../ui/Badge";
import { escapeBidi } from "../../ui/escapeBidi";
import { WaitNotice } from "../pendingAnswers/PendingAnswers";
import { getPartlyLabel } from "./agreement";
import { MESSAGES } from "./messages";

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

/** Return the label of a view's state; an unknown status is included literally, an incomplete agreement says so. */
export function getStateLabel(view: DemandView, language: Locale): string {
  const messages = MESSAGES[language];
  const state = getPageState(view);
  const partly = getPartlyLabel(view, language);
  if (partly !== "") return partly;
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

interface Props {
  readonly view: DemandView | null;
  /** Whether it says what an agreement lacks. */
  readonly detailed?: boolean;
}

/** Banner with the state of the negotiation; after its gateway has lost it, the state that was seen last. */
export function StateBanner({ view, detailed = false }: Props) {
  const language = useLocale();
  const messages = MESSAGES[language];
  const gone = useLogStore(isGone);
  const state = getPageState(view);
  const label = view === null ? messages.opening : getStateLabel(view, language);
  const complete = view === null ? undefined : getPlanOutcome(view)?.complete;
  const running = state === "loading" || state === "reviewing" || state === "filtering" || state === "negotiating";
  const lost = gone && running;
  const tone = complete === false ? "warn" : lost ? "plain" : TONES[state];
  return (
    <p className={`state-banner tone-${tone}`} role="status" tabIndex={-1} data-state={state} data-complete={complete} data-gone={lost || undefined}>
      <span className={running && !lost ? "state-pulse" : "state-dot"} aria-hidden="true" />
      <strong data-beside={lost || undefined}>{lost ? messages.lastSeen(label) : label}</strong>
      {view !== null && state === "negotiating" && !lost && <span className="state-detail soft">{messages.phase[view.phase]}</span>}
      {lost && <span className="state-detail" data-beside>{messages.gone}</span>}
      {view !== null && detailed && <OpenPoints view={view} />}
      {view !== null && detailed && !lost && <WaitNotice view={view} />}
    </p>
  );
}

/** What an agreement lacks. */
function OpenPoints({ view }: { readonly view: DemandView }) {
  const language = useLocale();
  const plan = getPlanOutcome(view);
  if (plan === null || plan.missing.length === 0) return null;
  return <span className="state-detail">{MESSAGES[language].open}<bdi>{escapeBidi(plan.missing.join(" · "))}</bdi></span>;
}
