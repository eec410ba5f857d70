// The demand's own text, with its words underlined by what they were read as.
import { useState } from "react";
import { useLocale } from "../../i18n/locale";
import { escapeBidi } from "../../ui/escapeBidi";
import type { DemandReading } from "./demandReading";
import { MESSAGES } from "./messages";
import { splitText, type TextSegment } from "./textSegments";

/** Number of code points above which a text is folded. */
const FOLD_AFTER_CHARS = 400;

interface Props {
  readonly text: string;
  /** Language in which the demand is written. */
  readonly language: "zh" | "en";
  readonly reading: DemandReading;
}

/** Paragraph with the text; long texts can be unfolded. */
export function UnderlinedText({ text, language, reading }: Props) {
  const messages = MESSAGES[useLocale()];
  const [unfolded, setUnfolded] = useState(false);
  const segments = splitText(text, reading, language);
  const shown = unfolded ? segments : fold(segments);
  const long = shown.length !== segments.length || shown.at(-1)?.text !== segments.at(-1)?.text;
  return (
    <div className="reading-text">
      <p dir="auto">
        {shown.map(({ text: words, kind }, index) =>
          kind === null ? <span key={index}>{escapeBidi(words)}</span> : (
            <span key={index} className={`reading-mark reading-${kind}`} data-read={kind} title={messages.segment[kind]}>{escapeBidi(words)}</span>
          ),
        )}
        {long && "…"}
      </p>
      {(long || unfolded) && (
        <button type="button" className="button button-quiet small" aria-expanded={unfolded} onClick={() => { setUnfolded(!unfolded); }}>
          {unfolded ? messages.less : messages.more}
        </button>
      )}
    </div>
  );
}

/** Cut the segments after FOLD_AFTER_CHARS code points. */
function fold(segments: readonly TextSegment[]): readonly TextSegment[] {
  const folded: TextSegment[] = [];
  let left = FOLD_AFTER_CHARS;
  for (const segment of segments) {
    const characters = Array.from(segment.text);
    if (characters.length > left) return left === 0 ? folded : [...folded, { ...segment, text: characters.slice(0, left).join("") }];
    folded.push(segment);
    left -= characters.length;
  }
  return segments;
}
