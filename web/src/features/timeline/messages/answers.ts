// Messages of offer, feedback, bargain and withdrawal rows (TW-205, TW-207, TW-213, TW-214).
import { formatCount, type Count } from "../../../i18n/plurals";
import { defineMessages } from "../../../i18n/locale";

/** Messages of answer rows, by locale. */
export const ANSWER_MESSAGES = defineMessages({
  zh: {
    decision: { participate: "愿意参加", conditional: "有条件参加", decline: "婉拒" },
    response: { offer: "直接应邀", negotiate: "要先商量" },
    late: "迟到",
    lateHint: "收集回应的时间已过",
    contribution: "可以贡献",
    conditions: "条件",
    points: "想商量",
    about: "概要",
    reasoning: "理由",
    whyNot: "婉拒原因",
    wishes: "想商量",
    thePlan: "方案",
    change: "希望",
    feedback: { accept: "接受", negotiate: "想修改", reject: "反对", withdraw: "要退出" },
    plan: (version) => `方案第 ${formatCount(version)} 版`,
    round: (round) => `第 ${formatCount(round)} 轮`,
    request: "修改要求",
    concerns: "顾虑",
    left: "退出了协商",
  },
  en: {
    decision: { participate: "joins", conditional: "joins on conditions", decline: "declines" },
    response: { offer: "offers", negotiate: "wants to negotiate" },
    late: "late",
    lateHint: "The time for collecting answers was over",
    contribution: "Can contribute",
    conditions: "Conditions",
    points: "To negotiate",
    about: "In short",
    reasoning: "Reasoning",
    whyNot: "Why not",
    wishes: "wants to talk about",
    thePlan: "the plan",
    change: "Wish",
    feedback: { accept: "accepts", negotiate: "wants changes to", reject: "rejects", withdraw: "wants to leave" },
    plan: (version: Count) => `plan version ${formatCount(version)}`,
    round: (round: Count) => `round ${formatCount(round)}`,
    request: "Requested change",
    concerns: "Concerns",
    left: "left the negotiation",
  },
});
