// Hook that follows a demand and returns its visible view.
import { useDocumentTitle } from "../../app/useDocumentTitle";
import type { DemandView } from "../../eventLog/types";
import { getVisibleCount, useLogStore, useVisibleView, type Connection } from "../../eventLog/logStore";
import { DEMAND_STREAM } from "../../eventLog/demandStream";
import { useSSE } from "../../eventLog/useSSE";
import { useReplayUrl } from "../replay/useReplayUrl";
import { useSession } from "../session/session";
import { truncateText } from "../stage/truncateText";

/** Maximum length of the demand in the document title. */
const MAX_TITLE_CHARS = 40;

interface OpenDemand {
  /** View at the shown moment; null before the first event. */
  readonly view: DemandView | null;
  /** Number of events up to the shown moment. */
  readonly visibleCount: number;
  readonly connection: Connection;
  /** Whether there is no such demand for this viewer. */
  readonly notFound: boolean;
}

/** Follow a demand while mounted; `title` returns the prefix of the document title. */
export function useDemand(demandId: string, title: (view: DemandView) => string): OpenDemand {
  const viewer = useSession()?.user_id ?? null;
  const connection = useSSE(DEMAND_STREAM, demandId, viewer);
  useReplayUrl();
  const view = useVisibleView(demandId);
  const visibleCount = useLogStore(getVisibleCount);
  useDocumentTitle(view && `${title(view)} · ${truncateText(view.raw_input, MAX_TITLE_CHARS)}`);
  return { view, visibleCount, connection, notFound: connection === "missing" && view === null };
}
