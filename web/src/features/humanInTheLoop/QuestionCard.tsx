// What is one asked, for how long still, and what has become of it?
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { OwnWords } from "../../ui/UserText";
import { useWords } from "../../i18n/locale";
import { isOpen, leftOf } from "./questionState";
import type { Asked, Question } from "./questionState";
import { useLeaving } from "./useFocusFallback";
import { QuestionForm } from "./QuestionForm";
import { dismiss } from "./attendanceStore";
import { WORDS } from "./messages";

interface Props {
  readonly asked: Asked;
  readonly name: string;
  /** It leaves the page with the focus in it. */
  readonly onGone: () => void;
}

export function AskedCard({ asked, name, onGone }: Props) {
  const words = useWords(WORDS);
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLeaving(card, onGone);
  const { question, fate } = asked;
  const toHeading = (): void => {
    const at = document.activeElement;
    if (at === null || at === document.body || card.current?.contains(at)) heading.current?.focus(); // else they went on elsewhere
  };
  return (
    <article ref={card} className="person-question stack" data-question={isOpen(asked) ? question.kind : undefined} data-fate={fate}>
      <h2 ref={heading} tabIndex={-1}>{question.kind === "invitation" ? words.invitation(name) : words.review(name, question.proposal?.version ?? 1)}</h2>
      {isOpen(asked) && <p className="small"><Left asked={asked} /></p>}
      {fate !== "open" && (
        <div className="row">
          <strong role="status">{words[fate]}</strong>
          {fate !== "unheard" && <button type="button" className="button" onClick={() => { dismiss(asked); }}>{words.dismiss}</button>}
        </div>
      )}
      {fate !== "sent" && <About question={question} />}
      {question.watchable && <p className="small"><Link to={`/d/${question.demand_id}`}>{words.watch}</Link></p>}
      {fate !== "sent" && <QuestionForm asked={asked} onSent={toHeading} />}
    </article>
  );
}

/** What the question is about, in the words of those who ask. */
function About({ question }: { readonly question: Question }) {
  const words = useWords(WORDS);
  const { proposal, your_assignment: task } = question;
  return (
    <>
      <p><OwnWords text={question.raw_input ?? question.surface_demand} /></p>
      {(question.filter_reason ?? "") !== "" && <p className="soft small">{words.found}: <OwnWords text={question.filter_reason ?? ""} /></p>}
      {task && (
        <p>{words.task}: <OwnWords text={[task.role, task.responsibility].filter(Boolean).join(" · ")} /></p>
      )}
      {proposal && <p className="small">{words.plan}: <OwnWords text={proposal.summary} /></p>}
    </>
  );
}

/** Seconds until the agent answers by itself. */
function Left({ asked }: { readonly asked: Asked }) {
  const words = useWords(WORDS);
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(performance.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const seconds = Math.ceil(leftOf(asked, now) / 1000);
  return <span aria-live="off">{seconds > 0 ? words.left(seconds) : words.over}</span>;
}
