// Questions about limits of the demand that the plan leaves: the requester decides, everybody else sees what is asked.
import { getVisibleCount, useLogStore } from "../../eventLog/logStore";
import type { DemandView } from "../../eventLog/types";
import { useLocale } from "../../i18n/locale";
import { UserText } from "../../ui/UserText";
import { QuestionPanel } from "../understanding/QuestionPanel";
import { ReviewError } from "../understanding/ReviewError";
import { describeAspect, getLimitQuestions, type LimitQuestion } from "../understanding/limitQuestions";
import { MESSAGES as READING } from "../understanding/messages";
import { useIsRequester } from "../understanding/requester";
import { useReviewActions } from "../understanding/useReviewActions";
import { useSecondsLeft } from "../understanding/useSecondsLeft";
import { MESSAGES } from "./messages";
import "../understanding/understanding.css";

/** Open questions about the plan; renders nothing when there are none. */
export function LimitQuestions({ view }: { readonly view: DemandView }) {
  const entries = useLogStore((log) => log.entries);
  const count = useLogStore(getVisibleCount);
  const replaying = useLogStore((log) => log.replaySeq !== null);
  const isOwn = useIsRequester(view);
  const open = getLimitQuestions(entries.slice(0, count));
  if (open.length === 0 || view.status !== "processing") return null;
  return (
    <div className="stack" data-part="limit-questions">
      {open.map((asked) => (
        isOwn && !replaying
          ? <QuestionToRequester key={asked.question.id} demandId={view.demand_id} asked={asked} />
          : <QuestionToWatch key={asked.question.id} asked={asked} replaying={replaying} />
      ))}
    </div>
  );
}

function QuestionToRequester({ demandId, asked }: { readonly demandId: string; readonly asked: LimitQuestion }) {
  const language = useLocale();
  const actions = useReviewActions(demandId);
  const seconds = useSecondsLeft(asked.wait);
  const { question } = asked;
  return (
    <div className="stack">
      <QuestionPanel
        id={`limit-${question.id}`}
        label={MESSAGES[language].decide(describeAspect(asked.aspect, language))}
        question={question}
        wait={asked.wait}
        seconds={seconds}
        busy={actions.busy}
        onAnswer={seconds === 0 ? undefined : (option) => { actions.answer(question.id, option); }}
      />
      {actions.error && <ReviewError error={actions.error} over={READING[language].questionOver} />}
    </div>
  );
}

/** The question in one line, for those who cannot answer it. */
function QuestionToWatch({ asked, replaying }: { readonly asked: LimitQuestion; readonly replaying: boolean }) {
  const language = useLocale();
  const messages = MESSAGES[language];
  const seconds = useSecondsLeft(replaying ? null : asked.wait);
  return (
    <p className="proposal-asked-limit small" data-part="limit-asked">
      <strong>{messages.requesterDecides(describeAspect(asked.aspect, language))}</strong> <UserText text={asked.question.text} />
      {seconds !== null && <span className="soft" data-beside> {READING[language].secondsLeft(seconds)}</span>}
    </p>
  );
}
