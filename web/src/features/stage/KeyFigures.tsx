// Which round is it, how long has it taken, and what has it cost? As of the moment that is looked at.
import type { DemandView } from "../../eventLog/types";
import { useFormat } from "../../i18n/format";
import type { Format } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { WORDS } from "./messages";

/** What stands where nothing is known yet. */
const NOTHING = "–";

export function Facts({ view }: { readonly view: DemandView }) {
  const words = useWords(WORDS);
  const format = useFormat();
  const { tokens, usd } = view.cost ?? {};
  return (
    <dl className="stage-facts">
      <div>
        <dt>{words.round}</dt>
        <dd>{rounds(view, words.roundOf, format)}</dd>
      </div>
      <div>
        <dt>{words.elapsed}</dt>
        <dd>{elapsed(view, format)}</dd>
      </div>
      <div>
        <dt>{words.cost}</dt>
        <dd>
          {typeof usd === "number" ? format.usd(usd) : NOTHING}
          {typeof tokens === "number" && <span className="soft"> {words.tokens(format.number(tokens))}</span>}
        </dd>
      </div>
    </dl>
  );
}

function rounds({ round, max_rounds }: DemandView, roundOf: (round: string, most: string) => string, format: Format): string {
  if (!(round > 0)) return NOTHING;
  return max_rounds > 0 ? roundOf(format.number(round), format.number(max_rounds)) : format.number(round);
}

/** From the first event to the one that is looked at; never the viewer's clock. */
function elapsed({ created_at, updated_at }: DemandView, format: Format): string {
  const ms = Date.parse(updated_at) - Date.parse(created_at);
  return Number.isNaN(ms) ? NOTHING : format.duration(ms);
}
