// What did it cost? The totals in a line, and each step in a table (TWQ-08).
import type { DemandView } from "../../eventLog/types";
import { useLog } from "../../eventLog/logStore";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { receiptOf } from "./costSummary";
import type { Spent } from "./costSummary";
import { WORDS } from "./messages";

export function Receipt({ view }: { readonly view: DemandView }) {
  const words = useWords(WORDS);
  const { number, usd, duration } = useFormat();
  const entries = useLog((log) => log.entries);
  const receipt = receiptOf(view, entries);
  const { total } = receipt;
  const unpaid = words.unpaid[view.model];
  const facts = [
    [words.calls, number(total.calls)],
    [words.fallbacks, number(total.fallbacks)],
    [words.input, number(total.input)],
    [words.output, number(total.output)],
    [words.price, usd(total.usd)],
    ...(receipt.durationMs === null ? [] : [[words.duration, duration(receipt.durationMs)]]),
  ] as const;
  return (
    <div className="outcome-part" data-part="Receipt">
      <h3>{words.receipt}</h3>
      <dl className="outcome-facts">
        {facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
      </dl>
      {unpaid !== undefined && <p className="small soft">{unpaid}</p>}
      {unpaid === undefined && total.usd === 0 && total.calls > 0 && <p className="small soft">{words.unpriced}</p>}
      {!receipt.closed && <p className="small soft">{words.soFar}</p>}
      {receipt.steps.length > 0 && (
        <details>
          <summary>{words.perStep}</summary>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a narrow screen scrolls it, by keyboard too */}
          <div className="outcome-scroll" role="region" aria-label={words.perStep} tabIndex={0}>
            <table className="outcome-table">
              <thead>
                <tr>
                  <th scope="col">{words.step}</th>
                  {[words.calls, words.fallbacks, words.input, words.output, words.price].map((name) => <th key={name} scope="col">{name}</th>)}
                </tr>
              </thead>
              <tbody>
                {receipt.steps.map(({ step, spent }) => <Line key={step} name={words.steps[step]} spent={spent} />)}
                {receipt.untold && <Line name={words.untold} spent={receipt.untold} />}
              </tbody>
              <tfoot><Line name={words.total} spent={total} /></tfoot>
            </table>
          </div>
        </details>
      )}
    </div>
  );
}

function Line({ name, spent }: { readonly name: string; readonly spent: Spent }) {
  const { number, usd } = useFormat();
  return (
    <tr>
      <th scope="row">{name}</th>
      {([spent.calls, spent.fallbacks, spent.input, spent.output] as const).map((value, place) => <td key={place}>{number(value)}</td>)}
      <td>{usd(spent.usd)}</td>
    </tr>
  );
}
