// What does the big screen show? One negotiation, filling it, without anybody's hand.
import { Link, useParams } from "react-router";
import type { DemandView } from "../../eventLog/types";
import { looksBack, useLog } from "../../eventLog/logStore";
import { OwnWords } from "../../ui/UserText";
import { useWords } from "../../i18n/locale";
import { ConnectionState } from "../negotiation/DemandHeader";
import { Missing } from "../negotiation/NotFoundNotice";
import { StateBanner } from "../negotiation/StateBanner";
import { useDemand } from "../negotiation/useDemand";
import { Arena } from "./AgentDiagram";
import { Captions } from "./EventCaptions";
import { Deadline } from "./DeadlineBar";
import { Facts } from "./KeyFigures";
import { Finish } from "./OutcomeBanner";
import { Gauge } from "./AcceptanceGauge";
import { shortened } from "./truncateText";
import { Subnets } from "./SubnetDiagrams";
import { useRecent } from "./useRecentEvents";
import { WORDS } from "./messages";
import "../negotiation/negotiation.css";
import "./stage.css";
import "./StagePage.css";

/** Characters of a demand; events that are told. */
const DEMAND = 200;
const TOLD = 9;

export function StagePage() {
  const { demandId = "" } = useParams();
  return <OfDemand key={demandId} demandId={demandId} />;
}

function OfDemand({ demandId }: { readonly demandId: string }) {
  const words = useWords(WORDS);
  const { view, shown, connection, missing } = useDemand(demandId, () => words.stage);
  const back = useLog(looksBack);
  if (missing) return <main className="stage-page stage-page-missing" id="main" data-state="missing"><Missing /></main>;
  return (
    <main className="stage-page" id="main">
      <div className="stage-page-body" data-testid="negotiation" data-at={shown}>
        {view === null ? <StateBanner view={null} /> : <Filled view={view} />}
      </div>
      <div className="stage-page-tools">
        {(connection !== "live" || back) && <ConnectionState />}
        <Link to={`/d/${demandId}`}>{words.back}</Link>
      </div>
    </main>
  );
}

function Filled({ view }: { readonly view: DemandView }) {
  const words = useWords(WORDS);
  const recent = useRecent();
  return (
    <>
      <header className="stage-page-head">
        <h1><OwnWords text={shortened(view.raw_input, DEMAND)} /></h1>
        <StateBanner view={view} />
      </header>
      <section className="stage-page-stage" aria-label={words.stage} data-part="stage">
        <Arena part={view} recent={recent} />
        <Subnets view={view} recent={recent} />
        <Deadline view={view} />
      </section>
      <div className="stage-page-side">
        <Facts view={view} />
        <Gauge part={view} />
        <Finish view={view} />
        <Captions root={view.channel_id} most={TOLD} />
      </div>
    </>
  );
}
