// Replay bar: slider, step buttons, speed, link to the newest event.
import { useId, useMemo, useRef, useState } from "react";
import { getVisibleCount } from "../../eventLog/eventLog";
import { DEMAND_LOG } from "../../eventLog/logStore";
import { useFormat } from "../../i18n/format";
import { KeyHelp } from "../keyboard/KeyHelp";
import { useDemandKeys } from "../keyboard/useDemandKeys";
import { usePageKeys } from "../keyboard/usePageKeys";
import { CopyMomentLink } from "./CopyMomentLink";
import { ReplayFold } from "./ReplayFold";
import { ReplayIcon, type ReplayIconName } from "./ReplayIcon";
import { SPEEDS, getNextDecision, getPreviousDecision, type Speed } from "./keyMoments";
import { ReplaySlider } from "./ReplaySlider";
import { useReplayLog, useReplaySource } from "./replaySource";
import { usePlayback } from "./usePlayback";
import { MESSAGES } from "./messages";
import "./replay.css";

/** Replay controls of the open log; with `foldable`, phones show a line with the position and a button that opens them. */
export function ReplayBar({ foldable = false }: { readonly foldable?: boolean }) {
  const messages = MESSAGES.useCurrent();
  const { findKeyMoments, log } = useReplaySource();
  const ofDemand = log === DEMAND_LOG;
  const [help, setHelp] = useState(false);
  const barRef = useRef<HTMLElement>(null);
  const entries = useReplayLog((log) => log.entries);
  const position = useReplayLog(getVisibleCount);
  const keyMoments = useMemo(() => findKeyMoments(entries), [entries, findKeyMoments]);
  const { playing, speed, setSpeed, toggle, seek } = usePlayback();
  const count = entries.length;
  const previousDecision = getPreviousDecision(keyMoments, position);
  const nextDecision = getNextDecision(keyMoments, position);
  usePageKeys({
    ...useDemandKeys(ofDemand),
    toggle,
    previous: () => { seek(position - 1); },
    next: () => { seek(position + 1); },
    previousDecision: () => { if (previousDecision !== null) seek(previousDecision); },
    nextDecision: () => { if (nextDecision !== null) seek(nextDecision); },
    first: () => { seek(1); },
    newest: () => { seek(count); },
    copy: () => { barRef.current?.querySelector<HTMLButtonElement>("[data-copy]")?.click(); },
    help: () => { setHelp(true); },
  }, barRef);
  const [open, setOpen] = useState(false);
  const controlsId = useId();
  const playLabel = position >= count ? messages.again : messages.play;
  const seekToNewest = (): void => {
    seek(count);
    // The pressed button disappears: move the focus to the slider.
    barRef.current?.querySelector("input")?.focus();
  };
  return (
    <section className="replay" aria-label={messages.replay} data-testid="replay" data-foldable={foldable} data-open={open} ref={barRef}>
      <div className="replay-controls" id={controlsId}>
        <ReplaySlider entries={entries} keyMoments={keyMoments} position={position} onSeek={seek} />
        <div className="replay-tools">
          <ReplayButton name="decision-before" label={messages.previousDecision} disabled={previousDecision === null} onPress={() => { seek(previousDecision ?? 1); }} />
          <ReplayButton name="before" label={messages.previous} disabled={position <= 1} onPress={() => { seek(position - 1); }} />
          <ReplayButton name={playing ? "pause" : "play"} label={playing ? messages.pause : playLabel} disabled={count < 2} onPress={toggle} />
          <ReplayButton name="after" label={messages.next} disabled={position >= count} onPress={() => { seek(position + 1); }} />
          <ReplayButton name="decision-after" label={messages.nextDecision} disabled={nextDecision === null} onPress={() => { seek(nextDecision ?? count); }} />
          <SpeedSelect speed={speed} onChange={setSpeed} />
          <NewerEvents count={count - position} seekToNewest={seekToNewest} />
          <CopyMomentLink position={position} count={count} />
          <KeyHelp ofDemand={ofDemand} open={help} onChange={setHelp} />
        </div>
      </div>
      {foldable && <ReplayFold controlsId={controlsId} open={open} onToggle={() => { setOpen(!open); }} share={count > 1 ? (position - 1) / (count - 1) : 1} />}
    </section>
  );
}

interface ReplayButtonProps {
  readonly name: ReplayIconName;
  readonly label: string;
  readonly disabled: boolean;
  readonly onPress: () => void;
}

function ReplayButton({ name, label, disabled, onPress }: ReplayButtonProps) {
  return (
    <button
      type="button"
      className={name === "play" || name === "pause" ? "button button-main replay-tool" : "button button-quiet replay-tool"}
      aria-label={label}
      title={label}
      // aria-disabled instead of disabled, so that keyboard users keep the focus at either end.
      aria-disabled={disabled}
      onClick={() => { if (!disabled) onPress(); }}
    >
      <ReplayIcon name={name} />
    </button>
  );
}

function SpeedSelect({ speed, onChange }: { readonly speed: Speed; readonly onChange: (speed: Speed) => void }) {
  const messages = MESSAGES.useCurrent();
  return (
    <select
      className="input replay-speed"
      aria-label={messages.speed}
      title={messages.speed}
      value={speed}
      onChange={({ target }) => { onChange(SPEEDS.find((known) => String(known) === target.value) ?? 1); }}
    >
      {SPEEDS.map((known) => <option key={known} value={known}>{known}×</option>)}
    </select>
  );
}

/** Number of events after the shown moment, and a button that seeks to the newest. */
function NewerEvents({ count, seekToNewest }: { readonly count: number; readonly seekToNewest: () => void }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const ended = useReplayLog((log) => log.connection === "over");
  return (
    <div className="replay-newer row">
      <span role="status" className="replay-label small soft">{count > 0 && !ended ? messages.newer(number(count), count === 1) : ""}</span>
      {count > 0 && (
        <button type="button" className="button" onClick={seekToNewest}>
          <ReplayIcon name="newest" />
          <span className="replay-label">{ended ? messages.end : messages.newest}</span>
        </button>
      )}
    </div>
  );
}
