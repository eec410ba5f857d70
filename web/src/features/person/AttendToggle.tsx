// Does the person here answer for this agent, or does it answer by itself?
import { useWords } from "../../words/language";
import { attend, leave } from "./attending";
import { useMaySpeakFor } from "./own";
import { useAttending } from "./state";
import { WORDS } from "./words";

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
