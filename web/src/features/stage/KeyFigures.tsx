// Key figures at the shown moment: round, elapsed time, price of the model.
import type { DemandView } from "../../eventLog/types";
import { useFormat, type Format } from "../../i18n/format";
import { MESSAGES } from "./messages";

/** Placeholder for unknown values. */
const UNKNOWN = "–";

/** Round, elapsed time and the price of the model, which is no part of the plan's cost. */
export function KeyFigures({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  const format = useFormat();
  const { tokens, usd } = view.cost ?? {};
  return (
    <dl className="stage-facts">
      <div>
        <dt>{messages.round}</dt>
        <dd>{formatRounds(view, messages.roundOf, format)}</dd>
      </div>
      <div>
        <dt>{messages.elapsed}</dt>
        <dd>{formatElapsed(view, format)}</dd>
      </div>
      <div>
        <dt>{messages.model}</dt>
        <dd>
          {typeof usd === "number" ? format.usd(usd) : UNKNOWN}
          {typeof tokens === "number" && <span className="soft"> {messages.tokens(format.number(tokens))}</span>}
        </dd>
      </div>
    </dl>
  );
}

function formatRounds({ round, max_rounds }: DemandView, roundOf: (round: string, most: string) => string, format: Format): string {
  if (!(round > 0)) return UNKNOWN;
  return max_rounds > 0 ? roundOf(format.number(round), format.number(max_rounds)) : format.number(round);
}

/** Format the time from the first to the shown event, independent of the viewer's clock. */
function formatElapsed({ created_at, updated_at }: DemandView, format: Format): string {
  const ms = Date.parse(updated_at) - Date.parse(created_at);
  return Number.isNaN(ms) ? UNKNOWN : format.duration(ms);
}
