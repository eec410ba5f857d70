// One dead letter: what failed and why, and what can be done with it.
import { memo } from "react";
import { Link } from "react-router";
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { useAgeFormat } from "./ageFormat";
import { LetterActions } from "./LetterActions";
import { LETTER_MESSAGES, isKnownReason } from "./letterMessages";
import type { DeadLetter, LetterAction, Selection } from "./operationsApi";

interface Props {
  readonly letter: DeadLetter;
  readonly picked: boolean;
  /** The present by the gateway's clock (ms since the epoch), in whole minutes; null while unknown. */
  readonly now: number | null;
  readonly onPick: (id: string, picked: boolean) => void;
  readonly onChange: (action: LetterAction, selection: Selection) => Promise<void>;
}

/** Whether it makes sense to send the message again. */
export function isResendable({ reason }: DeadLetter): boolean {
  return reason !== "undecodable";
}

/** Row of the list of dead letters; renders anew only when something of it has changed. */
export const LetterRow = memo(function LetterRow({ letter, picked, now, onPick, onChange }: Props) {
  const messages = LETTER_MESSAGES.useCurrent();
  const { number, moment } = useFormat();
  const { ago } = useAgeFormat();
  const { id, reason, error } = letter;
  const seen = Date.parse(letter.first_seen);
  return (
    <li className="operations-row operations-letter" data-letter={id}>
      <input type="checkbox" checked={picked} aria-label={`${messages.pick}: ${id}`} onChange={(event) => { onPick(id, event.target.checked); }} />
      <div className="operations-row-text">
        <p className="row">
          <Badge tone="bad">{isKnownReason(reason) ? messages.reasonNames[reason] : <UserText text={reason} />}</Badge>
          <span><UserText text={letter.message_type === "" ? "—" : letter.message_type} /> → <UserText text={letter.queue} /></span>
          <span className="small soft">{messages.attempts(number(letter.attempts))}</span>
        </p>
        <p><UserText text={error} /></p>
        <p className="small soft">
          {messages.firstSeen} {Number.isNaN(seen) ? <UserText text={letter.first_seen === "" ? "—" : letter.first_seen} /> : <time dateTime={letter.first_seen}>{now === null ? "" : `${ago((now - seen) / 1000)}, `}{moment(letter.first_seen)}</time>}
          {letter.sender != null && <> · {messages.from} <UserText text={letter.sender} /></>}
          {letter.demand_id != null && <> · {messages.demand} <DemandReference id={letter.demand_id} /></>}
          {" · "}<code>{id}</code>
        </p>
        {!isResendable(letter) && <p className="small">{messages.notResendable}</p>}
      </div>
      <LetterActions selection={{ ids: [id] }} what={messages.one} name={id} resendable={isResendable(letter)} labels={[messages.resend, messages.remove]} onChange={onChange} />
    </li>
  );
});

/** Link to a negotiation; any other text as it is. */
function DemandReference({ id }: { readonly id: string }) {
  return /^d-[a-z0-9-]{1,62}$/.test(id) ? <Link to={`/d/${id}`}>{id}</Link> : <UserText text={id} />;
}
