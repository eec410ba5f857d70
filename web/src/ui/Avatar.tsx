// How does one tell agents apart at a glance? By a colour that is always the same one's, and a first letter.
import { withoutTurning } from "./escapeBidi";

/** The colour of an agent: a hue made of its id, dark enough for white letters. */
function colourOf(agentId: string): string {
  let hash = 7;
  for (const character of agentId) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return `hsl(${hash} 55% 34%)`;
}

/** The letter for a name: of a Chinese name the last character, which is the given name's. */
function letterOf(name: string): string {
  const letters = Array.from(withoutTurning(name).trim());
  const first = letters[0] ?? "?";
  return /\p{Script=Han}/u.test(first) ? (letters.at(-1) ?? first) : first.toUpperCase();
}

export function Avatar({ agentId, name }: { readonly agentId: string; readonly name: string }) {
  return (
    <span className="avatar" style={{ background: colourOf(agentId) }} aria-hidden="true">
      {letterOf(name || agentId)}
    </span>
  );
}
