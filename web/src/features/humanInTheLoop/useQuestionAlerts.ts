// Hook that tells of open questions outside of the panel: in the tab's title and by notifications.
import { useEffect, useRef } from "react";
import { setWaitingCount } from "../../app/useDocumentTitle";
import { isOpen, type PendingQuestion } from "./questionState";
import { notifyOfQuestion } from "./questionNotification";
import { MESSAGES } from "./messages";

/** Keep the number of open questions in the tab's title, and notify of each new one once. */
export function useQuestionAlerts(pendingQuestions: readonly PendingQuestion[], getName: (agent: string) => string): void {
  const messages = MESSAGES.useCurrent();
  const openQuestions = pendingQuestions.filter(isOpen);
  const told = useRef(new Set<string>());
  useEffect(() => {
    setWaitingCount(openQuestions.length);
    for (const { question } of openQuestions) {
      if (told.current.has(question.question_id)) continue;
      told.current.add(question.question_id);
      const name = getName(question.agent_id);
      const title = question.kind === "invitation" ? messages.invitation(name) : messages.review(name, question.proposal?.version ?? 1);
      notifyOfQuestion(question.question_id, title, question.raw_input ?? question.surface_demand);
    }
  });
  useEffect(() => () => { setWaitingCount(0); }, []);
}
