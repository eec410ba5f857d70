// Header of a negotiation (title, state, demand, understanding, each in a slot of fixed size), and its connection.
import { Link } from "react-router";
import { isReplaying, useLogStore, type Connection } from "../../eventLog/logStore";
import type { DemandView } from "../../eventLog/types";
import { Badge, type Tone } from "../../ui/Badge";
import { UnderstandingSummary } from "../understanding/UnderstandingSummary";
import { DemandText, DemandTitle } from "./DemandTitle";
import { StateBanner } from "./StateBanner";
import { MESSAGES } from "./messages";

/** Title, state, demand, owner, model and what was understood; before the first event the same slots, empty. */
export function DemandHeader({ view }: { readonly view: DemandView | null }) {
  return (
    <section className="headline">
      <div className="headline-title">{view && <DemandTitle view={view} />}</div>
      <StateBanner view={view} detailed />
      <div className="headline-about">{view && <AboutDemand view={view} />}</div>
      {view ? <UnderstandingSummary view={view} /> : <div className="reading-summary" />}
    </section>
  );
}

function AboutDemand({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  return (
    <>
      <DemandText view={view} />
      <span className="headline-by row small">
        <bdi className="soft">{messages.by(view.user_id)}</bdi>
        <Badge tone={view.model === "simulated" ? "warn" : "plain"}>{messages.model[view.model] ?? view.model}</Badge>
        {view.visibility === "private" && <Badge>{messages.private}</Badge>}
        {view.follows && <Link to={`/d/${view.follows}`}>{messages.follows}</Link>}
      </span>
    </>
  );
}

const TONES: Readonly<Record<Connection, Tone>> = { connecting: "brand", live: "good", lost: "bad", full: "warn", over: "plain", missing: "bad" };

/** Status line: live, replaying, or disconnected with a hint that nothing is lost. */
export function ConnectionStatus() {
  const messages = MESSAGES.useCurrent();
  const connection = useLogStore((log) => log.connection);
  const replaying = useLogStore(isReplaying);
  return (
    <p className="connection row small" role="status" data-connection={connection} data-beside>
      {replaying ? <Badge tone="talk">{messages.back}</Badge> : <Badge tone={TONES[connection]}>{messages.connection[connection]}</Badge>}
      {connection === "lost" && <span className="connection-hint soft">{messages.lostHint}</span>}
      {connection === "full" && <span className="connection-hint soft">{messages.fullHint}</span>}
    </p>
  );
}
