// Buttons by which an invited person answers: yes, no, with conditions, ask me later.
import { useEffect, useId, useRef, useState, type ReactNode, type SyntheticEvent } from "react";
import { ApiError } from "../../api/client";
import { useFormat } from "../../i18n/format";
import { ErrorNote } from "../../ui/ErrorNote";
import { useAction } from "../../ui/useAction";
import { answerByLink, type Decision, type LinkQuestion } from "./invitedPersonApi";
import { MESSAGES } from "./messages";

interface Props {
  readonly question: LinkQuestion;
  readonly token: string;
  readonly clockOffset: number;
  readonly onAnswered: () => Promise<void>;
}

/** The four buttons with the deadline above them; the form for conditions takes their place. */
export function AnswerButtons({ question, token, clockOffset, onAnswered }: Props) {
  const [writing, setWriting] = useState(false);
  const { busy, error, run } = useAction();
  const messages = MESSAGES.useCurrent();
  const answer = (decision: Decision, text = ""): void => void run(async () => {
    try {
      await answerByLink(token, question.question_id, decision, text);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "E014") throw error;
      await onAnswered(); // The card then shows which answer counts.
      throw error;
    }
    await onAnswered();
  });
  return (
    <div className="invitation-answers stack" role="group" aria-label={messages.answers}>
      {question.answer ? <p className="invitation-deadline">{messages.countsForNow}</p> : <Deadline question={question} clockOffset={clockOffset} />}
      {writing ? <ConditionsForm question={question} busy={busy} onSend={(text) => { answer("conditions", text); }} onBack={() => { setWriting(false); }} /> : <Choices question={question} busy={busy} onAnswer={answer} onWrite={() => { setWriting(true); }} />}
      {error && (error.code === "E014" ? <p className="refusal small" role="alert">{messages.tooLate}</p> : <ErrorNote error={error} />)}
    </div>
  );
}

interface ChoicesProps {
  readonly question: LinkQuestion;
  readonly busy: boolean;
  readonly onAnswer: (decision: Decision) => void;
  readonly onWrite: () => void;
}

function Choices({ question, busy, onAnswer, onWrite }: ChoicesProps) {
  const messages = MESSAGES.useCurrent();
  const { clock } = useFormat();
  const hints = messages[question.kind];
  const isPostponed = question.until >= question.can_wait_until;
  const laterHint = isPostponed ? messages.noLater : messages.laterUntil(clock(question.can_wait_until));
  return (
    <div className="invitation-choices">
      <Choice tone="good" label={messages.yes} hint={hints.yes} busy={busy} onClick={() => { onAnswer("yes"); }} />
      <Choice tone="bad" label={messages.no} hint={hints.no} busy={busy} onClick={() => { onAnswer("no"); }} />
      <Choice tone="warn" label={messages.conditions} hint={hints.conditions} busy={busy} onClick={onWrite} />
      {!question.answer && <Choice tone="plain" label={messages.later} hint={laterHint} busy={busy || isPostponed} onClick={() => { onAnswer("later"); }} />}
    </div>
  );
}

interface ChoiceProps {
  readonly tone: "good" | "bad" | "warn" | "plain";
  readonly label: string;
  readonly hint: string;
  readonly busy: boolean;
  readonly onClick: () => void;
}

function Choice({ tone, label, hint, busy, onClick }: ChoiceProps): ReactNode {
  return (
    <button type="button" className={`button invitation-choice tone-${tone}`} aria-disabled={busy} onClick={() => { if (!busy) onClick(); }}>
      <strong>{label}</strong>
      <span className="small">{hint}</span>
    </button>
  );
}

interface FormProps {
  readonly question: LinkQuestion;
  readonly busy: boolean;
  readonly onSend: (text: string) => void;
  readonly onBack: () => void;
}

function ConditionsForm({ question, busy, onSend, onBack }: FormProps) {
  const messages = MESSAGES.useCurrent();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  useEffect(() => { field.current?.focus(); }, []);
  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!busy) onSend(text);
  };
  return (
    <form className="stack" onSubmit={send}>
      <div className="field">
        <label htmlFor={id}>{question.kind === "invitation" ? messages.yourConditions : messages.yourChange}</label>
        <textarea ref={field} id={id} className="input" rows={3} value={text} onChange={(event) => { setText(event.target.value); }} />
      </div>
      <div className="row">
        <button type="submit" className="button button-main" aria-disabled={busy}>{messages.send}</button>
        <button type="button" className="button" onClick={onBack}>{messages.back}</button>
      </div>
    </form>
  );
}

/** Until when the agent waits, with the time that is left. */
function Deadline({ question, clockOffset }: { readonly question: LinkQuestion; readonly clockOffset: number }) {
  const messages = MESSAGES.useCurrent();
  const { clock, duration } = useFormat();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => { setNow(Date.now()); }, 1000);
    return () => { clearInterval(timer); };
  }, []);
  const leftMs = Date.parse(question.until) - (now + clockOffset);
  if (leftMs <= 0) return <p className="invitation-deadline" aria-live="off">{messages.timeUp}</p>;
  const write = question.until >= question.can_wait_until ? messages.waiting : messages.deadline;
  return <p className="invitation-deadline" aria-live="off">{write(clock(question.until), duration(leftMs))}</p>;
}
