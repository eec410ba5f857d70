// Gauge of the acceptance rate with both thresholds.
import type { ChannelPart } from "../../eventLog/types";
import { useFormat } from "../../i18n/format";
import { getAcceptance, ACCEPTANCE_THRESHOLDS, type Acceptance } from "./acceptance";
import { getAcceptanceTone } from "./acceptanceLevel";
import { MESSAGES } from "./messages";

/** Gauge of the acceptance rate of the current plan. */
export function AcceptanceGauge({ part }: { readonly part: ChannelPart }) {
  const messages = MESSAGES.useCurrent();
  const format = useFormat();
  const acceptance = getAcceptance(part);
  const rate = acceptance?.rate ?? null;
  return (
    <div className={`stage-gauge tone-${getAcceptanceTone(acceptance)}`} data-part="gauge">
      <p className="stage-gauge-head">
        <strong>{messages.agreement}</strong>
        {acceptance !== null && <span className="soft">{messages.onPlan(format.number(acceptance.version))}</span>}
        {rate !== null && <span className="stage-gauge-rate" data-rate={rate}>{format.percent(rate)}</span>}
      </p>
      <div className="stage-gauge-bar" aria-hidden="true">
        <span className="stage-gauge-fill" style={{ transform: `scaleX(${rate ?? 0})` }} />
        {ACCEPTANCE_THRESHOLDS.map((mark) => <span key={mark} className="stage-gauge-mark" style={{ insetInlineStart: `${100 * mark}%` }} />)}
      </div>
      <p className="stage-gauge-marks small soft">
        <span>{messages.negotiateOn(format.percent(ACCEPTANCE_THRESHOLDS[0]))}</span>
        <span>{messages.stands(format.percent(ACCEPTANCE_THRESHOLDS[1]))}</span>
      </p>
      <AnswerCounts acceptance={acceptance} />
    </div>
  );
}

function AnswerCounts({ acceptance }: { readonly acceptance: Acceptance | null }) {
  const messages = MESSAGES.useCurrent();
  const format = useFormat();
  if (acceptance === null) return <p className="soft">{messages.notOut}</p>;
  const silent = acceptance.remaining - acceptance.answers;
  const parts = [
    acceptance.answers > 0 ? messages.accept(format.number(acceptance.accepts), format.number(acceptance.answers)) : messages.noAnswer,
    acceptance.decision === null && silent > 0 ? messages.waiting(format.number(silent)) : "",
    acceptance.withdrawn > 0 ? messages.gone(format.number(acceptance.withdrawn)) : "",
    acceptance.decision === null ? "" : (messages.decision[acceptance.decision] ?? ""),
  ];
  return <p>{parts.filter(Boolean).join(" · ")}</p>;
}
