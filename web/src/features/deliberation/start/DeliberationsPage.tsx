// Page that starts a deliberation and lists the viewer's own.
import { useId } from "react";
import { Link } from "react-router";
import { useDocumentTitle } from "../../../app/useDocumentTitle";
import { getLabel } from "../../../eventLog/readJson";
import { useFormat } from "../../../i18n/format";
import { Badge, type Tone } from "../../../ui/Badge";
import { ErrorNote } from "../../../ui/ErrorNote";
import { escapeBidi } from "../../../ui/escapeBidi";
import { useResource } from "../../agents/useResource";
import { useDraftStore } from "../../home/draftStore";
import { useSession } from "../../session/session";
import { ROUND_MESSAGES } from "../rounds/messages";
import { listSessions, type SessionItem } from "../sessionApi";
import { StartForm } from "./StartForm";
import { START_MESSAGES } from "./messages";
import "../deliberation.css";

/** Page `/deliberations`. */
export function DeliberationsPage() {
  const messages = START_MESSAGES.useCurrent();
  useDocumentTitle(messages.title);
  return (
    <div className="dl-start">
      <section className="stack">
        <p className="small"><Link to="/">‹ {messages.home}</Link></p>
        <h1>{messages.title}</h1>
        <p className="soft">{messages.what}</p>
      </section>
      <StartForm />
      <OwnSessions />
    </div>
  );
}

function OwnSessions() {
  const messages = START_MESSAGES.useCurrent();
  const heading = useId();
  const session = useSession();
  const name = useDraftStore((draft) => draft.name).trim();
  const userId = session?.user_id ?? name;
  const { data, error, loading } = useResource(`deliberations ${userId}`, (signal) => listSessions(userId, signal));
  const signedOut = session?.sign_in === true && session.user_id === null;
  return (
    <section className="card stack" aria-labelledby={heading}>
      <h2 id={heading}>{messages.own}</h2>
      {error && <ErrorNote error={error} />}
      {loading && <p className="soft">{messages.loading}</p>}
      {data?.length === 0 && <p className="soft">{signedOut ? messages.signedOut : messages.empty}</p>}
      {data !== null && data.length > 0 && <ul className="dl-sessions">{data.map((item) => <li key={item.sessionId}><SessionLink item={item} /></li>)}</ul>}
    </section>
  );
}

const TONES: Readonly<Record<string, Tone>> = { in_progress: "talk", converged: "good", terminated: "warn" };

function SessionLink({ item }: { readonly item: SessionItem }) {
  const messages = START_MESSAGES.useCurrent();
  const { unknown } = ROUND_MESSAGES.useCurrent();
  const { moment } = useFormat();
  return (
    <Link className="dl-session" to={`/deliberations/${encodeURIComponent(item.sessionId)}`}>
      <bdi className="dl-session-query">{escapeBidi(item.query)}</bdi>
      <span className="row small soft">
        <Badge tone={TONES[item.status] ?? "plain"}>{getLabel(messages.status, item.status, unknown)}</Badge>
        {item.rounds > 0 && <span>{messages.rounds(item.rounds)}</span>}
        <time dateTime={item.createdAt}>{moment(item.createdAt)}</time>
      </span>
    </Link>
  );
}
