// Page of one negotiation, shown as of the selected event (TW-802).
import { useParams } from "react-router";
import { isGone, useLogStore } from "../../eventLog/logStore";
import { useLocale } from "../../i18n/locale";
import { ReplayBar } from "../replay/ReplayBar";
import { ConnectionStatus, DemandHeader } from "./DemandHeader";
import { NegotiationTabs } from "./NegotiationTabs";
import { NotFoundNotice } from "./NotFoundNotice";
import { getStateLabel } from "./StateBanner";
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
  const gone = useLogStore(isGone);
  if (notFound) return <section className="card stack" data-state="missing"><NotFoundNotice /></section>;
  return (
    <div className="negotiation-page" data-gone={gone}>
      <div className="negotiation" data-at={visibleCount} data-testid="negotiation">
        <DemandHeader view={view} />
        {view ? <NegotiationTabs view={view} /> : <div className="tabs-row"><ConnectionStatus /></div>}
      </div>
      {view && <ReplayBar foldable />}
    </div>
  );
}
