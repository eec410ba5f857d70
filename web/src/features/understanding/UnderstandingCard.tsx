// Card "this is what I understood": the underlined text, chips to edit, the question, and the wait before the invitations.
import { useState } from "react";
import { isGone, useLogStore } from "../../eventLog/logStore";
import type { DemandView } from "../../eventLog/types";
import { AnswerDialog } from "./AnswerDialog";
import { Chips } from "./Chips";
import { ConfidenceBadge } from "./ConfidenceBadge";
import { EditDialog } from "./EditDialog";
import { QuestionPanel } from "./QuestionPanel";
import { ReviewError } from "./ReviewError";
import { RevisionHistory } from "./RevisionHistory";
import { UnderlinedText } from "./UnderlinedText";
import { WaitRing } from "./WaitRing";
import { readUnderstanding } from "./demandReading";
import type { EditTarget } from "./editTarget";
import { MESSAGES } from "./messages";
import type { OpenQuestion } from "./reviewState";
import { useIsRequester } from "./requester";
import { useReviewActions } from "./useReviewActions";
import { useReviewState } from "./useReviewState";
import { useSecondsLeft } from "./useSecondsLeft";
import "./understanding.css";

/** Whether the card is shown: until the candidates are chosen. */
export function isUnderReview(view: DemandView): boolean {
  return view.status === "processing" && (view.phase === "reviewing" || view.phase === "understanding");
}

/**
 * Card of a demand under review. An open editor stays when the review ends meanwhile, so that nothing entered is lost;
 * the card itself is not rendered then.
 */
export function UnderstandingCard({ view }: { readonly view: DemandView }) {
  const [target, setTarget] = useState<EditTarget | null>(null);
  const [answering, setAnswering] = useState<OpenQuestion | null>(null);
  const { wait } = useReviewState();
  const reading = readUnderstanding(view.understanding);
  return (
    <>
      {isUnderReview(view) && <CardContent view={view} onEdit={setTarget} onOwnWords={setAnswering} />}
      {target !== null && <EditDialog demandId={view.demand_id} target={target} reading={reading} wait={wait} onClose={() => { setTarget(null); }} />}
      {answering !== null && <AnswerDialog demandId={view.demand_id} question={answering} onClose={() => { setAnswering(null); }} />}
    </>
  );
}

interface ContentProps {
  readonly view: DemandView;
  readonly onEdit: (target: EditTarget) => void;
  readonly onOwnWords: (question: OpenQuestion) => void;
}

function CardContent({ view, onEdit, onOwnWords }: ContentProps) {
  const messages = MESSAGES.useCurrent();
  const replaying = useLogStore((log) => log.replaySeq !== null);
  const gone = useLogStore(isGone);
  const isOwn = useIsRequester(view);
  const { question, wait, actions: history } = useReviewState();
  const actions = useReviewActions(view.demand_id);
  const seconds = useSecondsLeft(replaying || gone ? null : wait);
  const reading = readUnderstanding(view.understanding);
  const understood = view.understanding !== null && view.phase === "reviewing";
  const over = actions.confirmed || seconds === 0;
  const waitText = gone ? "" : describeWait({ replaying, over, isOwn, seconds, asked: question !== null }, messages);
  const editable = understood && isOwn && !replaying && !over && !gone;
  return (
    <section className="card reading-card" aria-labelledby="reading-title" data-part="understanding" data-editable={editable}>
      <header className="reading-head">
        <div className="row">
          <h2 id="reading-title">{messages.title}</h2>
          {understood && <ConfidenceBadge reading={reading} />}
        </div>
        {understood && (
          <div className="row reading-actions" data-beside>
            {question === null && !over && wait !== null && seconds !== null && <WaitRing wait={wait} seconds={seconds} />}
            {waitText !== "" && <span className="small soft" data-part="wait">{waitText}</span>}
            {editable && (
              <button type="button" className="button button-main" data-action="invite" disabled={actions.busy} onClick={actions.confirm}>{messages.invite}</button>
            )}
          </div>
        )}
      </header>
      <div className="reading-body">
        {actions.error && <ReviewError error={actions.error} over={question === null ? messages.tooLate : messages.questionOver} />}
        <UnderlinedText text={view.raw_input} language={view.language} reading={reading} />
        {understood ? <Chips reading={reading} onEdit={editable ? onEdit : undefined} /> : <p className="soft">{messages.nothingYet}</p>}
        <RevisionHistory actions={history} user={view.user_id} />
      </div>
      {question !== null && (
        <QuestionPanel
          question={question}
          wait={wait}
          seconds={seconds}
          busy={actions.busy}
          onAnswer={editable ? (option) => { actions.answer(question.id, option); } : undefined}
          onOwnWords={editable ? () => { onOwnWords(question); } : undefined}
        />
      )}
    </section>
  );
}

interface WaitFacts {
  readonly replaying: boolean;
  readonly over: boolean;
  readonly isOwn: boolean;
  readonly seconds: number | null;
  readonly asked: boolean;
}

function describeWait({ replaying, over, isOwn, seconds, asked }: WaitFacts, messages: (typeof MESSAGES)["en"]): string {
  if (replaying) return messages.replaying;
  if (over) return messages.inviting;
  if (!isOwn) return messages.readOnly;
  return asked || seconds === null ? "" : messages.seconds(seconds);
}
