// Page of one game, shown as of the selected event.
import { useParams } from "react-router";
import { useDocumentTitle } from "../../app/useDocumentTitle";
import { getVisibleCount, isReplaying } from "../../eventLog/eventLog";
import { useSSE } from "../../eventLog/useSSE";
import { ConnectionLine } from "../../ui/ConnectionLine";
import { ReplayBar } from "../replay/ReplayBar";
import { ReplaySourceContext } from "../replay/replaySource";
import { useReplayUrl } from "../replay/useReplayUrl";
import { MissingNotice } from "../session/MissingNotice";
import { useSession } from "../session/session";
import { BoardCard } from "./board/BoardCard";
import { MESSAGES } from "./messages";
import { GAME_STREAM, useGameLog, useVisibleGame } from "./model/gameLog";
import { getGameName, getPlayerName } from "./model/gameText";
import { GAME_REPLAY } from "./replay/gameReplay";
import { Actions, Headline, StateBanner } from "./side/Headline";
import { MovesCard } from "./side/MovesCard";
import { ReasonCard } from "./side/ReasonCard";
import { RulesCard } from "./side/RulesCard";
import { ConversationCard } from "./talk/ConversationCard";
import { GameLanguage } from "./talk/GameText";
import "./games.css";

/** Page `/games/:gameId`. */
export function GamePage() {
  const { gameId = "" } = useParams();
  return (
    <ReplaySourceContext value={GAME_REPLAY}>
      <GameContent key={gameId} gameId={gameId} />
    </ReplaySourceContext>
  );
}

function GameContent({ gameId }: { readonly gameId: string }) {
  const messages = MESSAGES.useCurrent();
  const viewer = useSession()?.user_id ?? null;
  const connection = useSSE(GAME_STREAM, gameId, viewer);
  useReplayUrl();
  const view = useVisibleGame(gameId);
  const visibleCount = useGameLog(getVisibleCount);
  const replaying = useGameLog(isReplaying);
  useDocumentTitle(view && `${getGameName(view.game, messages)} · ${messages.versus(getPlayerName(view, 1, messages), getPlayerName(view, 2, messages))}`);
  if (connection === "missing" && view === null) return <MissingNotice to="/games" texts={messages} />;
  return (
    <GameLanguage value={view?.language ?? ""}>
      <div className="gm-page">
        <ConnectionLine connection={connection} replaying={replaying} to="/games" texts={messages} />
        <div className="gm" data-testid="game" data-at={visibleCount}>
          {view === null ? <StateBanner view={null} /> : (
            <>
              <div className="gm-first">
                <Headline view={view} />
                <StateBanner view={view} />
                <BoardCard view={view}><Actions view={view} /></BoardCard>
              </div>
              <div className="gm-second">
                <ReasonCard view={view} />
                <RulesCard view={view} />
                <MovesCard view={view} />
                <ConversationCard view={view} />
              </div>
            </>
          )}
        </div>
        {view && <ReplayBar />}
      </div>
    </GameLanguage>
  );
}
