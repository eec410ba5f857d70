// Connection of the stream, the way back to all deliberations, and the notice for a session that cannot be seen.
import { Link } from "react-router";
import { isReplaying, type Connection } from "../../eventLog/eventLog";
import { Badge, type Tone } from "../../ui/Badge";
import { requestSignIn, useSession } from "../session/session";
import { MESSAGES } from "./messages";
import { useSessionLog } from "./model/sessionLog";

const TONES: Readonly<Record<Connection, Tone>> = { connecting: "brand", live: "good", lost: "bad", full: "warn", over: "plain", missing: "bad" };

/** Link to all deliberations, and the state of the stream. */
export function ConnectionLine() {
  const messages = MESSAGES.useCurrent();
  const connection = useSessionLog((log) => log.connection);
  const replaying = useSessionLog(isReplaying);
  return (
    <div className="dl-top row small">
      <Link to="/deliberations">‹ {messages.all}</Link>
      <p className="dl-connection row" role="status" data-connection={connection}>
        {connection === "lost" && <span className="soft">{messages.lostHint}</span>}
        {connection === "full" && <span className="soft">{messages.fullHint}</span>}
        {replaying ? <Badge tone="talk">{messages.back}</Badge> : <Badge tone={TONES[connection]}>{messages.connection[connection]}</Badge>}
      </p>
    </div>
  );
}

/** Not-found notice; offers to sign in when that may give access. */
export function MissingNotice() {
  const messages = MESSAGES.useCurrent();
  const session = useSession();
  return (
    <section className="card stack" data-state="missing">
      <h1>{messages.missing}</h1>
      <p className="soft">{messages.missingHint}</p>
      <p className="row">
        <Link className="button button-main" to="/deliberations">{messages.another}</Link>
        {session?.sign_in === true && session.user_id === null && (
          <button type="button" className="button" onClick={() => void requestSignIn()}>{messages.signIn}</button>
        )}
      </p>
    </section>
  );
}
