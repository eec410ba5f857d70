// Messages of terms and costs.
import { pluralize } from "../../i18n/plurals";
import { defineMessages } from "../../i18n/locale";
import type { FeeBasis } from "../../eventLog/terms";

/** Messages of terms, by locale. */
export const TERM_MESSAGES = defineMessages({
  zh: {
    label: { fee: "费用", when: "时间", people: "人数", notice: "提前", deposit: "定金", dates: "只能在", notOn: "不能在", condition: "条件" },
    per: { event: (fee) => fee, hour: (fee) => `每小时 ${fee}`, day: (fee) => `每天 ${fee}`, person: (fee) => `每人 ${fee}` },
    people: (count) => `至多 ${count} 人`,
    notice: (days) => `${days} 天`,
    list: "条件与费用",
  },
  en: {
    label: { fee: "Fee", when: "When", people: "People", notice: "Notice", deposit: "Deposit", dates: "Only on", notOn: "Not on", condition: "Condition" },
    per: {
      event: (fee: string) => fee,
      hour: (fee: string) => `${fee} per hour`,
      day: (fee: string) => `${fee} per day`,
      person: (fee: string) => `${fee} per person`,
    } satisfies Record<FeeBasis, (fee: string) => string>,
    people: (count: string) => `at most ${count}`,
    notice: (days: number) => pluralize(days, "day", "days"),
    list: "Terms",
  },
});

/** Name of a term as it is shown. */
export type TermName = keyof (typeof TERM_MESSAGES)["en"]["label"];
