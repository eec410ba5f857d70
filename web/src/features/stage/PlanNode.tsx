// Centre of the diagram: the plan within a ring that shows which needs are met, and the answers as dots in it.
import { getPlanOutcome } from "../../eventLog/planOutcome";
import type { ChannelPart } from "../../eventLog/types";
import { escapeBidi } from "../../ui/escapeBidi";
import { useFormat } from "../../i18n/format";
import { MESSAGES as STATES } from "../negotiation/messages";
import { countAnswered, getAnswers } from "../needs/answers";
import { computeNeedRows } from "../needs/needRows";
import { PlanRing } from "./PlanRing";
import { truncateText } from "./truncateText";
import { MESSAGES } from "./messages";

const DATE_PATTERN = /(\d{4}-\d{2}-\d{2})/;
/** Maximum length of the summary. */
const MAX_SUMMARY_CHARS = 110;
/** Length from which a summary is set smaller, in more lines. */
const LONG_SUMMARY_CHARS = 45;
/** Maximum length of the tooltip. */
const MAX_TITLE_CHARS = 1000;

/** Plan summary and ring; closed without a plan it has no ring. */
export function PlanNode({ part }: { readonly part: ChannelPart }) {
  const messages = MESSAGES.useCurrent();
  const states = STATES.useCurrent();
  const format = useFormat();
  const { proposal } = part;
  const summary = truncateText(proposal?.summary, MAX_SUMMARY_CHARS);
  const running = part.status === "processing";
  return (
    <div className="stage-plan" data-status={part.status} data-complete={getPlanOutcome(part)?.complete} data-busy={running}>
      {(running || part.review !== null) && <PlanRing part={part} />}
      <div className="stage-plan-text">
        <strong>{proposal ? messages.plan(typeof proposal.version === "number" ? format.number(proposal.version) : "") : running ? messages.noPlan : messages.neverPlan}</strong>
        <Progress part={part} />
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

/** Answers of those asked while it runs, then the needs that are met; it keeps its place when there is nothing to say. */
function Progress({ part }: { readonly part: ChannelPart }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const answers = getAnswers(part);
  const { rows, met } = computeNeedRows(part);
  const answered = answers.length > 0 ? messages.answered(number(countAnswered(answers)), number(answers.length)) : "";
  const needsMet = part.review !== null && rows.length > 0 ? messages.needsMet(number(met), number(rows.length)) : "";
  return <span className="stage-progress">{part.status === "processing" ? answered : needsMet}</span>;
}
