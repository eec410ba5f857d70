// Stage card: needs board, diagram, key figures, captions, gauge and subnets of a negotiation.
import type { DemandView } from "../../eventLog/types";
import { NeedsBoard } from "../needs/NeedsBoard";
import { AgentDiagram } from "./AgentDiagram";
import { EventCaptions } from "./EventCaptions";
import { DeadlineBar } from "./DeadlineBar";
import { KeyFigures } from "./KeyFigures";
import { AcceptanceGauge } from "./AcceptanceGauge";
import { SubnetDiagrams } from "./SubnetDiagrams";
import { useRecentEvents } from "./useRecentEvents";
import { MESSAGES } from "./messages";
import "./stage.css";

/** Stage card of the negotiation page. */
export function Stage({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  const recent = useRecentEvents();
  return (
    <section className="card stage" aria-label={messages.stage} data-part="stage">
      <div className="stage-body">
        <NeedsBoard part={view} />
        <div className="stage-status"><AcceptanceGauge part={view} /></div>
        <AgentDiagram part={view} recent={recent} />
        <DeadlineBar view={view} />
        <EventCaptions rootChannelId={view.channel_id} maxCount={1} />
        <KeyFigures view={view} />
        <SubnetDiagrams view={view} recent={recent} />
      </div>
    </section>
  );
}
