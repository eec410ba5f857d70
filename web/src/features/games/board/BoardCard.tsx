// The board with its switches, what a click did, and the person's buttons.
import type { ReactNode } from "react";
import { create } from "zustand";
import { MESSAGES } from "../messages";
import { getShownDecision } from "../model/moveRatings";
import type { Decision, GameView } from "../model/gameView";
import { Board } from "./Board";
import { findBoardPoints, type Overlays } from "./boardPoints";
import { BOARD_MESSAGES } from "./messages";
import { usePlay } from "./usePlay";
import { ErrorNote } from "../../../ui/ErrorNote";

const OVERLAYS = ["candidates", "heat", "numbers"] as const satisfies readonly (keyof Overlays)[];

/** The switches outlive the page, so that another game looks the same. */
const useOverlays = create<Overlays>()(() => ({ candidates: true, heat: false, numbers: false }));

/** Card with the board. */
export function BoardCard({ view, children }: { readonly view: GameView; readonly children: ReactNode }) {
  const messages = BOARD_MESSAGES.useCurrent();
  const overlays = useOverlays();
  const { said, error, pending, canPlay, play } = usePlay(view);
  const decision = getShownDecision(view);
  const points = findBoardPoints(view, decision, overlays, pending);
  const toggle = (name: keyof Overlays): void => {
    useOverlays.setState({ [name]: !overlays[name] });
  };
  return (
    <section className="card gm-board-card" aria-label={MESSAGES.useCurrent().game[view.game as "gomoku"] ?? view.game}>
      <Board key={view.game_id} view={view} points={points} numbers={overlays.numbers} playable={canPlay} onPoint={play} />
      <div className="gm-below" data-beside>
        <p className="gm-said small" role="status">{said}</p>
        {error && <ErrorNote error={error} />}
        <div className="row gm-switches">
          <span role="group" aria-label={messages.show} className="row">
            {OVERLAYS.map((name) => (
              <button key={name} type="button" className="button gm-switch small" aria-pressed={overlays[name]} data-overlay={name} onClick={() => { toggle(name); }}>
                <span className="gm-switch-mark" aria-hidden="true">{overlays[name] ? "✓" : "+"}</span> {messages[name]}
              </button>
            ))}
          </span>
          <span className="row gm-actions">{children}</span>
        </div>
        <Legend overlays={overlays} decision={decision} />
      </div>
    </section>
  );
}

/** What the marks on the board mean; only of those that are there. */
function Legend({ overlays, decision }: { readonly overlays: Overlays; readonly decision: Decision | null }) {
  const { legend, rowsAndColumns } = BOARD_MESSAGES.useCurrent();
  const proved = decision?.analyses.some(({ candidates }) => candidates.some(({ proof }) => proof != null)) === true;
  const threats = overlays.heat ? (decision?.threat?.threats ?? []) : [];
  const losing = threats.some(({ kind }) => kind === "losing_point");
  const others = threats.filter(({ kind }) => kind !== "losing_point");
  const lines = [
    overlays.candidates && decision !== null && decision.analyses.length > 0 && legend.candidate,
    overlays.candidates && proved && legend.proof,
    others.some(({ side }) => side !== decision?.side) && legend.against,
    others.some(({ side }) => side === decision?.side) && legend.own,
    losing && legend.losing,
    rowsAndColumns,
  ];
  return <ul className="gm-legend small soft">{lines.map((line) => line !== false && <li key={line}>{line}</li>)}</ul>;
}
