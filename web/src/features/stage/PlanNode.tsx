// What lies in the middle of the stage? The plan, in a ring that closes as people accept it.
import type { ChannelPart } from "../../eventLog/types";
import { asText } from "../../ui/escapeBidi";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { WORDS as STATES } from "../negotiation/messages";
import { acceptanceOf, MARKS } from "./acceptance";
import type { Acceptance } from "./acceptance";
import { gradeOf } from "./acceptanceLevel";
import { shortened } from "./truncateText";
import { WORDS } from "./messages";

const DATE = /(\d{4}-\d{2}-\d{2})/;
/** Characters of a summary. */
const SUMMARY = 110;
/** and of one that whoever points at it can read */
const WHOLE = 1000;

export function Centre({ part }: { readonly part: ChannelPart }) {
  const words = useWords(WORDS);
  const states = useWords(STATES);
  const format = useFormat();
  const found = acceptanceOf(part);
  const { proposal } = part;
  const summary = shortened(proposal?.summary, SUMMARY);
  const running = part.status === "processing";
  return (
    <div className="stage-plan" data-status={part.status} data-busy={running}>
      <Ring found={found} />
      <div className="stage-plan-text">
        <strong>{proposal ? words.plan(typeof proposal.version === "number" ? format.number(proposal.version) : "") : running ? words.noPlan : words.neverPlan}</strong>
        {summary !== "" && <span className="stage-summary" title={shortened(proposal?.summary, WHOLE)}><Unbroken text={summary} /></span>}
        {!proposal && running && <span className="stage-summary">{states.phase[part.phase]}</span>}
      </div>
    </div>
  );
}

/** What somebody wrote, its dates each on one line. */
function Unbroken({ text }: { readonly text: string }) {
  const pieces = asText(text).split(DATE);
  return <bdi className="own-words">{pieces.map((piece, place) => (place % 2 === 1 ? <span key={place} className="stage-date">{piece}</span> : piece))}</bdi>;
}

function Ring({ found }: { readonly found: Acceptance | null }) {
  return (
    <svg className={`stage-ring stage-grade-${gradeOf(found)}`} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <circle className="stage-ring-track" cx="50" cy="50" r="47" />
      <circle className="stage-ring-rate" cx="50" cy="50" r="47" pathLength="100" strokeDasharray="100 100" style={{ strokeDashoffset: 100 - 100 * (found?.rate ?? 0) }} />
      {MARKS.map((mark) => (
        <line key={mark} className="stage-ring-mark" x1="50" y1="0.5" x2="50" y2="5.5" transform={`rotate(${360 * mark} 50 50)`} />
      ))}
    </svg>
  );
}
