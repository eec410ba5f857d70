// Cost breakdown: totals, and usage per step (TWQ-08).
import type { DemandView } from "../../eventLog/types";
import { useLogStore } from "../../eventLog/logStore";
import { lookUp } from "../../eventLog/readJson";
import { useFormat } from "../../i18n/format";
import { summarizeCost, type StepCost } from "./costSummary";
import { MESSAGES } from "./messages";

/** Totals of model usage and a table per step. */
export function CostBreakdown({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  const { number, usd, duration } = useFormat();
  const entries = useLogStore((log) => log.entries);
  const summary = summarizeCost(view, entries);
  const { total } = summary;
  const freeModelNote = lookUp(messages.unpaid, view.model);
  const facts = [
    [messages.calls, number(total.calls)],
    [messages.fallbacks, number(total.fallbacks)],
    [messages.input, number(total.inputTokens)],
    [messages.output, number(total.outputTokens)],
    [messages.price, usd(total.usd)],
    ...(summary.durationMs === null ? [] : [[messages.duration, duration(summary.durationMs)]]),
  ] as const;
  return (
    <details className="outcome-part print-hidden" data-part="Receipt">
      <summary>{messages.receipt}: {number(total.calls)}</summary>
      <dl className="outcome-facts">
        {facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
      </dl>
      {freeModelNote !== null && <p className="small soft">{freeModelNote}</p>}
      {freeModelNote === null && total.usd === 0 && total.calls > 0 && <p className="small soft">{messages.unpriced}</p>}
      {!summary.isFinal && <p className="small soft">{messages.soFar}</p>}
      {summary.steps.length > 0 && (
        <>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls on narrow screens and must be reachable by keyboard */}
          <div className="outcome-scroll" role="region" aria-label={messages.perStep} tabIndex={0}>
            <table className="outcome-table">
              <thead>
                <tr>
                  <th scope="col">{messages.step}</th>
                  {[messages.calls, messages.fallbacks, messages.input, messages.output, messages.price].map((name) => <th key={name} scope="col">{name}</th>)}
                </tr>
              </thead>
              <tbody>
                {summary.steps.map(({ step, cost }) => <CostRow key={step} name={messages.steps[step]} cost={cost} />)}
                {summary.unattributed && <CostRow name={messages.untold} cost={summary.unattributed} />}
              </tbody>
              <tfoot><CostRow name={messages.total} cost={total} /></tfoot>
            </table>
          </div>
        </>
      )}
    </details>
  );
}

function CostRow({ name, cost }: { readonly name: string; readonly cost: StepCost }) {
  const { number, usd } = useFormat();
  return (
    <tr>
      <th scope="row">{name}</th>
      {([cost.calls, cost.fallbacks, cost.inputTokens, cost.outputTokens] as const).map((value, index) => <td key={index}>{number(value)}</td>)}
      <td>{usd(cost.usd)}</td>
    </tr>
  );
}
