// What the requester decided about an agreed plan, or the buttons to decide; its height is the same before and after.
import { Suspense, useEffect, useRef, useState } from "react";
import { ErrorBoundary } from "../../app/ErrorBoundary";
import { useLogStore } from "../../eventLog/logStore";
import type { DemandView } from "../../eventLog/types";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { useIsRequester } from "../understanding/requester";
import type { DecisionKind } from "./decision";
import { DecisionNote } from "./DecisionNote";
import { EVENT_MESSAGES } from "./eventMessages";
import { useDecision } from "./useDecision";

/** Loaded on demand: only the requester decides. */
const DecisionDialog = lazyWithRetry(async () => (await import("./DecisionDialog")).DecisionDialog);

interface Props {
  readonly view: DemandView;
  /** Whether the viewer saw the outcome arrive. */
  readonly isNew: boolean;
}

/** Decision about the shown plan; renders nothing in the replay, which ends before it. */
export function DecisionPanel({ view, isNew }: Props) {
  const messages = EVENT_MESSAGES.useCurrent();
  const replaying = useLogStore((log) => log.replaySeq !== null);
  const isOwn = useIsRequester(view);
  const decision = useDecision(view.demand_id, isNew && !isOwn);
  const [asked, setAsked] = useState<DecisionKind | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const decided = decision != null;
  // The buttons go with the decision: what it was takes their focus, after the dialog has given it back.
  const wasAsked = useRef(false);
  useEffect(() => {
    if (asked !== null) wasAsked.current = true;
    else if (wasAsked.current && decided) panel.current?.focus();
  }, [asked, decided]);
  if (replaying) return null;
  return (
    <div className="event-page-decision" data-beside data-part="decision" ref={panel} tabIndex={-1}>
      {decided && <DecisionNote decision={decision} />}
      {!decided && isOwn && (
        <>
          <p className="small soft">{messages.decide}</p>
          <div className="row">
            <button type="button" className="button button-main" onClick={() => { setAsked("approve"); }}>{messages.approve}</button>
            <button type="button" className="button" onClick={() => { setAsked("change"); }}>{messages.change}</button>
          </div>
        </>
      )}
      {!isOwn && (decision === null || (isNew && !decided)) && <p className="soft">{messages.undecided}</p>}
      {asked !== null && <ErrorBoundary><Suspense><DecisionDialog kind={asked} demandId={view.demand_id} onClose={() => { setAsked(null); }} /></Suspense></ErrorBoundary>}
    </div>
  );
}
