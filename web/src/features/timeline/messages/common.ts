// Messages shared by the timeline and its rows.
import { escapeBidi } from "../../../ui/escapeBidi";
import { pluralize } from "../../../i18n/plurals";
import type { Locale } from "../../../i18n/locale";
import type { EventKind } from "../eventKinds";

interface CommonMessages {
  readonly title: string;
  readonly log: string;
  readonly count: (events: number) => string;
  readonly none: string;
  readonly noneLeft: string;
  readonly filter: string;
  readonly hidden: (events: number) => string;
  readonly showAll: string;
  readonly agent: string;
  readonly everybody: string;
  readonly kinds: string;
  readonly kind: Readonly<Record<EventKind, string>>;
  readonly fresh: (events: number) => string;
  readonly newest: string;
  readonly subnet: (number: number) => string;
  readonly otherChannel: string;
  readonly broken: string;
  readonly strange: string;
  readonly more: (fields: number) => string;
  readonly yes: string;
  readonly no: string;
  readonly somebody: string;
  readonly odd: (value: string) => string;
  readonly becomes: string;
  readonly open: string;
  readonly standIn: string;
  readonly standInHint: string;
  readonly inPerson: string;
  readonly forPerson: string;
  readonly forPersonHint: string;
  readonly confidence: string;
  readonly level: Readonly<Record<string, string>>;
}

/** Messages shared by the timeline and its rows, by locale. */
export const COMMON_MESSAGES: Readonly<Record<Locale, CommonMessages>> = {
  zh: {
    title: "协商过程",
    log: "按时间排列的协商事件",
    count: (events) => `${events} 条`,
    none: "还没有发生什么。",
    noneLeft: "筛选后没有可显示的事件。",
    filter: "筛选",
    hidden: (events) => `已隐藏 ${events} 条`,
    showAll: "全部显示",
    agent: "智能体",
    everybody: "所有人",
    kinds: "事件类别",
    kind: { people: "需求与邀请", offers: "回应邀请", rounds: "方案与轮次", feedback: "意见与诉求", outcome: "裁定与结果", gaps: "缺口与子协商", other: "其他" },
    fresh: (events) => `${events} 条新事件`,
    newest: "回到最新",
    subnet: (number) => `子协商 ${number}`,
    otherChannel: "另一个频道",
    broken: "这条事件的内容不完整，无法显示。",
    strange: "此页面还不认识的事件",
    more: (fields) => `另有 ${fields} 项内容未显示`,
    yes: "是",
    no: "否",
    somebody: "未具名",
    odd: (value) => (value === "" ? "未说明" : `未知：${escapeBidi(value)}`),
    becomes: "改为",
    open: "待定",
    standIn: "备用答复",
    standInHint: "模型没有回答，由规则代为给出",
    inPerson: "本人答复",
    forPerson: "智能体代答",
    forPersonHint: "本人没有及时答复，由智能体代答",
    confidence: "把握",
    level: { high: "高", medium: "中", low: "低" },
  },
  en: {
    title: "What happened",
    log: "The events of the negotiation in order of time",
    count: (events) => pluralize(events, "event", "events"),
    none: "Nothing has happened yet.",
    noneLeft: "The filter leaves no event to show.",
    filter: "Filter",
    hidden: (events) => `${events} hidden`,
    showAll: "Show all",
    agent: "Agent",
    everybody: "Everybody",
    kinds: "Kinds of events",
    kind: { people: "Demand & invitations", offers: "Offers", rounds: "Plan & rounds", feedback: "Feedback & wishes", outcome: "Verdicts & outcome", gaps: "Gaps & subnets", other: "Other" },
    fresh: (events) => pluralize(events, "new event", "new events"),
    newest: "Back to the newest",
    subnet: (number) => `Subnet ${number}`,
    otherChannel: "Another channel",
    broken: "What this event says is incomplete and cannot be shown.",
    strange: "An event this page does not know yet",
    more: (fields) => `${pluralize(fields, "more thing", "more things")} not shown`,
    yes: "yes",
    no: "no",
    somebody: "unnamed",
    odd: (value) => (value === "" ? "not stated" : `unknown: ${escapeBidi(value)}`),
    becomes: "becomes",
    open: "open",
    standIn: "stand-in",
    standInHint: "No model answered; the answer was given by rule",
    inPerson: "in person",
    forPerson: "agent, for its person",
    forPersonHint: "The person did not answer in time, so the agent did",
    confidence: "Confidence",
    level: { high: "high", medium: "medium", low: "low" },
  },
};
