// Captions of the latest events, newest first.
import { getPlanOutcome } from "../../eventLog/planOutcome";
import type { DemandView } from "../../eventLog/types";
import { getVisibleCount, useLogStore } from "../../eventLog/logStore";
import { UserText } from "../../ui/UserText";
import { useLocaleStore } from "../../i18n/locale";
import { createCaption, type EventCaption } from "./eventCaption";
import { MESSAGES } from "./messages";

/** List of captions; `rootChannelId` is the demand's own channel. */
export function EventCaptions({ rootChannelId, maxCount }: { readonly rootChannelId: string; readonly maxCount: number }) {
  const messages = MESSAGES.useCurrent();
  const language = useLocaleStore((state) => state.locale);
  const entries = useLogStore((log) => log.entries);
  const views = useLogStore((log) => log.views);
  const count = useLogStore(getVisibleCount);
  const captions = entries
    .slice(Math.max(0, count - maxCount), count)
    .reverse()
    .map((entry) => ({ seq: entry.seq, ...createCaption(entry, rootChannelId, language, isComplete(views[entry.seq - 1])) }))
    .filter((caption, index, all) => !isRepeated(caption, all[index - 1]));
  return (
    <ol className="stage-captions" aria-label={messages.said}>
      {/* Only the newest one is a new element: what was said before takes the next place, and nothing is pushed. */}
      {captions.map(({ seq, who, text, quote }, place) => (
        <li key={place === 0 ? seq : -place}>
          {who !== "" && <bdi className="stage-who">{who}</bdi>}
          <span>{quote === "" ? text : `${text}${messages.colon}`}</span>
          {quote !== "" && <span className="stage-own"><UserText text={quote} /></span>}
        </li>
      ))}
    </ol>
  );
}

function isComplete(view: DemandView | undefined): boolean | null {
  return view === undefined ? null : (getPlanOutcome(view)?.complete ?? null);
}

/** Whether a newer caption quotes the same text of the same agent, as wishes and withdrawals repeat answers. */
function isRepeated(caption: EventCaption, newer: EventCaption | undefined): boolean {
  return caption.quote !== "" && caption.who === newer?.who && caption.quote === newer.quote;
}
