// Card for one question to the person: what it is about, remaining time, status, answer form.
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { escapeBidi } from "../../ui/escapeBidi";
import { UserText } from "../../ui/UserText";
import { isOpen, getRemainingMs, type PendingQuestion, type Question } from "./questionState";
import { useFocusFallback } from "./useFocusFallback";
import { QuestionFacts } from "./QuestionFacts";
import { QuestionForm } from "./QuestionForm";
import { setEditing } from "./attendanceStore";
import { MESSAGES } from "./messages";

interface Props {
  readonly pending: PendingQuestion;
  readonly name: string;
  /** Called when the card is unmounted while it contains the focus. */
  readonly onFocusLost: () => void;
}

/** Card for one question: open, just answered, or answered and changeable. */
export function QuestionCard({ pending, name, onFocusLost }: Props) {
  const messages = MESSAGES.useCurrent();
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(card, onFocusLost);
  const { question, status, editing } = pending;
  const focusHeading = (): void => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body || card.current?.contains(focused)) heading.current?.focus(); // Otherwise the user has moved the focus elsewhere.
  };
  const isShort = status === "sent" || (status === "answered" && !editing);
  return (
    <article ref={card} className="person-question stack" data-question={isOpen(pending) ? question.kind : undefined} data-fate={status}>
      <h3 ref={heading} tabIndex={-1}>{question.kind === "invitation" ? messages.invitation(name) : messages.review(name, question.proposal?.version ?? 1)}</h3>
      {isOpen(pending) && <p className="small"><RemainingTime pending={pending} /></p>}
      {status !== "open" && status !== "answered" && <strong role="status">{messages[status]}</strong>}
      {isShort ? <OwnAnswer pending={pending} /> : <QuestionContext question={question} />}
      {!isShort && question.watchable && <p className="small"><Link to={`/d/${question.demand_id}`}>{messages.watch}</Link></p>}
      {!isShort && <QuestionForm pending={pending} onSent={focusHeading} />}
      {status === "answered" && (
        <div><button type="button" className="button" aria-expanded={editing} onClick={() => { setEditing(pending, !editing); }}>{editing ? messages.keep : messages.change}</button></div>
      )}
    </article>
  );
}

/** Context of the question, as text of those who ask. */
function QuestionContext({ question }: { readonly question: Question }) {
  const messages = MESSAGES.useCurrent();
  const { proposal, your_assignment: assignment } = question;
  return (
    <>
      <p><UserText text={question.raw_input ?? question.surface_demand} /></p>
      <QuestionFacts question={question} />
      {(question.filter_reason ?? "") !== "" && <p className="soft small">{messages.found}: <UserText text={question.filter_reason ?? ""} /></p>}
      {(assignment?.responsibility ?? "") !== "" && <p className="small">{messages.task}: <UserText text={assignment?.responsibility ?? ""} /></p>}
      {proposal && <p className="small">{messages.plan}: <UserText text={proposal.summary} /></p>}
    </>
  );
}

/** The answer that counts, and what it is about, in one line each. */
function OwnAnswer({ pending: { question, answer, status } }: { readonly pending: PendingQuestion }) {
  const messages = MESSAGES.useCurrent();
  if (answer === null) return null;
  const choice = "feedback_type" in answer ? messages.feedbacks[answer.feedback_type] : messages.decisions[answer.decision];
  return (
    <p className="small">
      <bdi className="person-about soft">{escapeBidi(question.raw_input ?? question.surface_demand)}</bdi>
      {messages.yourAnswer}: <strong>{choice}</strong>{status === "answered" && <span className="soft"> · {messages.stillChangeable}</span>}
    </p>
  );
}

/** Seconds until the agent answers on its own. */
function RemainingTime({ pending }: { readonly pending: PendingQuestion }) {
  const messages = MESSAGES.useCurrent();
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(performance.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const seconds = Math.ceil(getRemainingMs(pending, now) / 1000);
  return <span aria-live="off">{seconds > 0 ? messages.left(seconds) : messages.over}</span>;
}
