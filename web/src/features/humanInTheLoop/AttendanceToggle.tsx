// Does the person here answer for this agent, or does it answer by itself?
import { useWords } from "../../i18n/locale";
import { attend, leave } from "./attendanceLease";
import { useMaySpeakFor } from "./ownAgents";
import { useAttending } from "./attendanceStore";
import { WORDS } from "./messages";

export function AttendToggle({ agentId }: { readonly agentId: string }) {
  const words = useWords(WORDS);
  const attended = useAttending((state) => agentId in state.agents);
  const may = useMaySpeakFor(agentId);
  if (!may && !attended) return null;
  return (
    <button
      type="button"
      className="button"
      data-attended={attended}
      onClick={() => void (attended ? leave(agentId) : attend(agentId))}
    >
      {attended ? words.stop : words.attend}
    </button>
  );
}
