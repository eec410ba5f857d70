// Which demand does the address name, how do we hear of it, and what is seen of it at the moment that one looks at?
import { useTitle } from "../../app/useDocumentTitle";
import type { DemandView } from "../../eventLog/types";
import { shownCount, useLog, useView } from "../../eventLog/logStore";
import type { Connection } from "../../eventLog/logStore";
import { useSSE } from "../../eventLog/useSSE";
import { useReplayLink } from "../replay/useReplayUrl";
import { useSession } from "../session/session";
import { shortened } from "../stage/truncateText";

/** Characters of a demand in the title of the window. */
const TITLE = 40;

interface Opened {
  /** Null before the first event. */
  readonly view: DemandView | null;
  /** How many of the events are looked at. */
  readonly shown: number;
  readonly connection: Connection;
  /** There is no such demand for this viewer. */
  readonly missing: boolean;
}

/** Follow a demand as long as the page is open; `title`: what the window is called before the demand's own words. */
export function useDemand(demandId: string, title: (view: DemandView) => string): Opened {
  const viewer = useSession()?.user_id ?? null;
  const connection = useSSE(demandId, viewer);
  useReplayLink();
  const view = useView(demandId);
  const shown = useLog(shownCount);
  useTitle(view && `${title(view)} · ${shortened(view.raw_input, TITLE)}`);
  return { view, shown, connection, missing: connection === "missing" && view === null };
}
