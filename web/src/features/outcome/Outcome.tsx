// Page of the outcome: an agreed plan as an event to act on, or why there is none and what can be done (TW-810, TW-811).
import { Suspense, useState } from "react";
import { ErrorBoundary } from "../../app/ErrorBoundary";
import { LoadingFallback } from "../../app/LoadingFallback";
import { getServerTime } from "../../eventLog/serverClock";
import type { DemandView } from "../../eventLog/types";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { UserText } from "../../ui/UserText";
import { useLocale } from "../../i18n/locale";
import { getEndTone, getPartlyLabel } from "../negotiation/agreement";
import { NotUsedWords } from "../understanding/Chips";
import { readUnderstanding } from "../understanding/demandReading";
import { Compromise } from "./Compromise";
import { CostBreakdown } from "./CostBreakdown";
import { CostTable } from "./CostTable";
import { DecisionPanel } from "./DecisionPanel";
import { truncateText } from "../stage/truncateText";
import { EventCover, MAX_TITLE_CHARS } from "./EventCover";
import { getEventFacts } from "./eventFacts";
import { EVENT_MESSAGES } from "./eventMessages";
import { FollowUps } from "./FollowUps";
import { GapsAndSubnets } from "./GapsAndSubnets";
import { isolateBidi } from "./isolateBidi";
import { MESSAGES } from "./messages";
import { MissingNeeds } from "./MissingNeeds";
import { NeedsAndFindings } from "./NeedsAndFindings";
import { NextSteps } from "./NextSteps";
import { FailureReason, ForcedReason } from "./OutcomeReason";
import { Participants } from "./Participants";
import { getPlanReport } from "./planReport";
import { Resubmit } from "./Resubmit";
import { getDemandUrl } from "./ShareLink";
import "./outcome.css";
import "./eventPage.css";
import "./eventPagePrint.css";

/** Loaded on demand: exporting is possible only after an outcome. */
const ExportMenu = lazyWithRetry(async () => (await import("./ExportMenu")).ExportMenu);

/** Outcome; renders nothing while the negotiation runs. */
export function Outcome({ view }: { readonly view: DemandView }) {
  const language = useLocale();
  const messages = MESSAGES[language];
  // What the gateway's clock has reached at least; the events up to the outcome may come one by one.
  const [openedAt] = useState(getServerTime);
  const outcome = view.outcome;
  if (outcome == null || view.status === "processing") return null;
  const heading = { finalized: messages.agreed, force_finalized: messages.forced, failed: messages.failed, cancelled: messages.cancelled }[outcome.status];
  const agreed = outcome.status === "finalized" || outcome.status === "force_finalized";
  const outcomeEnd = { status: outcome.status, outcome };
  const report = getPlanReport(view);
  const title = truncateText(getEventFacts(view, language).title, MAX_TITLE_CHARS);
  const complete = agreed && report.complete !== false && outcome.status === "finalized";
  return (
    <section className="card outcome stack" data-part="Outcome" data-outcome={outcome.status} data-complete={agreed ? (report.complete ?? undefined) : undefined} aria-labelledby="outcome-title">
      <EventCover view={view} end={getPartlyLabel(outcomeEnd, language) || (heading ?? outcome.status)} tone={getEndTone(outcomeEnd)} agreed={agreed} />
      {agreed && <MissingNeeds view={view} />}
      {outcome.status === "force_finalized" && <ForcedReason view={view} />}
      {outcome.status === "failed" && <FailureReason outcome={outcome} />}
      <CancellationNote view={view} />
      {agreed && (
        <div className="event-page-columns">
          <div className="stack"><Participants view={view} reserves={report.reserves} /></div>
          <div className="stack">
            <CostTable view={view} />
            <NextSteps view={view} />
            <NeedsAndFindings report={report} />
          </div>
        </div>
      )}
      {agreed && <DecisionPanel view={view} isNew={Date.parse(view.updated_at) > openedAt && openedAt > 0} />}
      {outcome.summary && outcome.summary !== title && <p><UserText text={outcome.summary} /></p>}
      <NotUsedWords reading={readUnderstanding(view.understanding)} />
      <Compromise view={view} />
      {outcome.status !== "finalized" && <Resubmit view={view} />}
      {agreed && <GapsAndSubnets view={view} />}
      <div data-beside className="event-page-saving">
        <ErrorBoundary><Suspense fallback={<LoadingFallback />}><ExportMenu view={view} /></Suspense></ErrorBoundary>
      </div>
      <CostBreakdown view={view} />
      {!complete && <FollowUps demandId={view.demand_id} />}
      <p className="event-page-printed small" data-beside>{EVENT_MESSAGES[language].printed(getDemandUrl(view.demand_id))}</p>
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
