// Messages of the negotiation page (TW-806…811).
import type { Connection } from "../../eventLog/logStore";
import type { Phase, Status } from "../../eventLog/types";
import type { Locale } from "../../i18n/locale";

/** Messages of the negotiation page. */
export interface Messages {
  readonly loading: string;
  readonly filtering: string;
  readonly negotiating: string;
  readonly success: string;
  readonly forced: string;
  readonly failure: string;
  readonly cancelled: string;
  /** State label for an unknown status; "" when the status is absent. */
  readonly unknown: (status: string) => string;
  readonly opening: string;
  readonly phase: Readonly<Record<Phase, string>>;
  readonly status: Readonly<Record<Status, string>>;
  readonly connection: Readonly<Record<Connection, string>>;
  readonly model: Readonly<Record<string, string>>;
  readonly private: string;
  readonly by: (user: string) => string;
  readonly motivation: string;
  readonly preferences: string;
  readonly follows: string;
  readonly missing: string;
  readonly missingHint: string;
  readonly lostHint: string;
  readonly fullHint: string;
  readonly another: string;
  readonly signIn: string;
  readonly stage: string;
  readonly back: string;
}

/** Messages of the negotiation page, by locale. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = {
  zh: {
    loading: "AI 正在理解你的需求...",
    filtering: "正在寻找合适的协作者...",
    negotiating: "正在协商",
    success: "达成一致",
    forced: "以接受者为准成案",
    failure: "未能达成一致",
    cancelled: "已取消",
    unknown: (status) => (status === "" ? "状态未知" : `状态：${status}`),
    opening: "正在打开协商...",
    phase: {
      understanding: "理解需求",
      filtering: "寻找协作者",
      collecting: "收集回应",
      aggregating: "整理方案",
      negotiating: "征求意见",
      adjusting: "调整方案",
      after: "收尾",
      closed: "已结束",
    },
    status: { processing: "进行中", finalized: "已达成", force_finalized: "强制成案", failed: "未达成", cancelled: "已取消" },
    connection: { connecting: "正在连接", live: "实时", lost: "连接中断，正在重连", full: "同时打开的页面太多，稍后重试", over: "已结束", missing: "无法查看" },
    model: { simulated: "模拟模型", scenario: "剧本模型", anthropic: "Anthropic 模型" },
    private: "仅自己可见",
    by: (user) => `提出者：${user}`,
    motivation: "背后的动机",
    preferences: "可能的偏好",
    follows: "接续自上一次协商",
    missing: "没有这个需求",
    missingHint: "它可能已过保留期，或者不对你公开。",
    lostHint: "已显示的内容不会丢失，连上后自动继续。",
    fullHint: "关闭几个其他的协商页面，这里就会自动继续。",
    another: "提出新需求",
    signIn: "登录后再看",
    stage: "大屏舞台",
    back: "回看",
  },
  en: {
    loading: "AI is understanding your demand...",
    filtering: "Looking for suitable collaborators...",
    negotiating: "Negotiating",
    success: "Agreed",
    forced: "Settled with those who accept",
    failure: "No agreement",
    cancelled: "Cancelled",
    unknown: (status) => (status === "" ? "State unknown" : `State: ${status}`),
    opening: "Opening the negotiation...",
    phase: {
      understanding: "understanding",
      filtering: "looking for people",
      collecting: "collecting answers",
      aggregating: "writing the plan",
      negotiating: "asking for feedback",
      adjusting: "adjusting the plan",
      after: "finishing",
      closed: "closed",
    },
    status: { processing: "in progress", finalized: "agreed", force_finalized: "forced", failed: "no agreement", cancelled: "cancelled" },
    connection: { connecting: "connecting", live: "live", lost: "connection lost, reconnecting", full: "too many open at once, trying again soon", over: "ended", missing: "not available" },
    model: { simulated: "simulated model", scenario: "scripted model", anthropic: "Anthropic model" },
    private: "private",
    by: (user) => `Stated by ${user}`,
    motivation: "Why it matters",
    preferences: "Likely preferences",
    follows: "Takes up an earlier negotiation",
    missing: "There is no such demand",
    missingHint: "It may be past its retention, or it is not for you to see.",
    lostHint: "Nothing shown is lost; it goes on by itself once connected.",
    fullHint: "Close some of the other negotiations you have open, and this one goes on by itself.",
    another: "State a new demand",
    signIn: "Sign in to see it",
    stage: "Big screen",
    back: "looking back",
  },
};
