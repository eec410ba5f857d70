// The question to the requester: its options as buttons, the default marked, and the time until that is taken.
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { MESSAGES } from "./messages";
import type { OpenQuestion, Wait } from "./reviewState";
import { WaitRing } from "./WaitRing";

interface Props {
  /** Id of the heading; needed where several questions are open. */
  readonly id?: string;
  /** Text before the question. */
  readonly label?: string;
  readonly question: OpenQuestion;
  readonly wait: Wait | null;
  readonly seconds: number | null;
  readonly busy: boolean;
  /** Called with the id of an option; omitted where the viewer cannot answer. */
  readonly onAnswer?: ((option: string) => void) | undefined;
  /** Called to answer in own words; omitted likewise. */
  readonly onOwnWords?: (() => void) | undefined;
}

/** Panel with the open question. */
export function QuestionPanel({ id: headingId = "reading-question", label, question, wait, seconds, busy, onAnswer, onOwnWords }: Props) {
  const messages = MESSAGES.useCurrent();
  return (
    <section className="reading-question" aria-labelledby={headingId} data-part="question">
      <div role="status"><h3 id={headingId}><span className="soft">{label ?? messages.question}: </span><UserText text={question.text} /></h3></div>
      <ul className="row" aria-labelledby={headingId}>
        {question.options.map(({ id, text }) => {
          const content = <><UserText text={text} />{id === question.byDefault && <Badge tone="brand">{messages.byDefault}</Badge>}</>;
          return (
            <li key={id}>
              {onAnswer ? (
                <button type="button" className="button reading-option" data-option={id} disabled={busy} onClick={() => { onAnswer(id); }}>{content}</button>
              ) : <span className="chip">{content}</span>}
            </li>
          );
        })}
        {onOwnWords && (
          <li data-beside><button type="button" className="button button-quiet reading-option" data-action="own-words" aria-haspopup="dialog" disabled={busy} onClick={onOwnWords}>{messages.inOwnWords}</button></li>
        )}
      </ul>
      {wait !== null && seconds !== null && (
        <p className="row small soft" data-beside><WaitRing wait={wait} seconds={seconds} />{messages.defaultIn(seconds)}</p>
      )}
    </section>
  );
}
