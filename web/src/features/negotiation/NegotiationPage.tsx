// What does one see of a negotiation? Everything there is to see of it, at the moment that one looks at (TW-802).
import { useParams } from "react-router";
import { useWords } from "../../i18n/locale";
import { CandidateList } from "../candidates/CandidateList";
import { Outcome } from "../outcome/Outcome";
import { ProposalCard } from "../proposal/ProposalCard";
import { ReplayBar } from "../replay/ReplayBar";
import { Stage } from "../stage/Stage";
import { EventTimeline } from "../timeline/EventTimeline";
import { ConnectionState, Headline } from "./DemandHeader";
import { Missing } from "./NotFoundNotice";
import { StateBanner, stateSaid } from "./StateBanner";
import { useDemand } from "./useDemand";
import { WORDS } from "./messages";
import "./negotiation.css";

export function NegotiationPage() {
  const { demandId = "" } = useParams();
  return <OfDemand key={demandId} demandId={demandId} />;
}

function OfDemand({ demandId }: { readonly demandId: string }) {
  const words = useWords(WORDS);
  const { view, shown, missing } = useDemand(demandId, (demand) => stateSaid(demand, words));
  if (missing) return <section className="card stack" data-state="missing"><Missing /></section>;
  return (
    <div className="negotiation-page">
      <ConnectionState />
      <div className="negotiation" data-at={shown} data-testid="negotiation">
        <StateBanner view={view} />
        {view && (
          <>
            <Headline view={view} />
            <div className="negotiation-grid" data-over={view.status !== "processing"}>
              <div className="negotiation-outcome"><Outcome view={view} /></div>
              <div className="negotiation-stage"><Stage view={view} /></div>
              <div className="negotiation-plan"><ProposalCard view={view} /></div>
              <div className="negotiation-side">
                <div className="negotiation-people"><CandidateList view={view} /></div>
                <div className="negotiation-story"><EventTimeline /></div>
              </div>
            </div>
          </>
        )}
      </div>
      {view && <ReplayBar />}
    </div>
  );
}
