// Summary of what was understood, for every viewer: two lines of fixed height, and the whole on demand.
import type { DemandView } from "../../eventLog/types";
import { useLocale } from "../../i18n/locale";
import { escapeBidi } from "../../ui/escapeBidi";
import { UserText } from "../../ui/UserText";
import { Chips, NotUsedWords } from "./Chips";
import { ConfidenceBadge } from "./ConfidenceBadge";
import { RevisionHistory } from "./RevisionHistory";
import { UnderlinedText } from "./UnderlinedText";
import { readUnderstanding, type DemandReading } from "./demandReading";
import { formatNeed } from "./fieldChanges";
import { describeLimits } from "./limitTexts";
import { MESSAGES } from "./messages";
import { useReviewState } from "./useReviewState";
import "./understanding.css";

/** Collapsed summary; its place is kept before the demand is understood. */
export function UnderstandingSummary({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  const { actions } = useReviewState();
  const reading = readUnderstanding(view.understanding);
  if (view.understanding === null) return <div className="reading-summary soft small" data-part="understood">{messages.nothingYet}</div>;
  return (
    <details className="reading-summary" data-part="understood">
      <summary>
        <span className="reading-line">
          <strong>{messages.summary}</strong> <ConfidenceBadge reading={reading} /> <SummaryText reading={reading} />
        </span>
        <NotUsedWords reading={reading} />
      </summary>
      <div className="reading-body">
        <UnderlinedText text={view.raw_input} language={view.language} reading={reading} />
        <Chips reading={reading} />
        {reading.motivation !== "" && <p className="small soft">{messages.motivation}: <UserText text={reading.motivation} /></p>}
        {reading.likelyPreferences.length > 0 && <p className="small soft">{messages.likely}: <UserText text={reading.likelyPreferences.join(" · ")} /></p>}
        <RevisionHistory actions={actions} user={view.user_id} />
      </div>
    </details>
  );
}

/** Needs and limits in one line. */
function SummaryText({ reading }: { readonly reading: DemandReading }) {
  const language = useLocale();
  const messages = MESSAGES[language];
  const needs = reading.needs.map(({ need, count }) => formatNeed(need, count, language));
  const limits = Array.from(describeLimits(reading, language), ([kind, text]) => (kind === "not_on" ? `${messages.limit.not_on}: ${text}` : text));
  const notWanted = reading.notWanted.length === 0 ? [] : [`${messages.notWanted}: ${reading.notWanted.map(({ text }) => text).join(", ")}`];
  return <bdi>{escapeBidi([...(needs.length === 0 ? [messages.none] : needs), ...limits, ...notWanted].join(" · "))}</bdi>;
}
