// How does one look back at a negotiation, moment by moment?
import { useMemo } from "react";
import { shownCount, useLog } from "../../eventLog/logStore";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { CopyLink } from "./CopyMomentLink";
import { Icon } from "./ReplayIcon";
import type { IconName } from "./ReplayIcon";
import { SPEEDS, decisionAfter, decisionBefore, marksOf } from "./keyMoments";
import type { Speed } from "./keyMoments";
import { Slider } from "./ReplaySlider";
import { usePlaying } from "./usePlayback";
import { useSteering } from "./useReplayKeys";
import { WORDS } from "./messages";
import "./replay.css";

export function ReplayBar() {
  const words = useWords(WORDS);
  const entries = useLog((log) => log.entries);
  const shown = useLog(shownCount);
  const marks = useMemo(() => marksOf(entries), [entries]);
  const { playing, speed, setSpeed, toggle, stayAt } = usePlaying();
  const count = entries.length;
  const before = decisionBefore(marks, shown);
  const after = decisionAfter(marks, shown);
  const bar = useSteering({
    toggle,
    previous: () => { stayAt(shown - 1); },
    next: () => { stayAt(shown + 1); },
    previousDecision: () => { if (before !== null) stayAt(before); },
    nextDecision: () => { if (after !== null) stayAt(after); },
    first: () => { stayAt(1); },
    newest: () => { stayAt(count); },
  });
  const start = shown >= count ? words.again : words.play;
  const toNewest = (): void => {
    stayAt(count);
    // The button that was pressed goes away, the focus should not.
    bar.current?.querySelector("input")?.focus();
  };
  return (
    <section className="replay" aria-label={words.replay} data-testid="replay" ref={bar}>
      <Slider entries={entries} marks={marks} shown={shown} scrub={stayAt} />
      <div className="replay-tools">
        <Tool name="decision-before" label={words.previousDecision} off={before === null} press={() => { stayAt(before ?? 1); }} />
        <Tool name="before" label={words.previous} off={shown <= 1} press={() => { stayAt(shown - 1); }} />
        <Tool name={playing ? "pause" : "play"} label={playing ? words.pause : start} off={count < 2} press={toggle} />
        <Tool name="after" label={words.next} off={shown >= count} press={() => { stayAt(shown + 1); }} />
        <Tool name="decision-after" label={words.nextDecision} off={after === null} press={() => { stayAt(after ?? count); }} />
        <SpeedChoice speed={speed} choose={setSpeed} />
        <Newer count={count - shown} toNewest={toNewest} />
        <CopyLink shown={shown} count={count} />
      </div>
    </section>
  );
}

interface ToolProps {
  readonly name: IconName;
  readonly label: string;
  readonly off: boolean;
  readonly press: () => void;
}

function Tool({ name, label, off, press }: ToolProps) {
  return (
    <button
      type="button"
      className={name === "play" || name === "pause" ? "button button-main replay-tool" : "button button-quiet replay-tool"}
      aria-label={label}
      title={label}
      // Not `disabled`: whoever steps with the keyboard would lose the focus at the end.
      aria-disabled={off}
      onClick={() => { if (!off) press(); }}
    >
      <Icon name={name} />
    </button>
  );
}

function SpeedChoice({ speed, choose }: { readonly speed: Speed; readonly choose: (speed: Speed) => void }) {
  const words = useWords(WORDS);
  return (
    <select
      className="input replay-speed"
      aria-label={words.speed}
      title={words.speed}
      value={speed}
      onChange={({ target }) => { choose(SPEEDS.find((known) => String(known) === target.value) ?? 1); }}
    >
      {SPEEDS.map((known) => <option key={known} value={known}>{known}×</option>)}
    </select>
  );
}

/** What has come since the moment that is looked at, and the way there. */
function Newer({ count, toNewest }: { readonly count: number; readonly toNewest: () => void }) {
  const words = useWords(WORDS);
  const { number } = useFormat();
  const over = useLog((log) => log.connection === "over");
  return (
    <div className="replay-newer row">
      <span role="status" className="replay-label small soft">{count > 0 && !over ? words.newer(number(count), count === 1) : ""}</span>
      {count > 0 && (
        <button type="button" className="button" onClick={toNewest}>
          <Icon name="newest" />
          <span className="replay-label">{over ? words.end : words.newest}</span>
        </button>
      )}
    </div>
  );
}
