// Page `/remote/:demandId`: a phone as the remote control of a stage.
import { useState } from "react";
import { Link, useLocation, useParams } from "react-router";
import { ApiError } from "../../api/client";
import { useDocumentTitle } from "../../app/useDocumentTitle";
import { DEMAND_STREAM } from "../../eventLog/demandStream";
import { useSSE } from "../../eventLog/useSSE";
import { NotFoundNotice } from "../negotiation/NotFoundNotice";
import { useSession } from "../session/session";
import { findBeatIndex } from "./beats";
import { sendCommand, type RemoteCommand } from "./presentationApi";
import { readPresentationLink, type PresentationLink } from "./presentationLink";
import { RemoteButtons } from "./RemoteButtons";
import { REMOTE_MESSAGES } from "./remoteMessages";
import { usePlannedBeats } from "./useBeats";
import { usePresentation, type PresentationNews } from "./usePresentation";
import "./remote.css";

/** Remote control: what the stage shows, what comes then, and big buttons. */
export function RemotePage() {
  const { demandId = "" } = useParams();
  const { hash } = useLocation();
  const messages = REMOTE_MESSAGES.useCurrent();
  useDocumentTitle(messages.page);
  return <Remote key={`${demandId}${hash}`} demandId={demandId} fragment={hash} />;
}

function Remote({ demandId, fragment }: { readonly demandId: string; readonly fragment: string }) {
  const messages = REMOTE_MESSAGES.useCurrent();
  const [link] = useState(() => readPresentationLink(fragment));
  const connection = useSSE(DEMAND_STREAM, demandId, useSession()?.user_id ?? null);
  const news = usePresentation(demandId, link);
  const { problem, send } = useCommands(demandId, link);
  const display = news.state?.display ?? null;
  const over = link === null || news.connection === "gone";
  if (connection === "missing") return <main className="remote" id="main"><NotFoundNotice /></main>;
  return (
    <main className="remote" id="main">
      <h1>{messages.page}</h1>
      {over ? <p role="alert">{messages.gone}</p> : <RemoteView news={news} />}
      {link !== null && !over && (link.token === ""
        ? <p className="remote-note">{messages.watching}</p>
        : <RemoteButtons display={display} disabled={problem === "refused"} send={send} />)}
      <p className="remote-note" role="status">{problem === "" ? (news.connection === "lost" ? messages.lost : "") : messages[problem]}</p>
      <Link to={`/d/${demandId}`}>{messages.follow}</Link>
    </main>
  );
}

/** The sentence on the stage and the next one. */
function RemoteView({ news }: { readonly news: PresentationNews }) {
  const messages = REMOTE_MESSAGES.useCurrent();
  const { beats, complete } = usePlannedBeats();
  const display = news.state?.display ?? null;
  const index = display === null ? -1 : findBeatIndex(beats, display.seq, display.poster === true);
  const next = beats[index + 1]?.sentence ?? (complete && index >= 0 ? messages.last : "");
  return (
    <dl className="remote-view" aria-live="polite">
      <div>
        <dt>{messages.now}{display !== null && <> · {messages.mode[display.mode]}</>}</dt>
        <dd className="remote-now">{display === null ? messages.nothing : beats[index]?.sentence}</dd>
      </div>
      <div><dt>{messages.then}</dt><dd>{next}</dd></div>
    </dl>
  );
}

type Problem = "" | "refused" | "gone" | "notSent";

/** Send commands, one after the other; `problem` is that of the last one. */
function useCommands(demandId: string, link: PresentationLink | null): { readonly problem: Problem; readonly send: (command: RemoteCommand) => void } {
  const [problem, setProblem] = useState<Problem>("");
  const send = async (command: RemoteCommand): Promise<void> => {
    if (link === null) return;
    try {
      await sendCommand(demandId, link, command);
      setProblem("");
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "";
      setProblem(code === "E013" ? "refused" : code === "E019" ? "gone" : "notSent");
    }
  };
  return { problem, send: (command) => { void send(command); } };
}
