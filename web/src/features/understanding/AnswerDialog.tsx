// Dialog for an answer in own words; it stays open, with what was entered, until it is sent or left.
import { useId, useState } from "react";
import { answerQuestion } from "../../api/understanding";
import { Dialog } from "../../ui/Dialog";
import { UserText } from "../../ui/UserText";
import { FieldProblem } from "./FieldProblem";
import { ReviewError } from "./ReviewError";
import { MESSAGES } from "./messages";
import type { OpenQuestion } from "./reviewState";
import { useRevision } from "./useReviewActions";

/** Maximum length of an answer in UTF-8 bytes. */
const MAX_BYTES = 285;

interface Props {
  readonly demandId: string;
  readonly question: OpenQuestion;
  readonly onClose: () => void;
}

/** Form with the question and a text field. */
export function AnswerDialog({ demandId, question, onClose }: Props) {
  const messages = MESSAGES.useCurrent();
  const id = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, error, save, signIn } = useRevision((words: string) => answerQuestion(demandId, question.id, { text: words }));
  const send = (): void => {
    const words = text.trim();
    const reason = words === "" ? messages.problem.empty : new TextEncoder().encode(words).length > MAX_BYTES ? messages.sentenceLong : null;
    setProblem(reason);
    if (reason === null) save(words, onClose);
  };
  return (
    <Dialog title={messages.inOwnWords} describedBy={`${id}-question`} onClose={onClose}>
      <form
        className="stack reading-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <p id={`${id}-question`}><UserText text={question.text} /></p>
        <div className="field">
          <label htmlFor={`${id}-text`}>{messages.answer}</label>
          <textarea
            id={`${id}-text`}
            className="input"
            rows={2}
            dir="auto"
            value={text}
            aria-invalid={problem !== null}
            aria-describedby={`${id}-problem`}
            onChange={(event) => { setText(event.target.value); }}
          />
          <FieldProblem id={`${id}-problem`} problem={problem} />
        </div>
        {error === null ? <p className="small soft">{messages.readAgain}</p> : <ReviewError error={error} over={messages.questionOver} signIn={signIn} kept />}
        <div className="row dialog-actions">
          <button type="button" className="button" onClick={onClose}>{messages.leave}</button>
          <button type="submit" className="button button-main" data-action="answer" disabled={busy}>{busy ? messages.sending : messages.send}</button>
        </div>
      </form>
    </Dialog>
  );
}
