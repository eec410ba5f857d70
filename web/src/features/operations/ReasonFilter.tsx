// Buttons that show the dead letters of one reason only.
import { UserText } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { LETTER_MESSAGES, isKnownReason } from "./letterMessages";
import type { DeadLetter } from "./operationsApi";

interface Props {
  readonly letters: readonly DeadLetter[];
  /** Selected reason; null for all. */
  readonly reason: string | null;
  readonly onSelect: (reason: string | null) => void;
}

/** A button for each reason of the letters, and for the selected one, with how many there are. */
export function ReasonFilter({ letters, reason, onSelect }: Props) {
  const messages = LETTER_MESSAGES.useCurrent();
  const { number } = useFormat();
  const counts = new Map<string, number>(reason === null ? [] : [[reason, 0]]);
  for (const letter of letters) counts.set(letter.reason, (counts.get(letter.reason) ?? 0) + 1);
  return (
    <div className="row" role="group" aria-label={messages.filter}>
      <button type="button" className="button operations-chip" aria-pressed={reason === null} onClick={() => { onSelect(null); }}>
        {messages.all} {number(letters.length)}
      </button>
      {[...counts].sort(([one], [other]) => one.localeCompare(other)).map(([name, count]) => (
        <button key={name} type="button" className="button operations-chip" aria-pressed={reason === name} onClick={() => { onSelect(name); }}>
          {isKnownReason(name) ? messages.reasonNames[name] : <UserText text={name.slice(0, 60)} />} {number(count)}
        </button>
      ))}
    </div>
  );
}
