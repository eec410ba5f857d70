// What an agent offers and what it bargains for, in a few words.
import { readString } from "../../eventLog/readJson";
import { readTermsOf } from "../../eventLog/terms";
import type { JsonObject } from "../../eventLog/types";
import type { Locale } from "../../i18n/locale";
import { formatFee } from "../terms/termTexts";
import { NARRATOR_MESSAGES } from "./narratorMessages";
import { clipPart, clipQuote } from "./spokenText";

/** Describe an offer: in its agent's own words, and the fee. */
export function describeOffer(payload: JsonObject, language: Locale): string {
  const messages = NARRATOR_MESSAGES[language];
  const terms = readTermsOf(payload);
  const fee = terms?.fee ?? null;
  // The first clause says what; the others tell of the person.
  const what = clipQuote(readString(payload.contribution).split(/[;；]/u, 1)[0]);
  const price = fee === null ? "" : fee.amount === 0 ? messages.free : formatFee(terms ?? { fee, per: "event" }, language);
  return messages.offer(what, price, payload.decision === "conditional");
}

/** Describe what an agent bargains for: from what to what, or what it asks. */
export function describeWish(payload: JsonObject, language: Locale): string {
  const messages = NARRATOR_MESSAGES[language];
  const [now, wanted] = [readString(payload.current_value), readString(payload.desired_value)];
  const aspect = payload.bargain_type === "proposal" ? "" : clipPart(payload.bargain_type);
  // A value that names no number is a way of saying that there is none yet.
  if (/\d/.test(now) && wanted !== "") return messages.wish(aspect, `${clipPart(now)} → ${clipPart(wanted)}`);
  return messages.wish(aspect, wanted === "" ? clipQuote(payload.content) : clipPart(wanted));
}
