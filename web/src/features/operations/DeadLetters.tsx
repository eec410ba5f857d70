// Dead letters: filter by reason, selection, resend and delete, result.
import { useCallback, useState } from "react";
import { useFormat } from "../../i18n/format";
import { LetterActions } from "./LetterActions";
import { LetterRow, isResendable } from "./LetterRow";
import { ReasonFilter } from "./ReasonFilter";
import { LETTER_MESSAGES, isKnownReason } from "./letterMessages";
import { changeDeadLetters, type DeadLetters as Letters, type LetterAction, type LetterResult, type Selection } from "./operationsApi";

interface Props {
  readonly letters: Letters | null;
  /** Time of the last report (ISO 8601), by the gateway's clock. */
  readonly at: string | undefined;
  /** Fetch the letters again. */
  readonly onChanged: () => void;
  /** Fetch more letters; null when all that can be are there. */
  readonly onMore: (() => void) | null;
}

const MINUTE_MS = 60_000;

/** List of dead letters, oldest first. */
export function DeadLetters({ letters, at, onChanged, onMore }: Props) {
  const messages = LETTER_MESSAGES.useCurrent();
  const { number } = useFormat();
  const [reason, setReason] = useState<string | null>(null);
  const [pickedIds, setPickedIds] = useState<ReadonlySet<string>>(new Set());
  const [result, setResult] = useState<LetterResult | null>(null);
  const items = letters?.items ?? [];
  const shown = reason === null ? items : items.filter((letter) => letter.reason === reason);
  const picked = shown.filter(({ id }) => pickedIds.has(id));
  const now = at === undefined ? null : Math.ceil(Date.parse(at) / MINUTE_MS) * MINUTE_MS;

  const onPick = useCallback((id: string, isPicked: boolean): void => {
    setPickedIds((before) => {
      const after = new Set(before);
      if (isPicked) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  const onChange = useCallback(async (action: LetterAction, selection: Selection): Promise<void> => {
    try {
      setResult(await changeDeadLetters(action, selection));
    } finally {
      onChanged();
    }
  }, [onChanged]);

  return (
    <section className="card stack" aria-labelledby="operations-letters">
      <div className="row">
        <h2 id="operations-letters" tabIndex={-1}>{messages.title}</h2>
        {letters !== null && letters.total > 0 && <span className="small soft">{messages.some(number(items.length), number(letters.total))}</span>}
      </div>
      <p className="operations-result" role="status">{result !== null && describeResult(messages, result, number)}</p>
      {letters === null ? <p className="soft">{messages.loading}</p> : items.length === 0 ? <p className="soft">{messages.none}</p> : (
        <>
          <ReasonFilter letters={items} reason={reason} onSelect={setReason} />
          {reason !== null && (
            <div className="stack operations-advice">
              <p className="small">{isKnownReason(reason) ? messages.advice[reason] : messages.otherAdvice}</p>
              <LetterActions
                selection={{ reason }}
                what={messages.ofReason(isKnownReason(reason) ? messages.reasonNames[reason] : reason)}
                resendable={reason !== "undecodable"}
                labels={[messages.resendReason, messages.removeReason]}
                onChange={onChange}
              />
            </div>
          )}
          <div className="row operations-picked">
            <label className="row">
              <input
                type="checkbox"
                checked={shown.length > 0 && picked.length === shown.length}
                onChange={(event) => { setPickedIds(new Set(event.target.checked ? shown.map(({ id }) => id) : [])); }}
              />
              {messages.pickShown}
            </label>
            <span className="small soft">{messages.picked(number(picked.length))}</span>
            <LetterActions
              selection={{ ids: picked.map(({ id }) => id) }}
              what={messages.several(number(picked.length))}
              resendable={picked.length === 0 || picked.some(isResendable)}
              disabled={picked.length === 0}
              labels={[messages.resendPicked, messages.removePicked]}
              onChange={onChange}
            />
          </div>
          <ul className="operations-rows">
            {shown.map((letter) => <LetterRow key={letter.id} letter={letter} picked={pickedIds.has(letter.id)} now={now} onPick={onPick} onChange={onChange} />)}
          </ul>
          {onMore && <button type="button" className="button" onClick={onMore}>{messages.more}</button>}
        </>
      )}
    </section>
  );
}

function describeResult(messages: typeof LETTER_MESSAGES.en, { action, changed, gone, refused }: LetterResult, number: (value: number) => string): string {
  return [
    changed > 0 || gone + refused === 0 ? messages.done[action](number(changed)) : "",
    gone > 0 ? messages.gone(number(gone)) : "",
    refused > 0 ? messages.refused(number(refused)) : "",
  ].filter((part) => part !== "").join(" ");
}
