// Card for one question to the person: context, remaining time, status, answer form.
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { UserText } from "../../ui/UserText";
import { isOpen, getRemainingMs, type PendingQuestion, type Question } from "./questionState";
import { useFocusFallback } from "./useFocusFallback";
import { QuestionForm } from "./QuestionForm";
import { dismissQuestion } from "./attendanceStore";
import { MESSAGES } from "./messages";

interface Props {
  readonly pending: PendingQuestion;
  readonly name: string;
  /** Called when the card is unmounted while it contains the focus. */
  readonly onFocusLost: () => void;
}

/** Card for one pending question. */
export function QuestionCard({ pending, name, onFocusLost: onFocusLost }: Props) {
  const messages = MESSAGES.useCurrent();
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(card, onFocusLost);
  const { question, status } = pending;
  const focusHeading = (): void => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body || card.current?.contains(focused)) heading.current?.focus(); // Otherwise the user has moved the focus elsewhere.
  };
  return (
    <article ref={card} className="person-question stack" data-question={isOpen(pending) ? question.kind : undefined} data-fate={status}>
      <h2 ref={heading} tabIndex={-1}>{question.kind === "invitation" ? messages.invitation(name) : messages.review(name, question.proposal?.version ?? 1)}</h2>
      {isOpen(pending) && <p className="small"><RemainingTime pending={pending} /></p>}
      {status !== "open" && (
        <div className="row">
          <strong role="status">{messages[status]}</strong>
          {status !== "retrying" && <button type="button" className="button" onClick={() => { dismissQuestion(pending); }}>{messages.dismiss}</button>}
        </div>
      )}
      {status !== "sent" && <QuestionContext question={question} />}
      {question.watchable && <p className="small"><Link to={`/d/${question.demand_id}`}>{messages.watch}</Link></p>}
      {status !== "sent" && <QuestionForm pending={pending} onSent={focusHeading} />}
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
      {(question.filter_reason ?? "") !== "" && <p className="soft small">{messages.found}: <UserText text={question.filter_reason ?? ""} /></p>}
      {assignment && (
        <p>{messages.task}: <UserText text={[assignment.role, assignment.responsibility].filter(Boolean).join(" · ")} /></p>
      )}
      {proposal && <p className="small">{messages.plan}: <UserText text={proposal.summary} /></p>}
    </>
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
