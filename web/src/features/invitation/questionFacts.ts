// The three lines of a question: for whom and what, when and where, pay and who else.
import { readTerms } from "../../eventLog/terms";
import { getFormat } from "../../i18n/format";
import type { Locale } from "../../i18n/locale";
import { formatMoney } from "../../i18n/money";
import { formatFee } from "../terms/termTexts";
import { describeDay } from "../understanding/limitTexts";
import type { LinkQuestion } from "./invitedPersonApi";
import { MESSAGES } from "./messages";

/** Number of other people who are named. */
const MAX_NAMED = 4;

/** Return the sentence that says who asks for what. */
export function describeTask({ requester, parts = [] }: LinkQuestion, language: Locale): string {
  const messages = MESSAGES[language];
  return parts.length === 0 ? messages.asks(requester) : messages.asksFor(requester, getFormat(language).list(parts));
}

/** Return the day, time, place and number of people, as far as they are known. */
export function describeOccasion({ day, day_words, hours, place, people }: LinkQuestion, language: Locale): string {
  const messages = MESSAGES[language];
  const { number } = getFormat(language);
  const when = day ? describeDay(day, language) : (day_words ?? "");
  const range = people ? (people.min === people.max ? number(people.max) : `${number(people.min)}–${number(people.max)}`) : "";
  const facts = [when, hours ?? "", place ?? "", range === "" ? "" : messages.people(range)].filter((fact) => fact !== "");
  return facts.length === 0 ? messages.occasionUnknown : facts.join(" · ");
}

/** Return what is paid: the fee in the plan, else the budget and the person's usual price. */
export function describePay({ fee, budget, own_price }: LinkQuestion, language: Locale): string {
  const messages = MESSAGES[language];
  const terms = readTerms(fee);
  const agreed = terms ? formatFee(terms, language) : "";
  if (agreed !== "") return messages.fee(agreed);
  const facts = [budget ? messages.budget(formatMoney(budget, language)) : "", own_price ? messages.ownPrice(formatMoney(own_price, language)) : ""];
  return facts.filter((fact) => fact !== "").join(messages.comma) || messages.payUnknown;
}

/** Return who else is invited or joins, the first four by name. */
export function describeOthers({ others = [] }: LinkQuestion, language: Locale): string {
  const messages = MESSAGES[language];
  if (others.length === 0) return messages.alone;
  const names = others.slice(0, MAX_NAMED).map(({ display_name, role }) => (role ? messages.named(display_name, role) : display_name));
  const more = others.length - names.length;
  return messages.others(getFormat(language).list(more > 0 ? [...names, messages.more(more)] : names));
}
