// Reason of a failed or forced outcome.
import { lookUp } from "../../eventLog/readJson";
import type { DemandView, Outcome } from "../../eventLog/types";
import { useFormat } from "../../i18n/format";
import { useLocaleStore } from "../../i18n/locale";
import { REASON_MESSAGES } from "../../i18n/reasonMessages";
import { escapeBidi } from "../../ui/escapeBidi";
import { MESSAGES } from "./messages";

/** Reason of a failure; unknown reasons are shown literally. */
export function FailureReason({ outcome }: { readonly outcome: Outcome }) {
  const messages = MESSAGES.useCurrent();
  const reasonMessages = REASON_MESSAGES[useLocaleStore((state) => state.locale)];
  const { percent } = useFormat();
  const { reason, detail, error_code: code, accept_rate: rate, rounds_taken: rounds } = outcome;
  const meaning = lookUp(reasonMessages.code, code);
  return (
    <div className="outcome-reason" data-reason={reason} data-detail={detail}>
      {reason ? <p><strong><ReasonLabel table={reasonMessages.reason} word={reason} /></strong></p> : <p>{messages.unexplained}</p>}
      {detail && <p><ReasonLabel table={reasonMessages.detail} word={detail} /></p>}
      {rate != null && <p className="small soft">{messages.acceptRate(percent(rate))}</p>}
      {rate == null && (rounds ?? 0) > 0 && <p className="small soft">{messages.nobodyAnswered}</p>}
      {code && <p className="small soft">{messages.code} <bdi>{escapeBidi(code)}</bdi>{meaning !== null && ` (${meaning})`}</p>}
    </div>
  );
}

function ReasonLabel({ table, word }: { readonly table: Readonly<Record<string, string>>; readonly word: string }) {
  const messages = MESSAGES.useCurrent();
  return lookUp(table, word) ?? <>{messages.unknownReason} <bdi>{escapeBidi(word)}</bdi></>;
}

/** Explanation of a forced plan and the rule that decided. */
export function ForcedReason({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  const reasonMessages = REASON_MESSAGES[useLocaleStore((state) => state.locale)];
  const { percent } = useFormat();
  const evaluation = (view.evaluations ?? []).findLast((evaluation) => evaluation.decision === "force_finalize");
  const ruleText = lookUp(reasonMessages.forcedBy, evaluation?.rule);
  return (
    <div className="outcome-reason outcome-forced">
      <p>{messages.forcedMeans}</p>
      {ruleText !== null && <p>{ruleText}</p>}
      {evaluation?.accept_rate != null && <p className="small soft">{messages.acceptRate(percent(evaluation.accept_rate))}</p>}
    </div>
  );
}
