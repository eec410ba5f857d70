// Who speaks with whom, and how close is agreement? As a picture.
import type { DemandView } from "../../eventLog/types";
import { useWords } from "../../i18n/locale";
import { Arena } from "./AgentDiagram";
import { Captions } from "./EventCaptions";
import { Deadline } from "./DeadlineBar";
import { Facts } from "./KeyFigures";
import { Gauge } from "./AcceptanceGauge";
import { Subnets } from "./SubnetDiagrams";
import { useRecent } from "./useRecentEvents";
import { WORDS } from "./messages";
import "./stage.css";

export function Stage({ view }: { readonly view: DemandView }) {
  const words = useWords(WORDS);
  const recent = useRecent();
  return (
    <section className="card stage" aria-label={words.stage} data-part="stage">
      <Facts view={view} />
      <Arena part={view} recent={recent} />
      <Deadline view={view} />
      <Captions root={view.channel_id} most={1} />
      <Gauge part={view} />
      <Subnets view={view} recent={recent} />
    </section>
  );
}
