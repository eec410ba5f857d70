// Messages of gap and subnet rows (TW-215, TW-216).
import { pluralize, formatCount } from "../../../i18n/plurals";
import type { Count } from "../../../i18n/plurals";
import type { Locale } from "../../../i18n/locale";

interface GapMessages {
  readonly nothing: string;
  readonly found: (gaps: number) => string;
  readonly incomplete: string;
  readonly opens: string;
  readonly subnet: string;
  readonly depth: (depth: Count) => string;
  readonly ended: string;
  readonly joined: string;
  readonly nobodyJoined: string;
  readonly becomes: (version: Count) => string;
}

/** Messages of gap and subnet rows, by locale. */
export const GAP_MESSAGES: Readonly<Record<Locale, GapMessages>> = {
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
    found: (gaps) => `${pluralize(gaps, "gap", "gaps")} left`,
    incomplete: "The plan is not complete yet",
    opens: "A subnet opens for the gap",
    subnet: "Subnet",
    depth: (depth) => `depth ${formatCount(depth)}`,
    ended: "ended",
    joined: "Joined",
    nobodyJoined: "Nobody joined",
    becomes: (version) => `The plan is now v${formatCount(version)}`,
  },
};
