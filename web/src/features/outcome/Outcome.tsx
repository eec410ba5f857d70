// Card with the outcome of a negotiation and what can be done next (TW-810, TW-811).
import { Suspense } from "react";
import { ErrorBoundary } from "../../app/ErrorBoundary";
import { LoadingFallback } from "../../app/LoadingFallback";
import type { DemandView } from "../../eventLog/types";
import { Badge } from "../../ui/Badge";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { UserText } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { useLocale } from "../../i18n/locale";
import { getEndTone, getPartlyLabel } from "../negotiation/agreement";
import { NotUsedWords } from "../understanding/Chips";
import { readUnderstanding } from "../understanding/demandReading";
import { Compromise } from "./Compromise";
import { CostTable } from "./CostTable";
import { MissingAndNeeds } from "./MissingAndNeeds";
import { FollowUps } from "./FollowUps";
import { ForcedReason, FailureReason } from "./OutcomeReason";
import { GapsAndSubnets } from "./GapsAndSubnets";
import { Participants } from "./Participants";
import { getPlanReport } from "./planReport";
import { CostBreakdown } from "./CostBreakdown";
import { Resubmit } from "./Resubmit";
import { isolateBidi } from "./isolateBidi";
import { MESSAGES } from "./messages";
import "./outcome.css";

/** Loaded on demand: exporting is possible only after an outcome. */
const ExportMenu = lazyWithRetry(async () => (await import("./ExportMenu")).ExportMenu);

/** Outcome card; renders nothing while the negotiation runs. */
export function Outcome({ view }: { readonly view: DemandView }) {
  const language = useLocale();
  const messages = MESSAGES[language];
  const format = useFormat();
  const outcome = view.outcome;
  if (outcome == null || view.status === "processing") return null;
  const heading = { finalized: messages.agreed, force_finalized: messages.forced, failed: messages.failed, cancelled: messages.cancelled }[outcome.status];
  const agreed = outcome.status === "finalized" || outcome.status === "force_finalized";
  const rounds = outcome.rounds_taken;
  const outcomeEnd = { status: outcome.status, outcome };
  const report = getPlanReport(view);
  return (
    <section className="card outcome stack" data-part="Outcome" data-outcome={outcome.status} data-complete={agreed ? (report.complete ?? undefined) : undefined} aria-labelledby="outcome-title">
      <div className="row">
        <h2 id="outcome-title">{messages.title}</h2>
        <Badge tone={getEndTone(outcomeEnd)}>{getPartlyLabel(outcomeEnd, language) || (heading ?? outcome.status)}</Badge>
        {rounds != null && rounds > 0 && <span className="small soft">{messages.rounds(format.number(rounds))}</span>}
      </div>
      {agreed && <MissingAndNeeds report={report} />}
      {outcome.status === "force_finalized" && <ForcedReason view={view} />}
      {outcome.summary && <p><UserText text={outcome.summary} /></p>}
      <NotUsedWords reading={readUnderstanding(view.understanding)} />
      {outcome.status === "failed" && <FailureReason outcome={outcome} />}
      <CancellationNote view={view} />
      {agreed && <Participants view={view} reserves={report.reserves} />}
      {agreed && <CostTable view={view} />}
      <Compromise view={view} />
      {outcome.status !== "finalized" && <Resubmit view={view} />}
      {outcome.status !== "finalized" && <FollowUps demandId={view.demand_id} />}
      {agreed && <GapsAndSubnets view={view} />}
      <CostBreakdown view={view} />
      <div data-beside>
        <ErrorBoundary><Suspense fallback={<LoadingFallback />}><ExportMenu view={view} /></Suspense></ErrorBoundary>
      </div>
    </section>
  );
}

/** Note by whom and why the demand, or what still ran after the outcome, was cancelled. */
function CancellationNote({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  const cancelled = view.cancelled;
  if (cancelled == null) return null;
  const canceller = isolateBidi(cancelled.cancelled_by);
  return (
    <div className="stack">
      <p>{view.status === "cancelled" ? messages.cancelledBy(canceller) : messages.stoppedBy(canceller)}</p>
      {cancelled.reason && <p>{messages.why}: <UserText text={cancelled.reason} /></p>}
    </div>
  );
}
