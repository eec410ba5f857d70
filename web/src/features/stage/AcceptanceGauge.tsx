// Gauge of the answers: how many of those asked have answered, and at the verdict the acceptance rate with both thresholds.
import { getReserveAgents } from "../../eventLog/reserves";
import type { ChannelPart } from "../../eventLog/types";
import { useFormat } from "../../i18n/format";
import { countAnswered, getAnswers } from "../needs/answers";
import { getAcceptance, ACCEPTANCE_THRESHOLDS, type Acceptance } from "./acceptance";
import { getGaugeTone } from "./acceptanceLevel";
import { MESSAGES } from "./messages";

/** Gauge of a channel; renders nothing when it was closed without a plan. */
export function AcceptanceGauge({ part }: { readonly part: ChannelPart }) {
  const messages = MESSAGES.useCurrent();
  const format = useFormat();
  const acceptance = getAcceptance(part);
  if (part.status !== "processing" && acceptance === null) return null;
  const isJudged = acceptance !== null && acceptance.decision !== null;
  return (
    <div className={`stage-gauge tone-${getGaugeTone(part)}`} data-part="gauge">
      <p className="stage-gauge-head">
        <strong>{isJudged ? messages.agreement : messages.answers}</strong>
        {acceptance !== null && <span className="soft">{messages.onPlan(format.number(acceptance.version))}</span>}
        {isJudged
          ? acceptance.rate !== null && <span className="stage-gauge-rate" data-rate={acceptance.rate}>{format.percent(acceptance.rate)}</span>
          : <AnsweredOfAsked part={part} />}
      </p>
      <div className="stage-gauge-bar" aria-hidden="true">
        <span className="stage-gauge-fill" style={{ transform: `scaleX(${getFill(acceptance)})` }} />
        {ACCEPTANCE_THRESHOLDS.map((mark) => <span key={mark} className="stage-gauge-mark" style={{ insetInlineStart: `${100 * mark}%` }} />)}
      </div>
      <p className="stage-gauge-marks small soft">
        <span>{messages.negotiateOn(format.percent(ACCEPTANCE_THRESHOLDS[0]))}</span>
        <span>{messages.stands(format.percent(ACCEPTANCE_THRESHOLDS[1]))}</span>
      </p>
      {acceptance === null ? <InvitationCounts part={part} /> : <PlanCounts part={part} acceptance={acceptance} />}
    </div>
  );
}

/** Return the filled share: acceptances of the answers at the verdict, of all who are asked before it. */
function getFill(acceptance: Acceptance | null): number {
  if (acceptance === null) return 0;
  if (acceptance.decision !== null) return acceptance.rate ?? 0;
  return acceptance.remaining > 0 ? acceptance.accepts / acceptance.remaining : 0;
}

function AnsweredOfAsked({ part }: { readonly part: ChannelPart }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const answers = getAnswers(part);
  if (answers.length === 0) return null;
  return <span className="stage-gauge-answered" data-answered={countAnswered(answers)}>{messages.answered(number(countAnswered(answers)), number(answers.length))}</span>;
}

function InvitationCounts({ part }: { readonly part: ChannelPart }) {
  const messages = MESSAGES.useCurrent();
  const answers = getAnswers(part);
  const waiting = useWaiting(part, part.phase === "collecting" ? answers.length - countAnswered(answers) : 0);
  return <p className="soft">{joinParts([messages.notOut, waiting])}</p>;
}

function PlanCounts({ part, acceptance }: { readonly part: ChannelPart; readonly acceptance: Acceptance }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const { decision, answers, accepts, withdrawn, remaining } = acceptance;
  const waiting = useWaiting(part, decision === null ? remaining - answers : 0);
  const given = decision === null ? messages.accepting(number(accepts)) : messages.accept(number(accepts), number(answers));
  const verdict = decision === null ? "" : (messages.decision[decision] ?? "");
  // The diagram shows their answers, too.
  const apart = decision === null && getReserveAgents(part.proposal).size > 0 ? messages.reservesApart : "";
  return <p>{joinParts([answers > 0 ? given : messages.noAnswer, apart, waiting, withdrawn > 0 ? messages.gone(number(withdrawn)) : "", verdict])}</p>;
}

/** Say how many answers are missing, and until when they are waited for as far as the log tells; "" when none are. */
function useWaiting(part: ChannelPart, silent: number): string {
  const messages = MESSAGES.useCurrent();
  const { number, time } = useFormat();
  if (silent <= 0 || part.status !== "processing") return "";
  return messages.waiting(number(silent), part.deadline === undefined ? "" : time(part.deadline));
}

function joinParts(parts: readonly string[]): string {
  return parts.filter(Boolean).join(" · ");
}
