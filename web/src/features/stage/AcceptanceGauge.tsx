// How close is agreement, in numbers? Against the share that may negotiate on and the one at which a plan stands.
import type { ChannelPart } from "../../eventLog/types";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { acceptanceOf, MARKS } from "./acceptance";
import type { Acceptance } from "./acceptance";
import { gradeOf } from "./acceptanceLevel";
import { WORDS } from "./messages";

export function Gauge({ part }: { readonly part: ChannelPart }) {
  const words = useWords(WORDS);
  const format = useFormat();
  const found = acceptanceOf(part);
  const rate = found?.rate ?? null;
  return (
    <div className={`stage-gauge stage-grade-${gradeOf(found)}`} data-part="gauge">
      <p className="stage-gauge-head">
        <strong>{words.agreement}</strong>
        {found !== null && <span className="soft">{words.onPlan(format.number(found.version))}</span>}
        {rate !== null && <span className="stage-gauge-rate" data-rate={rate}>{format.percent(rate)}</span>}
      </p>
      <div className="stage-gauge-bar" aria-hidden="true">
        <span className="stage-gauge-fill" style={{ transform: `scaleX(${rate ?? 0})` }} />
        {MARKS.map((mark) => <span key={mark} className="stage-gauge-mark" style={{ insetInlineStart: `${100 * mark}%` }} />)}
      </div>
      <p className="stage-gauge-marks small soft">
        <span>{words.negotiateOn(format.percent(MARKS[0]))}</span>
        <span>{words.stands(format.percent(MARKS[1]))}</span>
      </p>
      <Numbers found={found} />
    </div>
  );
}

function Numbers({ found }: { readonly found: Acceptance | null }) {
  const words = useWords(WORDS);
  const format = useFormat();
  if (found === null) return <p className="soft">{words.notOut}</p>;
  const silent = found.staying - found.answers;
  const said = [
    found.answers > 0 ? words.accept(format.number(found.accepts), format.number(found.answers)) : words.noAnswer,
    found.decision === null && silent > 0 ? words.waiting(format.number(silent)) : "",
    found.withdrawn > 0 ? words.gone(format.number(found.withdrawn)) : "",
    found.decision === null ? "" : (words.decision[found.decision] ?? ""),
  ];
  return <p>{said.filter(Boolean).join(" · ")}</p>;
}
