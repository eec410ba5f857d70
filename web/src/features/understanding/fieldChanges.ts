// Texts of a changed field of an understanding, before and after.
import { getLabel, readNumber, readObject, readObjects, readString, readStrings } from "../../eventLog/readJson";
import { getFormat } from "../../i18n/format";
import type { Locale } from "../../i18n/locale";
import { readUnderstanding } from "./demandReading";
import { LIMIT_KINDS, describeLimits } from "./limitTexts";
import { MESSAGES } from "./messages";
import type { FieldChange } from "./reviewState";

/** One change to show: its name, and its value before and after; "" for no value. */
export interface ChangeText {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Describe a change; that of limits has one text for each limit that differs. */
export function describeChange({ field, before, after }: FieldChange, language: Locale): readonly ChangeText[] {
  const messages = MESSAGES[language];
  if (field === "limits") return describeLimitChange(before, after, language);
  const names: Readonly<Record<string, string>> = messages.field;
  const name = (Object.hasOwn(names, field) ? names[field] : undefined) ?? field;
  const write = (value: unknown): string => describeValue(field, value, language);
  return [{ name, before: write(before), after: write(after) }];
}

function describeLimitChange(before: unknown, after: unknown, language: Locale): readonly ChangeText[] {
  const [old, now] = [before, after].map((limits) => describeLimits(readUnderstanding({ limits: readObject(limits) }), language));
  return LIMIT_KINDS.map((kind) => ({ name: MESSAGES[language].limit[kind], before: old?.get(kind) ?? "", after: now?.get(kind) ?? "" })).filter(
    (change) => change.before !== change.after,
  );
}

function describeValue(field: string, value: unknown, language: Locale): string {
  const list = (items: readonly string[]): string => getFormat(language).list(items);
  switch (field) {
    case "needs":
      return list(readObjects(value).map((need) => formatNeed(readString(need.need), readNumber(need.count) ?? 1, language)));
    case "not_wanted":
    case "not_understood":
      return list(readObjects(value).map((part) => readString(part.text)));
    case "preferences":
      return list(readStrings(value));
    case "confidence":
      return getLabel(MESSAGES[language].level, value, (level) => level);
    default:
      return readString(value);
  }
}

/** Return a need with its count, which is left out when it is 1. */
export function formatNeed(need: string, count: number, language: Locale): string {
  return count === 1 ? need : `${need} ${MESSAGES[language].count(getFormat(language).number(count))}`;
}
