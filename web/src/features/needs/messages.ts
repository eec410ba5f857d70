// Messages of the needs board.
import { defineMessages } from "../../i18n/locale";
import type { NeedState } from "./needRows";

/** Messages of the needs board, by locale. */
export const MESSAGES = defineMessages({
  zh: {
    title: "各项需要",
    confirmed: (met, needs) => `${needs} 项中 ${met} 项已确认`,
    state: { open: "还没有人", asked: "已邀请", offered: "有人愿意", planned: "在方案中", met: "已确认", missing: "还缺", unfilled: "未落实" },
    some: (state, confirmed, count) => `${state}（${confirmed}/${count}）`,
    times: (count) => `×${count}`,
    optional: "可选",
    invited: "已邀请",
    alsoInvited: "另邀请",
    others: "其他人",
    reserve: "候补",
    nobody: "没有人",
    role: (role) => `（${role}）`,
    more: (count) => `还有 ${count} 位`,
    plus: (count) => `+${count}`,
    colon: "：",
    comma: "，",
    unread: "理解需求之后，这里列出各项需要。",
    none: "需求没有分项，圆环显示答复。",
  },
  en: {
    title: "What is needed",
    confirmed: (met: string, needs: string) => `${met} of ${needs} confirmed`,
    state: {
      open: "nobody yet",
      asked: "invited",
      offered: "offered",
      planned: "in the plan",
      met: "confirmed",
      missing: "missing",
      unfilled: "not filled",
    } satisfies Record<NeedState, string>,
    /** State of a need for several people. */
    some: (state: string, confirmed: string, count: string) => `${state} (${confirmed} of ${count})`,
    times: (count: string) => `×${count}`,
    optional: "optional",
    invited: "Invited",
    /** Invited for none of the needs above. */
    alsoInvited: "Also invited",
    others: "Others",
    reserve: "In reserve",
    nobody: "nobody",
    role: (role: string) => ` (${role})`,
    more: (count: string) => `${count} more`,
    plus: (count: string) => `+${count}`,
    colon: ": ",
    comma: ", ",
    unread: "The needs are listed here once the demand is understood.",
    none: "The demand names no separate needs; the ring shows the answers.",
  },
});

/** Messages of one locale. */
export type Messages = (typeof MESSAGES)["en"];
