// Mark of an agent: a letter on its own colour and shape, round for personas and square for experts.
import { useNames } from "./names";

const PERSONAS: readonly unknown[] = ["strategist", "tactician", "endgame_specialist"];

/** Hues of the agents, in the order of the team. */
const HUES: Readonly<Record<string, number>> = {
  strategist: 232,
  tactician: 280,
  endgame_specialist: 330,
  rule_analyst: 200,
  opening_expert: 150,
  attack_analyst: 12,
  defense_analyst: 215,
  local_tactics_expert: 40,
  endgame_calculator: 175,
  undo_reevaluator: 0,
};

/** Decorative mark of an agent. */
export function AgentMark({ agent }: { readonly agent: string }) {
  const names = useNames();
  const initial = Array.from(names.agent(agent))[0] ?? "?";
  const persona = PERSONAS.includes(agent);
  return (
    <span className={persona ? "gm-mark-of gm-mark-persona" : "gm-mark-of"} style={{ background: `hsl(${HUES[agent] ?? 90} 48% 36%)` }} aria-hidden="true">
      {initial.toUpperCase()}
    </span>
  );
}
