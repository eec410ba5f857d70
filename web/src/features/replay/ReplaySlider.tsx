// Where in the negotiation is one, and what was decided where? A slider over its events.
import { memo } from "react";
import type { CSSProperties } from "react";
import { known, text } from "../../eventLog/readJson";
import type { Entry } from "../../eventLog/types";
import { asText } from "../../ui/escapeBidi";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import type { Mark } from "./keyMoments";
import { WORDS } from "./messages";

interface Props {
  readonly entries: readonly Entry[];
  readonly marks: readonly Mark[];
  readonly shown: number;
  readonly scrub: (seq: number) => void;
}

export function Slider({ entries, marks, shown, scrub }: Props) {
  const words = useWords(WORDS);
  const { number, time } = useFormat();
  const count = entries.length;
  const entry = entries[shown - 1];
  const where = words.of(number(shown), number(count));
  const when = entry ? time(entry.timestamp) : "";
  const what = useWhat(entry);
  return (
    <div>
      <p className="replay-where small" aria-hidden="true">
        <span>{where}</span>
        <span className="soft">{when}</span>
        <bdi className="replay-what">{asText(what)}</bdi>
      </p>
      <div className="replay-track">
        <Marks marks={marks} count={count} />
        <input
          type="range"
          className="replay-range"
          aria-label={words.moment}
          aria-valuetext={[where, when, what].join(", ")}
          min={1}
          max={Math.max(count, 1)}
          step={1}
          value={shown}
          onChange={({ target }) => { scrub(target.valueAsNumber); }}
        />
      </div>
    </div>
  );
}

/** An event in few words: who, and what. */
function useWhat(entry: Entry | undefined): string {
  const words = useWords(WORDS);
  if (entry === undefined) return "";
  const what = known<string>(words.what, entry.event_type) ?? words.unknown;
  const who = text(entry.payload.display_name);
  return who === "" ? what : words.by(who, what);
}

/** Not drawn again while one scrubs: marks change with the log only. */
const Marks = memo(function Marks({ marks, count }: { readonly marks: readonly Mark[]; readonly count: number }) {
  const { number } = useFormat();
  const words = useWords(WORDS);
  const share = ({ seq }: Mark): CSSProperties => ({ "--share": count > 1 ? (seq - 1) / (count - 1) : 0 }) as CSSProperties;
  return (
    <div className="replay-marks" aria-hidden="true">
      {marks.map((mark) => (
        <span key={mark.seq} className={`replay-mark replay-mark-${mark.kind}`} style={share(mark)} />
      ))}
      {marks.map((mark) => mark.round !== null && (
        <span key={mark.seq} className="replay-round" style={share(mark)} title={words.round(number(mark.round))}>{number(mark.round)}</span>
      ))}
    </div>
  );
});
