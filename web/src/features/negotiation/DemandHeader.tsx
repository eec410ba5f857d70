// Header of a negotiation (demand, owner, actions) and the connection status.
import { Link } from "react-router";
import { isReplaying, useLogStore, type Connection } from "../../eventLog/logStore";
import type { DemandView } from "../../eventLog/types";
import { Badge, type Tone } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { CancelButton } from "../outcome/CancelButton";
import { ShareLink } from "../outcome/ShareLink";
import { UnderstandingSummary } from "../understanding/UnderstandingSummary";
import { MESSAGES } from "./messages";

/** Demand text, owner, model, actions and what was understood. */
export function DemandHeader({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  return (
    <section className="headline">
      <UserText text={view.raw_input} heading />
      <div className="headline-about row">
        <bdi className="soft">{messages.by(view.user_id)}</bdi>
        <Badge tone={view.model === "simulated" ? "warn" : "plain"}>{messages.model[view.model] ?? view.model}</Badge>
        {view.visibility === "private" && <Badge>{messages.private}</Badge>}
        {view.follows && <Link to={`/d/${view.follows}`}>{messages.follows}</Link>}
        <span className="headline-tools row">
          <Link className="button" to={`/stage/${view.demand_id}`}>{messages.stage}</Link>
          <ShareLink demandId={view.demand_id} />
          <CancelButton view={view} />
        </span>
      </div>
      <UnderstandingSummary view={view} />
    </section>
  );
}

const TONES: Readonly<Record<Connection, Tone>> = { connecting: "brand", live: "good", lost: "bad", full: "warn", over: "plain", missing: "bad" };

/** Status line: live, replaying, or disconnected with a hint that nothing is lost. */
export function ConnectionStatus() {
  const messages = MESSAGES.useCurrent();
  const connection = useLogStore((log) => log.connection);
  const replaying = useLogStore(isReplaying);
  return (
    <p className="connection row small" role="status" data-connection={connection}>
      {replaying ? <Badge tone="talk">{messages.back}</Badge> : <Badge tone={TONES[connection]}>{messages.connection[connection]}</Badge>}
      {connection === "lost" && <span className="soft">{messages.lostHint}</span>}
      {connection === "full" && <span className="soft">{messages.fullHint}</span>}
    </p>
  );
}
