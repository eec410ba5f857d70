// Can this text be a demand, and this name a user? Counted as the gateway counts, so that it seldom has to refuse.
import { LONGEST_DEMAND, LONGEST_USER } from "../../generated/bounds";

/** The control characters that the gateway takes for blanks, beside Unicode's own. */
const FIRST_BLANK = "\u001c";
const LAST_BLANK = "\u001f";
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;

type Fault = "blank" | "long";

/** Characters of a demand: code points after NFC, the blanks around it among them. */
export function lengthOf(text: string): number {
  return Array.from(text.normalize("NFC")).length;
}

/** Whether there is nothing to read in it. */
function isBlank(text: string): boolean {
  return Array.from(text).every((one) => /\p{White_Space}/u.test(one) || (one >= FIRST_BLANK && one <= LAST_BLANK));
}

/** Why a text cannot be a demand; null when it can. */
export function faultOf(text: string): Fault | null {
  if (isBlank(text)) return "blank";
  return lengthOf(text) > LONGEST_DEMAND ? "long" : null;
}

/** Whether somebody can be called so: printable characters, no blanks around them. */
export function isName(name: string): boolean {
  return PRINTABLE.test(name) && name.trim() === name && Array.from(name).length <= LONGEST_USER;
}
