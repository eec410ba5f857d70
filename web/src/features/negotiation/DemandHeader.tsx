// What is being negotiated, for whom, and how do we hear of it?
import { Link } from "react-router";
import { looksBack, useLog } from "../../eventLog/logStore";
import type { Connection } from "../../eventLog/logStore";
import type { DemandView } from "../../eventLog/types";
import { Badge } from "../../ui/Badge";
import type { Tone } from "../../ui/Badge";
import { OwnWords } from "../../ui/UserText";
import { useWords } from "../../i18n/locale";
import { CancelButton } from "../outcome/CancelButton";
import { ShareLink } from "../outcome/ShareLink";
import { WORDS } from "./messages";

export function Headline({ view }: { readonly view: DemandView }) {
  const words = useWords(WORDS);
  const understood = view.understanding?.deep_understanding;
  const preferences = understood?.likely_preferences ?? [];
  return (
    <section className="headline">
      <OwnWords text={view.raw_input} heading />
      <div className="headline-about row">
        <bdi className="soft">{words.by(view.user_id)}</bdi>
        <Badge tone={view.model === "simulated" ? "warn" : "plain"}>{words.model[view.model] ?? view.model}</Badge>
        {view.visibility === "private" && <Badge>{words.private}</Badge>}
        {view.understanding?.capability_tags?.map((tag) => <Badge key={tag} tone="brand"><bdi>{tag}</bdi></Badge>)}
        {view.follows && <Link to={`/d/${view.follows}`}>{words.follows}</Link>}
        <span className="headline-tools row">
          <Link className="button" to={`/stage/${view.demand_id}`}>{words.stage}</Link>
          <ShareLink demandId={view.demand_id} />
          <CancelButton view={view} />
        </span>
      </div>
      {(understood?.motivation ?? "") !== "" && (
        <p className="small soft">{words.motivation}: <OwnWords text={understood?.motivation ?? ""} /></p>
      )}
      {preferences.length > 0 && <p className="small soft">{words.preferences}: <OwnWords text={preferences.join(" · ")} /></p>}
    </section>
  );
}

const TONES: Readonly<Record<Connection, Tone>> = { connecting: "brand", live: "good", lost: "bad", full: "warn", over: "plain", missing: "bad" };

/** Whether what is seen is the newest, or a moment that is looked back at; and, when the line is cut, that nothing is lost. */
export function ConnectionState() {
  const words = useWords(WORDS);
  const connection = useLog((log) => log.connection);
  const back = useLog(looksBack);
  return (
    <p className="connection row small" role="status" data-connection={connection}>
      {back ? <Badge tone="talk">{words.back}</Badge> : <Badge tone={TONES[connection]}>{words.connection[connection]}</Badge>}
      {connection === "lost" && <span className="soft">{words.lostHint}</span>}
      {connection === "full" && <span className="soft">{words.fullHint}</span>}
    </p>
  );
}
