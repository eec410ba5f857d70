// Why did it fail, and why was a plan forced? In words; what the page does not know it shows as it stands.
import { known } from "../../eventLog/readJson";
import type { DemandView, Outcome } from "../../eventLog/types";
import { useFormat } from "../../i18n/format";
import { useLanguage, useWords } from "../../i18n/locale";
import { REASONS } from "../../i18n/reasonMessages";
import { asText } from "../../ui/escapeBidi";
import { WORDS } from "./messages";

export function Reason({ outcome }: { readonly outcome: Outcome }) {
  const words = useWords(WORDS);
  const tables = REASONS[useLanguage((state) => state.language)];
  const { percent } = useFormat();
  const { reason, detail, error_code: code, accept_rate: rate, rounds_taken: rounds } = outcome;
  const meaning = known(tables.code, code);
  return (
    <div className="outcome-reason" data-reason={reason} data-detail={detail}>
      {reason ? <p><strong><Said table={tables.reason} word={reason} /></strong></p> : <p>{words.unexplained}</p>}
      {detail && <p><Said table={tables.detail} word={detail} /></p>}
      {rate != null && <p className="small soft">{words.acceptRate(percent(rate))}</p>}
      {rate == null && (rounds ?? 0) > 0 && <p className="small soft">{words.nobodyAnswered}</p>}
      {code && <p className="small soft">{words.code} <bdi>{asText(code)}</bdi>{meaning !== null && ` (${meaning})`}</p>}
    </div>
  );
}

function Said({ table, word }: { readonly table: Readonly<Record<string, string>>; readonly word: string }) {
  const words = useWords(WORDS);
  return known(table, word) ?? <>{words.unknownReason} <bdi>{asText(word)}</bdi></>;
}

/** What it means that a plan was forced, and which rule did it. */
export function ForcedReason({ view }: { readonly view: DemandView }) {
  const words = useWords(WORDS);
  const tables = REASONS[useLanguage((state) => state.language)];
  const { percent } = useFormat();
  const verdict = (view.evaluations ?? []).findLast((one) => one.decision === "force_finalize");
  const why = known(tables.forcedBy, verdict?.rule);
  return (
    <div className="outcome-reason outcome-forced">
      <p>{words.forcedMeans}</p>
      {why !== null && <p>{why}</p>}
      {verdict?.accept_rate != null && <p className="small soft">{words.acceptRate(percent(verdict.accept_rate))}</p>}
    </div>
  );
}
