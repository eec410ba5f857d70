// Full-screen stage of one negotiation.
import { Link, useParams } from "react-router";
import type { DemandView } from "../../eventLog/types";
import { UserText } from "../../ui/UserText";
import { ConnectionStatus } from "../negotiation/DemandHeader";
import { NotFoundNotice } from "../negotiation/NotFoundNotice";
import { StateBanner } from "../negotiation/StateBanner";
import { useDemand } from "../negotiation/useDemand";
import { NeedsBoard } from "../needs/NeedsBoard";
import { Poster } from "../presenter/Poster";
import { Presenter } from "../presenter/Presenter";
import { usePresenterStore } from "../presenter/presenterStore";
import { useBeats } from "../presenter/useBeats";
import { usePace } from "../presenter/usePace";
import { AgentDiagram } from "./AgentDiagram";
import { EventCaptions } from "./EventCaptions";
import { DeadlineBar } from "./DeadlineBar";
import { KeyFigures } from "./KeyFigures";
import { OutcomeBanner } from "./OutcomeBanner";
import { AcceptanceGauge } from "./AcceptanceGauge";
import { truncateText } from "./truncateText";
import { SubnetDiagrams } from "./SubnetDiagrams";
import { useRecentEvents } from "./useRecentEvents";
import { MESSAGES } from "./messages";
import "../negotiation/negotiation.css";
import "./stage.css";
import "./StagePage.css";

/** Maximum length of the demand; MAX_CAPTIONS is the number of captions. */
const MAX_DEMAND_CHARS = 200;
const MAX_CAPTIONS = 9;

/** Page `/stage/:demandId`. */
export function StagePage() {
  const { demandId = "" } = useParams();
  return <StageContent key={demandId} demandId={demandId} />;
}

function StageContent({ demandId }: { readonly demandId: string }) {
  const messages = MESSAGES.useCurrent();
  const { view, visibleCount, connection, notFound } = useDemand(demandId, () => messages.stage);
  const poster = usePresenterStore((state) => state.poster);
  const beats = useBeats();
  usePace(beats);
  if (notFound) return <main className="stage-page stage-page-missing" id="main" data-state="missing"><NotFoundNotice /></main>;
  return (
    <main className="stage-page" id="main">
      {view !== null && poster ? <Poster view={view} /> : (
        <div className="stage-page-body" data-testid="negotiation" data-at={visibleCount}>
          {view === null ? <StateBanner view={null} /> : <StageLayout view={view} />}
        </div>
      )}
      <Presenter demandId={demandId} beats={beats}>
        {connection !== "live" && <ConnectionStatus />}
        <Link to={`/d/${demandId}`}>{messages.back}</Link>
      </Presenter>
    </main>
  );
}

function StageLayout({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  const recent = useRecentEvents();
  return (
    <>
      <header className="stage-page-head">
        <h1><UserText text={truncateText(view.raw_input, MAX_DEMAND_CHARS)} /></h1>
        <StateBanner view={view} />
      </header>
      <section className="stage-page-stage" aria-label={messages.stage} data-part="stage">
        <AgentDiagram part={view} recent={recent} />
        <SubnetDiagrams view={view} recent={recent} />
        <DeadlineBar view={view} />
      </section>
      <div className="stage-page-side">
        <KeyFigures view={view} />
        <AcceptanceGauge part={view} />
        <OutcomeBanner view={view} />
        <EventCaptions rootChannelId={view.channel_id} maxCount={MAX_CAPTIONS} />
        <NeedsBoard part={view} />
      </div>
    </>
  );
}
