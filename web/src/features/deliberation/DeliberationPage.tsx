// Page of one deliberation, shown as of the selected event.
import { useParams } from "react-router";
import { useDocumentTitle } from "../../app/useDocumentTitle";
import { getVisibleCount, isReplaying } from "../../eventLog/eventLog";
import { useSSE } from "../../eventLog/useSSE";
import { useLocale } from "../../i18n/locale";
import { ConnectionLine } from "../../ui/ConnectionLine";
import { ReplayBar } from "../replay/ReplayBar";
import { ReplaySourceContext } from "../replay/replaySource";
import { useReplayUrl } from "../replay/useReplayUrl";
import { MissingNotice } from "../session/MissingNotice";
import { useSession } from "../session/session";
import { truncateText } from "../stage/truncateText";
import { SessionLanguage } from "./AgentText";
import { Glance } from "./Glance";
import { Headline, StateBanner } from "./Headline";
import { ConsensusCard } from "./ConsensusCard";
import { MESSAGES } from "./messages";
import { getResultKind } from "./model/result";
import { SESSION_STREAM, useSessionLog, useVisibleSession } from "./model/sessionLog";
import { PlanCard } from "./plan/PlanCard";
import { ReportCard } from "./result/ReportCard";
import { SummaryCard } from "./result/SummaryCard";
import { TodoCard } from "./result/TodoCard";
import { RoundsCard } from "./rounds/RoundsCard";
import { SESSION_REPLAY } from "./replay/sessionReplay";
import "./deliberation.css";

/** Maximum length of the query in the document title. */
const MAX_TITLE_CHARS = 40;

/** Page `/deliberations/:sessionId`. */
export function DeliberationPage() {
  const { sessionId = "" } = useParams();
  return (
    <ReplaySourceContext value={SESSION_REPLAY}>
      <SessionContent key={sessionId} sessionId={sessionId} />
    </ReplaySourceContext>
  );
}

function SessionContent({ sessionId }: { readonly sessionId: string }) {
  const language = useLocale();
  const viewer = useSession()?.user_id ?? null;
  const connection = useSSE(SESSION_STREAM, sessionId, viewer);
  useReplayUrl();
  const view = useVisibleSession(sessionId);
  const visibleCount = useSessionLog(getVisibleCount);
  const replaying = useSessionLog(isReplaying);
  useDocumentTitle(view && `${MESSAGES[language].result[getResultKind(view)]} · ${truncateText(view.start.query, MAX_TITLE_CHARS)}`);
  if (connection === "missing" && view === null) return <MissingNotice to="/deliberations" texts={MESSAGES[language]} />;
  return (
    <SessionLanguage value={view?.start.language ?? ""}>
      <div className="dl-page">
        <ConnectionLine connection={connection} replaying={replaying} to="/deliberations" texts={MESSAGES[language]} />
        <div className="dl" data-testid="deliberation" data-at={visibleCount}>
          {view === null ? <StateBanner view={null} /> : (
            <>
              <Headline view={view} />
              <StateBanner view={view} />
              <Glance view={view} />
              <div className="dl-grid">
                <PlanCard view={view} />
                <ConsensusCard view={view} />
              </div>
              {view.report && (
                <div className="dl-grid">
                  <ReportCard report={view.report} />
                  <div className="dl-side">
                    <TodoCard report={view.report} sessionId={sessionId} />
                    <SummaryCard report={view.report} />
                  </div>
                </div>
              )}
              <RoundsCard view={view} />
            </>
          )}
        </div>
        {view && <ReplayBar />}
      </div>
    </SessionLanguage>
  );
}
