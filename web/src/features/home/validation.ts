// Validation of demand text and user name, with the gateway's own rules.
import { MAX_DEMAND_CHARS, MAX_USER_ID_CHARS } from "../../generated/bounds";

/** First control character that the gateway treats as blank, in addition to Unicode white space. */
const FIRST_BLANK_CONTROL = "\u001c";
const LAST_BLANK_CONTROL = "\u001f";
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;

type DemandProblem = "blank" | "long";

/** Return the length of a demand: code points after NFC normalisation, surrounding blanks included. */
export function countCharacters(text: string): number {
  return Array.from(text.normalize("NFC")).length;
}

/** Whether the text consists of blanks only. */
function isBlank(text: string): boolean {
  return Array.from(text).every((character) => /\p{White_Space}/u.test(character) || (character >= FIRST_BLANK_CONTROL && character <= LAST_BLANK_CONTROL));
}

/** Return why a text is no valid demand; null when it is valid. */
export function validateDemand(text: string): DemandProblem | null {
  if (isBlank(text)) return "blank";
  return countCharacters(text) > MAX_DEMAND_CHARS ? "long" : null;
}

/** Whether a name is a valid user id: printable characters, no surrounding blanks, within the maximum length. */
export function isUserName(name: string): boolean {
  return PRINTABLE.test(name) && name.trim() === name && Array.from(name).length <= MAX_USER_ID_CHARS;
}
