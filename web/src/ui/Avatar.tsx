// Avatar with an initial and a colour derived from the agent id.
import { stripBidi } from "./escapeBidi";

/** Return a colour whose hue is a hash of the agent id, dark enough for white text. */
export function getAgentColor(agentId: string): string {
  let hash = 7;
  for (const character of agentId) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return `hsl(${hash} 55% 34%)`;
}

/** Return the initial of a name: the first letter, or the last character of a Chinese name (the given name). */
function getInitial(name: string): string {
  const letters = Array.from(stripBidi(name).trim());
  const first = letters[0] ?? "?";
  return /\p{Script=Han}/u.test(first) ? (letters.at(-1) ?? first) : first.toUpperCase();
}

/** Decorative avatar of an agent, hidden from screen readers. */
export function Avatar({ agentId, name }: { readonly agentId: string; readonly name: string }) {
  return (
    <span className="avatar" style={{ background: getAgentColor(agentId) }} aria-hidden="true">
      {getInitial(name || agentId)}
    </span>
  );
}
