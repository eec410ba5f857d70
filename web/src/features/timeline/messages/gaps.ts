// How are gaps and subnets told? (TW-215, TW-216)
import { some, written } from "../../../i18n/plurals";
import type { Count } from "../../../i18n/plurals";
import type { Language } from "../../../i18n/locale";

interface Words {
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

export const GAPS: Readonly<Record<Language, Words>> = {
  zh: {
    nothing: "没有缺口：每项需要都有人承担",
    found: (gaps) => `还有 ${gaps} 个缺口`,
    incomplete: "方案还不完整",
    opens: "为缺口开启子协商",
    subnet: "子协商",
    depth: (depth) => `第 ${written(depth)} 层`,
    ended: "结束",
    joined: "加入",
    nobodyJoined: "没有人加入",
    becomes: (version) => `方案成为 v${written(version)}`,
  },
  en: {
    nothing: "No gap: every need has somebody",
    found: (gaps) => `${some(gaps, "gap", "gaps")} left`,
    incomplete: "The plan is not complete yet",
    opens: "A subnet opens for the gap",
    subnet: "Subnet",
    depth: (depth) => `depth ${written(depth)}`,
    ended: "ended",
    joined: "Joined",
    nobodyJoined: "Nobody joined",
    becomes: (version) => `The plan is now v${written(version)}`,
  },
};
