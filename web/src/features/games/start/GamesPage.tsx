// Page that starts a game and lists the viewer's own.
import { useId } from "react";
import { Link } from "react-router";
import { useDocumentTitle } from "../../../app/useDocumentTitle";
import { lookUp } from "../../../eventLog/readJson";
import { useFormat } from "../../../i18n/format";
import { Badge, type Tone } from "../../../ui/Badge";
import { ErrorNote } from "../../../ui/ErrorNote";
import { useResource } from "../../agents/useResource";
import { useDraftStore } from "../../home/draftStore";
import { useSession } from "../../session/session";
import { listGames, type GameItem } from "../gameApi";
import { MESSAGES } from "../messages";
import { getGameName, getSideName } from "../model/gameText";
import { START_MESSAGES } from "./messages";
import { StartForm } from "./StartForm";
import "../games.css";

/** Page `/games`. */
export function GamesPage() {
  const messages = START_MESSAGES.useCurrent();
  useDocumentTitle(messages.title);
  return (
    <div className="gm-start">
      <section className="stack gm-start-intro">
        <p className="small"><Link to="/">‹ {messages.home}</Link></p>
        <h1>{messages.title}</h1>
        <p className="soft">{messages.what}</p>
      </section>
      <StartForm />
      <OwnGames />
    </div>
  );
}

function OwnGames() {
  const messages = START_MESSAGES.useCurrent();
  const heading = useId();
  const session = useSession();
  const name = useDraftStore((draft) => draft.name).trim();
  const userId = session?.user_id ?? name;
  const { data, error, loading } = useResource(`games ${userId}`, (signal) => listGames(userId, signal));
  const signedOut = session?.sign_in === true && session.user_id === null;
  return (
    <section className="card stack gm-own" aria-labelledby={heading}>
      <h2 id={heading}>{messages.own}</h2>
      {error && <ErrorNote error={error} />}
      {loading && <p className="soft">{messages.loading}</p>}
      {data?.length === 0 && <p className="soft">{signedOut ? messages.signedOut : messages.empty}</p>}
      {data !== null && data.length > 0 && <ul className="gm-own-games">{data.map((item) => <li key={item.gameId}><GameLink item={item} /></li>)}</ul>}
    </section>
  );
}

function GameLink({ item }: { readonly item: GameItem }) {
  const names = MESSAGES.useCurrent();
  const { moment } = useFormat();
  const [first = "", second = ""] = item.seats.map((seat) => lookUp<string>(names.seatShort, seat) ?? seat);
  return (
    <Link className="gm-own-game" to={`/games/${encodeURIComponent(item.gameId)}`}>
      <span className="gm-own-name"><strong>{getGameName(item.game, names)}</strong> <span>{names.versus(first, second)}</span></span>
      <span className="row small soft">
        <State item={item} />
        {item.level !== null && <span>{names.level(item.level)}</span>}
        <time dateTime={item.createdAt}>{moment(item.createdAt)}</time>
      </span>
    </Link>
  );
}

function State({ item }: { readonly item: GameItem }) {
  const messages = START_MESSAGES.useCurrent();
  const names = MESSAGES.useCurrent();
  if (!item.ended) return <Badge tone="talk">{messages.running}</Badge>;
  if (item.winner === null) return <Badge tone="warn">{item.reason === "full_board" ? messages.draw : messages.abandoned}</Badge>;
  const person = item.seats.indexOf("human") + 1;
  const tone: Tone = person === 0 ? "plain" : person === item.winner ? "good" : "bad";
  return <Badge tone={tone}>{messages.won(getSideName(item.game, item.winner, names))}</Badge>;
}
