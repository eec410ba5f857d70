// Panel with the attended agents and the questions that wait for the user.
import { useEffect, useId, useRef } from "react";
import { isOpen, sortQuestions } from "./questionState";
import { QuestionCard } from "./QuestionCard";
import { releaseLease, resumeLeases } from "./attendanceLease";
import { NotificationButton } from "./NotificationButton";
import { useAgentNames } from "./useAgentNames";
import { useQuestionAlerts } from "./useQuestionAlerts";
import { dismissAgentError, setExpanded, useAttendanceStore } from "./attendanceStore";
import { MESSAGES } from "./messages";
import "./humanInTheLoop.css";

interface Props {
  /** Demand of the page, whose questions come first; null on other pages. */
  readonly demandId?: string | null;
}

/** Collapsible panel of attended agents and pending questions. */
export function QuestionsPanel({ demandId = null }: Props) {
  const messages = MESSAGES.useCurrent();
  const agents = useAttendanceStore((state) => state.agents);
  const errors = useAttendanceStore((state) => state.errors);
  const lapsed = useAttendanceStore((state) => state.lapsed);
  const neverWaits = useAttendanceStore((state) => state.waitS === 0);
  const expanded = useAttendanceStore((state) => state.expanded);
  const getName = useAgentNames();
  const id = useId();
  const headerRef = useRef<HTMLButtonElement>(null);
  useEffect(resumeLeases, []);
  const agentIds = Object.keys(agents);
  const pendingQuestions = sortQuestions(Object.values(agents).flat(), demandId);
  useQuestionAlerts(pendingQuestions, getName);
  if (agentIds.length === 0 && Object.keys(errors).length === 0) return null;
  const openCount = pendingQuestions.filter(isOpen).length;
  const focusHeader = (): void => headerRef.current?.focus();
  return (
    <aside className="person card stack" aria-label={messages.region} data-sheet={expanded && pendingQuestions.length > 0} data-waiting={openCount > 0}>
      {Object.entries(errors).map(([agent, error]) => (
        <div key={agent} className="row">
          <p role="alert">{messages.refused(getName(agent))} {error.message}</p>
          <button type="button" className="button" onClick={() => { dismissAgentError(agent); focusHeader(); }}>{messages.dismiss}</button>
        </div>
      ))}
      {agentIds.length > 0 && (
        <button
          ref={headerRef}
          type="button"
          className="button button-quiet person-fold"
          aria-expanded={expanded}
          aria-controls={id}
          onClick={() => { setExpanded(!expanded); }}
        >
          {openCount > 0 ? `${messages.region} · ${messages.waiting(openCount)}` : messages.region}
        </button>
      )}
      {agentIds.filter((agent) => agent in lapsed).map((agent) => <p key={agent} className="problem" role="status">{messages.lapsed(getName(agent))}</p>)}
      <div aria-live="polite">
        <div id={id} className="stack" hidden={!expanded}>
          {agentIds.map((agent) => (
            <div key={agent} className="row">
              <strong><bdi>{agent in lapsed ? getName(agent) : messages.attending(getName(agent))}</bdi></strong>
              <button type="button" className="button" onClick={() => void releaseLease(agent)}>{messages.stop}</button>
            </div>
          ))}
          {agentIds.length > 0 && <NotificationButton />}
          {openCount === 0 && agentIds.length > 0 && <p className="soft small">{neverWaits ? messages.noWait : messages.nothing}</p>}
          {pendingQuestions.map((pending) => <QuestionCard key={pending.question.question_id} pending={pending} name={getName(pending.question.agent_id)} onFocusLost={focusHeader} />)}
        </div>
      </div>
    </aside>
  );
}
