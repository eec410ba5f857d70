// Centre of the diagram: the plan within a ring that shows the acceptance rate.
import { getPlanOutcome } from "../../eventLog/planOutcome";
import type { ChannelPart } from "../../eventLog/types";
import { escapeBidi } from "../../ui/escapeBidi";
import type { Tone } from "../../ui/Badge";
import { useFormat } from "../../i18n/format";
import { MESSAGES as STATES } from "../negotiation/messages";
import { getAcceptance, ACCEPTANCE_THRESHOLDS, type Acceptance } from "./acceptance";
import { getAcceptanceTone } from "./acceptanceLevel";
import { truncateText } from "./truncateText";
import { MESSAGES } from "./messages";

const DATE_PATTERN = /(\d{4}-\d{2}-\d{2})/;
/** Maximum length of the summary. */
const MAX_SUMMARY_CHARS = 110;
/** Length from which a summary is set smaller, in more lines. */
const LONG_SUMMARY_CHARS = 45;
/** Maximum length of the tooltip. */
const MAX_TITLE_CHARS = 1000;

/** Plan summary and acceptance ring. */
export function PlanNode({ part }: { readonly part: ChannelPart }) {
  const messages = MESSAGES.useCurrent();
  const states = STATES.useCurrent();
  const format = useFormat();
  const acceptance = getAcceptance(part);
  const { proposal } = part;
  const summary = truncateText(proposal?.summary, MAX_SUMMARY_CHARS);
  const running = part.status === "processing";
  return (
    <div className="stage-plan" data-status={part.status} data-complete={getPlanOutcome(part)?.complete} data-busy={running}>
      <AcceptanceRing acceptance={acceptance} tone={getPlanOutcome(part)?.complete === false ? "warn" : getAcceptanceTone(acceptance)} />
      <div className="stage-plan-text">
        <strong>{proposal ? messages.plan(typeof proposal.version === "number" ? format.number(proposal.version) : "") : running ? messages.noPlan : messages.neverPlan}</strong>
        {summary !== "" && <span className={`stage-summary${Array.from(summary).length < LONG_SUMMARY_CHARS ? "" : " stage-summary-long"}`} title={truncateText(proposal?.summary, MAX_TITLE_CHARS)}><TextWithUnbrokenDates text={summary} /></span>}
        {!proposal && running && <span className="stage-summary">{states.phase[part.phase]}</span>}
      </div>
    </div>
  );
}

/** User text in which dates do not wrap. */
function TextWithUnbrokenDates({ text }: { readonly text: string }) {
  const pieces = escapeBidi(text).split(DATE_PATTERN);
  return <bdi className="own-words">{pieces.map((piece, index) => (index % 2 === 1 ? <span key={index} className="stage-date">{piece}</span> : piece))}</bdi>;
}

function AcceptanceRing({ acceptance, tone }: { readonly acceptance: Acceptance | null; readonly tone: Tone }) {
  return (
    <svg className={`stage-ring tone-${tone}`} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <circle className="stage-ring-track" cx="50" cy="50" r="47" />
      <circle className="stage-ring-rate" cx="50" cy="50" r="47" pathLength="100" strokeDasharray="100 100" style={{ strokeDashoffset: 100 - 100 * (acceptance?.rate ?? 0) }} />
      {ACCEPTANCE_THRESHOLDS.map((mark) => (
        <line key={mark} className="stage-ring-mark" x1="50" y1="0.5" x2="50" y2="5.5" transform={`rotate(${360 * mark} 50 50)`} />
      ))}
    </svg>
  );
}
