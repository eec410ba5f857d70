// One question to an invited person: three lines, why they are asked, until when, and the buttons.
import { useId, useState } from "react";
import { Link } from "react-router";
import { useLocale } from "../../i18n/locale";
import { UserText } from "../../ui/UserText";
import { AnswerButtons } from "./AnswerButtons";
import type { LinkQuestion } from "./invitedPersonApi";
import { MESSAGES } from "./messages";
import { describeOccasion, describeOthers, describePay, describeTask } from "./questionFacts";
import type { QuestionStanding } from "./shownQuestions";

interface Props {
  readonly question: LinkQuestion;
  readonly standing: QuestionStanding;
  readonly token: string;
  readonly clockOffset: number;
  /** Fetches the questions again, after an answer or a refused one. */
  readonly onAnswered: () => Promise<void>;
}

/** Card of one question; without its details once it is over. */
export function InvitedQuestion({ question, standing, token, clockOffset, onAnswered }: Props) {
  const messages = MESSAGES.useCurrent();
  const language = useLocale();
  const id = useId();
  const [changing, setChanging] = useState(false);
  return (
    <article className="card invitation-question" aria-labelledby={id} data-standing={standing}>
      <h2 id={id}><UserText text={question.title} /></h2>
      {standing !== "over" && (
        <>
          <dl className="invitation-facts">
            <Fact label={messages.task} texts={[describeTask(question, language)]} />
            <Fact label={messages.occasion} texts={[describeOccasion(question, language)]} />
            <Fact label={messages.payAndOthers} texts={[describePay(question, language), describeOthers(question, language)]} />
          </dl>
          {question.plan && <p><span className="soft">{messages.plan(question.plan_version ?? 1)}: </span><UserText text={question.plan} /></p>}
          {question.reason && <p className="small"><span className="soft">{messages.why}: </span><UserText text={question.reason} /></p>}
        </>
      )}
      {(standing === "open" || changing) && (
        <AnswerButtons question={question} token={token} clockOffset={clockOffset} onAnswered={async () => { await onAnswered(); setChanging(false); }} />
      )}
      {standing === "answered" && !changing && <CountingAnswer question={question} onChange={() => { setChanging(true); }} />}
      {standing === "over" && <p className="soft" role="status">{messages.over}</p>}
      {standing !== "over" && (
        <details className="small">
          <summary>{messages.whole}</summary>
          <p><UserText text={question.demand} /></p>
          {question.watchable && <p><Link to={`/d/${question.demand_id}`}>{messages.watch}</Link></p>}
        </details>
      )}
    </article>
  );
}

function Fact({ label, texts }: { readonly label: string; readonly texts: readonly string[] }) {
  return (
    <div>
      <dt className="small soft">{label}</dt>
      {texts.map((text) => <dd key={text}><UserText text={text} /></dd>)}
    </div>
  );
}

/** The answer that counts, with a button to change it until the verdict. */
function CountingAnswer({ question: { answer, changeable }, onChange }: { readonly question: LinkQuestion; readonly onChange: () => void }) {
  const messages = MESSAGES.useCurrent();
  if (!answer?.decision) return null;
  return (
    <div className="invitation-answers invitation-sent tone-good" role="status">
      <strong>✓ {messages.sent[answer.decision]}</strong>
      {answer.text && <p><UserText text={answer.text} /></p>}
      <p>{changeable ? messages.countsForNow : messages.counts}</p>
      {changeable && <div><button type="button" className="button" onClick={onChange}>{messages.change}</button></div>}
    </div>
  );
}
