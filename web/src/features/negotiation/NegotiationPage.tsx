// Page of one negotiation, shown as of the selected event (TW-802).
import { useParams } from "react-router";
import { useLocale } from "../../i18n/locale";
import { CandidateList } from "../candidates/CandidateList";
import { Outcome } from "../outcome/Outcome";
import { ProposalCard } from "../proposal/ProposalCard";
import { ReplayBar } from "../replay/ReplayBar";
import { Stage } from "../stage/Stage";
import { EventTimeline } from "../timeline/EventTimeline";
import { ReviewSlot } from "../understanding/ReviewSlot";
import { ConnectionStatus, DemandHeader } from "./DemandHeader";
import { NotFoundNotice } from "./NotFoundNotice";
import { StateBanner, getStateLabel } from "./StateBanner";
import { useDemand } from "./useDemand";
import "./negotiation.css";

/** Page `/d/:demandId`. */
export function NegotiationPage() {
  const { demandId = "" } = useParams();
  return <NegotiationContent key={demandId} demandId={demandId} />;
}

function NegotiationContent({ demandId }: { readonly demandId: string }) {
  const language = useLocale();
  const { view, visibleCount, notFound } = useDemand(demandId, (demand) => getStateLabel(demand, language));
  if (notFound) return <section className="card stack" data-state="missing"><NotFoundNotice /></section>;
  return (
    <div className="negotiation-page">
      <ConnectionStatus />
      <div className="negotiation" data-at={visibleCount} data-testid="negotiation">
        <StateBanner view={view} />
        {view && (
          <>
            <DemandHeader view={view} />
            <div className="negotiation-grid" data-over={view.status !== "processing"}>
              <div className="negotiation-outcome"><Outcome view={view} /></div>
              <div className="negotiation-stage"><ReviewSlot view={view}><Stage view={view} /></ReviewSlot></div>
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
