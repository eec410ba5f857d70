// What came out, or why did nothing, and what can be done from here? (TW-810, TW-811)
import { Suspense } from "react";
import { Boundary } from "../../app/ErrorBoundary";
import { Loading } from "../../app/LoadingFallback";
import type { DemandView } from "../../eventLog/types";
import { Badge } from "../../ui/Badge";
import { lazily } from "../../ui/lazyWithRetry";
import { OwnWords } from "../../ui/UserText";
import { STATUS_TONES } from "../../ui/demandStatusTones";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { Compromise } from "./Compromise";
import { FollowUps } from "./FollowUps";
import { ForcedReason, Reason } from "./OutcomeReason";
import { Missing } from "./GapsAndSubnets";
import { Participants } from "./Participants";
import { Receipt } from "./CostBreakdown";
import { Relaunch } from "./Resubmit";
import { isolated } from "./isolateBidi";
import { WORDS } from "./messages";
import "./outcome.css";

/** The writers of documents are needed only once there is an outcome to write down. */
const Saving = lazily(async () => (await import("./ExportMenu")).Saving);

export function Outcome({ view }: { readonly view: DemandView }) {
  const words = useWords(WORDS);
  const format = useFormat();
  const outcome = view.outcome;
  if (outcome == null || view.status === "processing") return null;
  const head = { finalized: words.agreed, force_finalized: words.forced, failed: words.failed, cancelled: words.cancelled }[outcome.status];
  const together = outcome.status === "finalized" || outcome.status === "force_finalized";
  const rounds = outcome.rounds_taken;
  return (
    <section className="card outcome stack" data-part="Outcome" data-outcome={outcome.status} aria-labelledby="outcome-title">
      <div className="row">
        <h2 id="outcome-title">{words.title}</h2>
        <Badge tone={STATUS_TONES[outcome.status] ?? "plain"}>{head ?? outcome.status}</Badge>
        {rounds != null && rounds > 0 && <span className="small soft">{words.rounds(format.number(rounds))}</span>}
      </div>
      {outcome.summary && <p><OwnWords text={outcome.summary} /></p>}
      {outcome.status === "force_finalized" && <ForcedReason view={view} />}
      {outcome.status === "failed" && <Reason outcome={outcome} />}
      <Stopped view={view} />
      {together && <Participants view={view} />}
      <Compromise view={view} />
      {outcome.status !== "finalized" && <Relaunch view={view} />}
      {outcome.status !== "finalized" && <FollowUps demandId={view.demand_id} />}
      {together && <Missing view={view} />}
      <Receipt view={view} />
      <div data-beside>
        <Boundary><Suspense fallback={<Loading />}><Saving view={view} /></Suspense></Boundary>
      </div>
    </section>
  );
}

/** By whom it was cancelled, and why: the demand as a whole, or only what still ran after the outcome. */
function Stopped({ view }: { readonly view: DemandView }) {
  const words = useWords(WORDS);
  const cancelled = view.cancelled;
  if (cancelled == null) return null;
  const by = isolated(cancelled.cancelled_by);
  return (
    <div className="stack">
      <p>{view.status === "cancelled" ? words.cancelledBy(by) : words.stoppedBy(by)}</p>
      {cancelled.reason && <p>{words.why}: <OwnWords text={cancelled.reason} /></p>}
    </div>
  );
}
