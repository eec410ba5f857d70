// Button that starts or stops answering for an agent in person.
import { acquireLease, releaseLease } from "./attendanceLease";
import { useCanAnswerFor } from "./ownAgents";
import { useAttendanceStore } from "./attendanceStore";
import { MESSAGES } from "./messages";

/** Attendance button; renders nothing when the viewer may not answer for the agent. */
export function AttendanceToggle({ agentId }: { readonly agentId: string }) {
  const messages = MESSAGES.useCurrent();
  const attended = useAttendanceStore((state) => agentId in state.agents);
  const canAnswer = useCanAnswerFor(agentId);
  if (!canAnswer && !attended) return null;
  return (
    <button
      type="button"
      className="button"
      data-attended={attended}
      onClick={() => void (attended ? releaseLease(agentId) : acquireLease(agentId))}
    >
      {attended ? messages.stop : messages.attend}
    </button>
  );
}
