// Messages of gap and subnet rows (TW-215, TW-216).
import { pluralize, formatCount, type Count } from "../../../i18n/plurals";
import { defineMessages } from "../../../i18n/locale";

/** Messages of gap and subnet rows, by locale. */
export const GAP_MESSAGES = defineMessages({
  zh: {
    nothing: "没有缺口：每项需要都有人承担",
    found: (gaps) => `还有 ${gaps} 个缺口`,
    incomplete: "方案还不完整",
    opens: "为缺口开启子协商",
    subnet: "子协商",
    depth: (depth) => `第 ${formatCount(depth)} 层`,
    ended: "结束",
    joined: "加入",
    nobodyJoined: "没有人加入",
    becomes: (version) => `方案成为 v${formatCount(version)}`,
  },
  en: {
    nothing: "No gap: every need has somebody",
    found: (gaps: number) => `${pluralize(gaps, "gap", "gaps")} left`,
    incomplete: "The plan is not complete yet",
    opens: "A subnet opens for the gap",
    subnet: "Subnet",
    depth: (depth: Count) => `depth ${formatCount(depth)}`,
    ended: "ended",
    joined: "Joined",
    nobodyJoined: "Nobody joined",
    becomes: (version: Count) => `The plan is now v${formatCount(version)}`,
  },
});
