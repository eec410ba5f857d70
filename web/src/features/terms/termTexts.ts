// Texts of terms, and whether a sentence says them already.
import { getFormat } from "../../i18n/format";
import type { Locale } from "../../i18n/locale";
import { formatMoney } from "../../i18n/money";
import type { Terms } from "../../eventLog/terms";
import { WEEKDAY_NAMES, formatWeekday } from "../understanding/limitWords";
import { TERM_MESSAGES, type TermName } from "./messages";

/** One term to show. */
export interface TermText {
  readonly name: TermName;
  readonly text: string;
}

/** List the texts of terms, without those that `said`, the sentences shown beside them, contains already. */
export function describeTerms(terms: Terms | null, language: Locale, said: readonly string[] = []): readonly TermText[] {
  if (terms === null) return [];
  const messages = TERM_MESSAGES[language];
  const format = getFormat(language);
  const sentences = normalize(said.join("\n"));
  const facts: readonly [name: TermName, text: string, forms: readonly string[]][] = [
    ["fee", formatFee(terms, language), listFeeForms(terms)],
    ["when", formatPeriod(terms.start, terms.end, language), []],
    ["people", terms.people === null ? "" : messages.people(format.number(terms.people)), listUnitForms(terms.people, ["people", "guests", "persons", "人", "位"])],
    ["notice", terms.noticeDays === null ? "" : messages.notice(terms.noticeDays), listUnitForms(terms.noticeDays, ["day", "天", "日"])],
    ["deposit", terms.depositShare === null ? "" : format.percent(terms.depositShare), [`${Math.round((terms.depositShare ?? 0) * 100)}%`]],
    ["dates", format.list(terms.dates.map((day) => formatDay(day, language))), []],
    ["notOn", format.list(terms.notOn.map((day) => formatDay(day, language))), []],
    ...terms.conditions.filter((text) => !said.some((sentence) => sentence.includes(text))).map((text): [TermName, string, readonly string[]] => ["condition", text, []]),
  ];
  return facts.filter(([, text, forms]) => text !== "" && !forms.some((form) => contains(sentences, normalize(form)))).map(([name, text]) => ({ name, text }));
}

/** Return the fee of terms with what it is for; "" without a fee. */
export function formatFee({ fee, per }: Pick<Terms, "fee" | "per">, language: Locale): string {
  return fee === null ? "" : TERM_MESSAGES[language].per[per](formatMoney(fee, language));
}

/** Return a period as text, in the local time of its place: 5 December 2026, 19:30–22:00. */
export function formatPeriod(start: string, end: string, language: Locale): string {
  const [first, last] = [splitInstant(start), splitInstant(end)];
  const write = ({ date, time }: LocalTime): string => [date === "" ? "" : getFormat(language).day(date), time].filter((part) => part !== "").join(", ");
  if (first.date === "" || last.date === "") return write(first.date === "" ? last : first);
  if (first.date !== last.date) return `${write(first)} – ${write(last)}`;
  return last.time === "" || last.time === first.time ? write(first) : `${write(first)}–${last.time}`;
}

interface LocalTime {
  readonly date: string;
  /** HH:MM; "" when only the date is known. */
  readonly time: string;
}

/** Split a date or an instant with offset into its local date and time. */
function splitInstant(instant: string): LocalTime {
  const [, date = "", time = ""] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?/.exec(instant) ?? [];
  return { date, time };
}

function formatDay(day: string, language: Locale): string {
  const weekday = WEEKDAY_NAMES.findIndex((name) => name === day);
  return weekday >= 0 ? formatWeekday(weekday, language) : getFormat(language).day(day);
}

/** List the ways in which a sentence may name a fee. */
function listFeeForms({ fee }: Terms): readonly string[] {
  if (fee === null) return [];
  const [en, zh] = [formatMoney(fee, "en"), formatMoney(fee, "zh")];
  const number = en.replace(/[^\d.,]/g, "");
  return [en, zh, `${number} ${fee.currency}`, `${fee.currency} ${number}`, `${number}元`, `${number}块`, `${number} yuan`, `${number} pounds`, `${number} euros`, `${number} dollars`, `¥${number}`, `￥${number}`, `$${number}`];
}

function listUnitForms(count: number | null, units: readonly string[]): readonly string[] {
  return count === null ? [] : units.map((unit) => `${count} ${unit}`);
}

/** Return a text without spaces, separators of thousands and case, in which numbers can be compared. */
function normalize(text: string): string {
  return text.toLowerCase().replaceAll(/(?<=\d),(?=\d{3})/g, "").replaceAll(/[^\S\n]/g, "");
}

/** Whether a text contains a form, not as the end of a longer number. */
function contains(text: string, form: string): boolean {
  if (form === "") return false;
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const [before, after] = [text[at - 1] ?? "", text[at + form.length] ?? ""];
    const cutsNumber = (/^\d/.test(form) && /[\d.]/.test(before)) || (/\d$/.test(form) && /\d/.test(after));
    if (!cutsNumber) return true;
  }
  return false;
}
