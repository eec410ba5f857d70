// Connection of a page's stream, and the way back to the list that the page belongs to.
import { Link } from "react-router";
import type { Connection } from "../eventLog/eventLog";
import { Badge, type Tone } from "./Badge";

/** Texts of the line. */
export interface ConnectionTexts {
  /** Name of the list. */
  readonly all: string;
  readonly connection: Readonly<Record<Connection, string>>;
  readonly lostHint: string;
  readonly fullHint: string;
  /** Shown instead of the connection during a replay. */
  readonly back: string;
}

const TONES: Readonly<Record<Connection, Tone>> = { connecting: "brand", live: "good", lost: "bad", full: "warn", over: "plain", missing: "bad" };

/** Link to the list at the path `to`, and the state of the stream. */
export function ConnectionLine({ connection, replaying, to, texts }: {
  readonly connection: Connection;
  readonly replaying: boolean;
  readonly to: string;
  readonly texts: ConnectionTexts;
}) {
  return (
    <div className="connection-line row small">
      <Link to={to}>‹ {texts.all}</Link>
      <p className="row" role="status" data-connection={connection}>
        {connection === "lost" && <span className="soft">{texts.lostHint}</span>}
        {connection === "full" && <span className="soft">{texts.fullHint}</span>}
        {replaying ? <Badge tone="talk">{texts.back}</Badge> : <Badge tone={TONES[connection]}>{texts.connection[connection]}</Badge>}
      </p>
    </div>
  );
}
