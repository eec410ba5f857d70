// Buttons of the presenter: hold, beats, rounds, speed, live.
import { useFormat } from "../../i18n/format";
import { SPEEDS } from "./beatPlan";
import { PRESENTER_MESSAGES } from "./presenterMessages";
import { readSpeed, usePresenterStore } from "./presenterStore";
import type { StageMoves } from "./stageMoves";
import type { Beats } from "./useBeats";

interface Props {
  readonly beats: Beats;
  readonly moves: StageMoves;
}

/** Controls of the pace; each has a key as well. */
export function PresenterControls({ beats: { beats, index, complete }, moves }: Props) {
  const messages = PRESENTER_MESSAGES.useCurrent();
  const { number } = useFormat();
  const { mode, speed, poster } = usePresenterStore();
  const [position, count] = [number(Math.max(1, index + 1)), number(beats.length)];
  const running = mode === "running";
  return (
    <div className="presenter-controls" role="group" aria-label={messages.controls}>
      <button type="button" className="button" onClick={moves.previous} aria-keyshortcuts="ArrowLeft">{messages.previous}</button>
      <button type="button" className="button button-main presenter-hold" onClick={running ? moves.hold : moves.proceed} aria-keyshortcuts="Space">
        {running ? messages.hold : poster ? messages.again : messages.proceed}
      </button>
      <button type="button" className="button" onClick={moves.next} aria-keyshortcuts="ArrowRight">{messages.next}</button>
      <button type="button" className="button button-quiet" onClick={moves.previousRound} aria-keyshortcuts="Shift+ArrowLeft">{messages.previousRound}</button>
      <button type="button" className="button button-quiet" onClick={moves.nextRound} aria-keyshortcuts="Shift+ArrowRight">{messages.nextRound}</button>
      <select className="input presenter-speed" aria-label={messages.speed} title={messages.speed} value={speed} onChange={({ target }) => { moves.setSpeed(readSpeed(Number(target.value)) ?? 1); }}>
        {SPEEDS.map((known) => <option key={known} value={known}>{known}×</option>)}
      </select>
      <button type="button" className="button button-quiet" aria-pressed={mode === "live"} onClick={moves.live} aria-keyshortcuts="End">{messages.live}</button>
      <span className="presenter-position">{complete ? messages.beat(position, count) : messages.beatSoFar(position)}</span>
    </div>
  );
}
