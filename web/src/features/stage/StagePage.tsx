// What does the big screen show? One negotiation, filling it, without anybody's hand.
import { Link, useParams } from "react-router";
import type { DemandView } from "../../log/shape";
import { looksBack, useLog } from "../../log/store";
import { OwnWords } from "../../ui/OwnWords";
import { useWords } from "../../words/language";
import { ConnectionState } from "../negotiation/Headline";
import { Missing } from "../negotiation/Missing";
import { StateBanner } from "../negotiation/StateBanner";
import { useDemand } from "../negotiation/useDemand";
import { Arena } from "./Arena";
import { Captions } from "./Captions";
import { Deadline } from "./Deadline";
import { Facts } from "./Facts";
import { Finish } from "./Finish";
import { Gauge } from "./Gauge";
import { shortened } from "./shorten";
import { Subnets } from "./Subnets";
import { useRecent } from "./useRecent";
import { WORDS } from "./words";
import "../negotiation/negotiation.css";
import "./stage.css";
import "./stagePage.css";

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
