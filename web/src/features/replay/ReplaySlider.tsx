// Slider over the events of a log, with ticks at key moments.
import { memo, type CSSProperties } from "react";
import type { LogEntry } from "../../eventLog/types";
import { escapeBidi } from "../../ui/escapeBidi";
import { useFormat } from "../../i18n/format";
import { useLocale } from "../../i18n/locale";
import type { KeyMoment } from "./keyMoments";
import { MESSAGES } from "./messages";
import { useReplaySource } from "./replaySource";

interface Props {
  readonly entries: readonly LogEntry[];
  readonly keyMoments: readonly KeyMoment[];
  readonly position: number;
  readonly onSeek: (seq: number) => void;
}

/** Slider with position, time and summary of the shown event. */
export function ReplaySlider({ entries, keyMoments, position, onSeek }: Props) {
  const messages = MESSAGES.useCurrent();
  const { number, time } = useFormat();
  const count = entries.length;
  const entry = entries[position - 1];
  const positionText = messages.of(number(position), number(count));
  const timeText = entry ? time(entry.timestamp) : "";
  const language = useLocale();
  const { summarize } = useReplaySource();
  const summary = entry ? summarize(entry, language) : "";
  return (
    <div>
      <p className="replay-where small" aria-hidden="true">
        <span>{positionText}</span>
        <span className="soft">{timeText}</span>
        <bdi className="replay-what">{escapeBidi(summary)}</bdi>
      </p>
      <div className="replay-track">
        <KeyMomentTicks keyMoments={keyMoments} count={count} />
        <input
          type="range"
          className="replay-range"
          aria-label={messages.moment}
          aria-valuetext={[positionText, timeText, summary].join(", ")}
          min={1}
          max={Math.max(count, 1)}
          step={1}
          value={position}
          onChange={({ target }) => { onSeek(target.valueAsNumber); }}
        />
      </div>
    </div>
  );
}

/** Ticks of the key moments; memoised, since they change only with the log. */
const KeyMomentTicks = memo(function Marks({ keyMoments, count }: { readonly keyMoments: readonly KeyMoment[]; readonly count: number }) {
  const { number } = useFormat();
  const messages = MESSAGES.useCurrent();
  const share = ({ seq }: KeyMoment): CSSProperties => ({ "--share": count > 1 ? (seq - 1) / (count - 1) : 0 }) as CSSProperties;
  return (
    <div className="replay-marks" aria-hidden="true">
      {keyMoments.map((moment) => (
        <span key={moment.seq} className={`replay-mark replay-mark-${moment.kind}`} style={share(moment)} />
      ))}
      {keyMoments.map((moment) => moment.round !== null && (
        <span key={moment.seq} className="replay-round" style={share(moment)} title={messages.round(number(moment.round))}>{number(moment.round)}</span>
      ))}
    </div>
  );
});
