// Notice of what a viewer missed, with a button that shows it from there.
import { seekTo, useLogStore } from "../../eventLog/logStore";
import { useLocale } from "../../i18n/locale";
import type { Missed } from "./missedEvents";
import { MESSAGES, type Messages } from "./messages";
import { useMissedEvents } from "./useMissedEvents";

/** Notice beside the tabs, on phones above the thumb bar; nothing when nothing was missed. */
export function MissedNotice({ demandId }: { readonly demandId: string }) {
  const language = useLocale();
  const messages = MESSAGES[language];
  const [missed, dismiss] = useMissedEvents(demandId);
  const show = (): void => {
    if (missed === null) return;
    if (missed.seen + 1 < useLogStore.getState().entries.length) seekTo(missed.seen + 1);
    dismiss();
  };
  return (
    <div className="missed small" role="status" data-beside>
      {missed !== null && (
        <p className="missed-text">
          <span>{missed.seen === 0 ? messages.soFar(describe(missed, messages)) : messages.missed(describe(missed, messages))}</span>
          <button type="button" className="button button-quiet" onClick={show}>{messages.showMissed}</button>
          <button type="button" className="button button-quiet missed-close" aria-label={messages.dismiss} onClick={dismiss}>×</button>
        </p>
      )}
    </div>
  );
}

function describe({ answers, changes, left, ended }: Missed, messages: Messages): string {
  const parts = [
    answers > 0 ? messages.answers(answers) : "",
    changes > 0 ? messages.changes(changes) : "",
    left > 0 ? messages.left(left) : "",
    ended ? messages.theEnd : "",
  ];
  return parts.filter(Boolean).join(messages.and);
}
