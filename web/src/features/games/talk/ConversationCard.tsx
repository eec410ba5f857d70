// The team's conversation: decisions, the newest first; each is a tree of turns, calls and occurrences.
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useFormat } from "../../../i18n/format";
import { Badge, type Tone } from "../../../ui/Badge";
import { MESSAGES } from "../messages";
import { getDecisions } from "../model/decisions";
import { getSideName } from "../model/gameText";
import type { Decision, Entry, GameView, OccurrenceKind } from "../model/gameView";
import { LoopEntries } from "./LoopEntries";
import { TALK_MESSAGES } from "./messages";
import { useNames } from "./names";

/** Card with the conversation. */
export function ConversationCard({ view }: { readonly view: GameView }) {
  const messages = TALK_MESSAGES.useCurrent();
  const heading = useId();
  const decisions = getDecisions(view).toReversed();
  return (
    <section className="card gm-talk" aria-labelledby={heading} data-talk>
      <h2 id={heading}>{messages.title}</h2>
      <p className="small soft gm-talk-what">{messages.what}</p>
      {decisions.length === 0 && <p className="soft">{view.seats.includes("team") ? messages.none : messages.noTeam}</p>}
      <ol className="gm-decisions" reversed>
        {decisions.map((decision, index) => (
          // The newest one starts open; it is another one with each decision.
          <li key={decision.seq}><DecisionPart view={view} decision={decision} newest={index === 0} /></li>
        ))}
      </ol>
    </section>
  );
}

interface PartProps {
  readonly view: GameView;
  readonly decision: Decision;
  readonly newest: boolean;
}

function DecisionPart({ view, decision, newest }: PartProps) {
  const messages = TALK_MESSAGES.useCurrent();
  const sides = MESSAGES.useCurrent();
  const names = useNames();
  const { duration } = useFormat();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? newest;
  const { ply, side, made, dropped, loops } = decision;
  const isTwoTeams = view.seats[0] === view.seats[1];
  return (
    <details
      className="gm-decision"
      open={open}
      data-decision={ply}
      data-thinking={(made === null && !dropped) || undefined}
      onToggle={(event) => {
        const { open: opened } = event.currentTarget;
        if (opened !== open) setChosen(opened);
      }}
    >
      <summary>
        <span className="gm-decision-title">
          <strong>{messages.decision(ply)}</strong>
          {made !== null && <span className="gm-coordinate">{names.point(made)}</span>}
          {isTwoTeams && <span>{getSideName(view.game, side, sides)}</span>}
          {made?.agent != null && <span className="soft">{names.agent(made.agent)}</span>}
        </span>
        <span className="gm-decision-notes small">
          {findNotes(loops.flatMap((loop) => loop.entries)).map(([kind, tone]) => <Badge key={kind} tone={tone}>{messages.occurrence[kind]}</Badge>)}
          {made === null && (dropped ? <Badge tone="plain">{messages.dropped}</Badge> : <Badge tone="talk"><span className="gm-pulse" aria-hidden="true" />{messages.thinking}</Badge>)}
          {made?.loops != null && <span className="soft">{messages.turns(made.loops)}</span>}
          {made?.elapsed_ms != null && <span className="soft">{duration(made.elapsed_ms)}</span>}
        </span>
      </summary>
      {open && <Following follows={newest} at={view.last_seq}>{loops.map((loop) => <LoopEntries key={loop.id} entries={loop.entries} />)}</Following>}
    </details>
  );
}

/** Distance (px) from the end within which the reader counts as being there. */
const NEAR_END = 48;

interface FollowingProps {
  readonly follows: boolean;
  /** Number of the shown event: with another one, there may be more to follow. */
  readonly at: number;
  readonly children: ReactNode;
}

/** What was said in a decision; on a wide screen the newest one has a scroll bar of its own, and stays at its end. */
function Following({ follows, at, children }: FollowingProps) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = box.current;
    if (follows && element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [follows, at]);
  return (
    <div
      className={follows ? "gm-said-in gm-follow" : "gm-said-in"}
      ref={box}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => { isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END; }}
    >
      {children}
    </div>
  );
}

const NOTES: readonly (readonly [OccurrenceKind, Tone])[] = [["handed_over", "brand"], ["taken_back", "warn"], ["overruled", "talk"], ["rejected", "bad"], ["alert", "bad"]];

/** Return the kinds of occurrences that the line of a decision tells. */
function findNotes(entries: readonly Entry[]): readonly (readonly [OccurrenceKind, Tone])[] {
  return NOTES.filter(([kind]) => entries.some((entry) => entry.kind === "occurrence" && entry.occurrence === kind));
}
