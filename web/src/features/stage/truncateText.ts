// How is a long text brought onto the stage? Its beginning, on one line, as whole characters.
import { asText } from "../../ui/escapeBidi";

/** At most `most` characters. What is no text is none. */
export function shortened(text: unknown, most: number): string {
  if (typeof text !== "string") return "";
  const letters = Array.from(asText(text.slice(0, most * 4)).replace(/\s+/gu, " ").trim());
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : letters.join("");
}
