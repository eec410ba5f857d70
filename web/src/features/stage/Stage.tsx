// Who speaks with whom, and how close is agreement? As a picture.
import type { DemandView } from "../../log/shape";
import { useWords } from "../../words/language";
import { Arena } from "./Arena";
import { Captions } from "./Captions";
import { Deadline } from "./Deadline";
import { Facts } from "./Facts";
import { Gauge } from "./Gauge";
import { Subnets } from "./Subnets";
import { useRecent } from "./useRecent";
import { WORDS } from "./words";
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
