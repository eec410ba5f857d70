// Messages of the closing poster.
import { defineMessages } from "../../i18n/locale";
import { pluralize } from "../../i18n/plurals";

/** Messages of the closing poster, by locale. */
export const POSTER_MESSAGES = defineMessages({
  zh: {
    poster: "结果海报",
    when: "时间",
    where: "地点",
    sum: "合计",
    ofBudget: (sum, budget) => `${sum}（预算 ${budget}）`,
    people: "参加的人",
    open: "待定",
    more: (count) => `还有 ${count} 位`,
    missing: "还缺",
    complete: "每项需要都有人承担",
  },
  en: {
    poster: "Closing poster",
    when: "When",
    where: "Where",
    sum: "Together",
    ofBudget: (sum: string, budget: string) => `${sum} of ${budget}`,
    people: "People",
    open: "open",
    more: (count: number) => `and ${pluralize(count, "other", "others")}`,
    missing: "Still missing",
    complete: "Every need has somebody",
  },
});
