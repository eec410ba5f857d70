// Truncation of text to one line.
import { escapeBidi } from "../../ui/escapeBidi";

/** Return at most `maxChars` characters on one line, with an ellipsis; "" for non-strings. */
export function truncateText(text: unknown, maxChars: number): string {
  if (typeof text !== "string") return "";
  const characters = Array.from(escapeBidi(text.slice(0, maxChars * 4)).replace(/\s+/gu, " ").trim());
  return characters.length > maxChars ? `${characters.slice(0, maxChars - 1).join("")}…` : characters.join("");
}
