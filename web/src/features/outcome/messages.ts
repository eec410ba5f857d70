// Messages of the outcome card.
import type { Locale } from "../../i18n/locale";
import type { ParticipantStatus } from "./outcomeParticipants";
import type { CostStep } from "./costSummary";

/** Messages of the outcome card. */
export interface Messages {
  readonly title: string;
  readonly agreed: string;
  readonly forced: string;
  readonly failed: string;
  readonly cancelled: string;
  readonly forcedMeans: string;
  readonly cancelledBy: (user: string) => string;
  readonly stoppedBy: (user: string) => string;
  readonly why: string;
  readonly rounds: (count: string) => string;
  readonly acceptRate: (percent: string) => string;
  readonly nobodyAnswered: string;
  readonly unknownReason: string;
  readonly unexplained: string;
  readonly code: string;
  readonly participants: string;
  readonly nobody: string;
  readonly standing: Readonly<Record<ParticipantStatus, string>>;
  readonly joined: string;
  readonly fallback: string;
  readonly fallbackMeans: string;
  readonly compromise: string;
  readonly feasible: string;
  readonly infeasible: string;
  readonly can: string;
  readonly missing: string;
  readonly alternatives: string;
  readonly gaps: string;
  readonly complete: string;
  readonly covered: string;
  readonly unsettled: string;
  readonly open: string;
  readonly unmet: string;
  readonly risks: (count: string) => string;
  readonly importance: (value: string) => string;
  readonly subnets: string;
  readonly subnetFor: (gap: string) => string;
  readonly receipt: string;
  readonly calls: string;
  readonly fallbacks: string;
  readonly input: string;
  readonly output: string;
  readonly price: string;
  readonly duration: string;
  readonly step: string;
  readonly steps: Readonly<Record<CostStep, string>>;
  readonly untold: string;
  readonly total: string;
  readonly soFar: string;
  readonly perStep: string;
  readonly unpaid: Readonly<Record<string, string>>;
  readonly unpriced: string;
}

/** Messages of the outcome card, by locale. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = {
  zh: {
    title: "结果",
    agreed: "已达成一致",
    forced: "强制成案",
    failed: "未能达成一致",
    cancelled: "已取消",
    forcedMeans: "并非所有人都同意：方案以接受者为准成立，其余的人列为待定，可以稍后加入。",
    cancelledBy: (user) => `由 ${user} 取消。`,
    stoppedBy: (user) => `之后由 ${user} 停止：已达成的结果不变，只是不再继续补缺口。`,
    why: "原因",
    rounds: (count) => `共 ${count} 轮`,
    acceptRate: (percent) => `接受率 ${percent}`,
    nobodyAnswered: "没有收到对方案的意见",
    unknownReason: "页面还不认识的原因：",
    unexplained: "没有给出原因。",
    code: "代码",
    participants: "参与者",
    nobody: "没有人参与。",
    standing: { confirmed: "已确认", optional: "待定", left: "之后退出" },
    joined: "经子协商加入",
    fallback: "备用答复",
    fallbackMeans: "模型没有答复，这段建议由固定规则写成。",
    compromise: "妥协方案",
    feasible: "现在就可以先做一部分。",
    infeasible: "按现在的条件还做不成。",
    can: "谁能做什么",
    missing: "还缺什么",
    alternatives: "其他办法",
    gaps: "缺口",
    complete: "方案完整，没有缺口。",
    covered: "没有缺口：每项需要都有人承担。",
    unsettled: "尚未落定",
    open: "未确认",
    unmet: "未采纳的要求",
    risks: (count) => `方案列出了 ${count} 项风险。`,
    importance: (value) => `重要度 ${value}`,
    subnets: "子协商",
    subnetFor: (gap) => `为缺口“${gap}”`,
    receipt: "费用",
    calls: "模型调用",
    fallbacks: "备用答复",
    input: "输入词元",
    output: "输出词元",
    price: "价格",
    duration: "用时",
    step: "步骤",
    steps: {
      "towow.demand.understood": "理解需求",
      "towow.filter.completed": "选择候选人",
      "towow.offer.submitted": "回应邀请",
      "towow.proposal.distributed": "整理与调整方案",
      "towow.proposal.feedback": "对方案的意见",
      "towow.negotiation.force_finalized": "妥协建议",
      "towow.negotiation.failed": "妥协方案",
      "towow.gap.identified": "识别缺口",
      "towow.subnet.triggered": "决定子协商",
      other: "其他步骤",
    },
    untold: "未用上的答复",
    total: "合计",
    soFar: "尚未结束，以上为目前的数字。",
    perStep: "各步骤明细",
    unpaid: { simulated: "模拟模型：没有产生费用。", scenario: "剧本模型（答案事先写好）：没有产生费用。" },
    unpriced: "没有这个模型的价格，费用未计入。",
  },
  en: {
    title: "Outcome",
    agreed: "Agreed",
    forced: "Forced through",
    failed: "No agreement",
    cancelled: "Cancelled",
    forcedMeans: "Not everybody agreed: the plan stands with those who accept; the others are optional and may still join.",
    cancelledBy: (user) => `Cancelled by ${user}.`,
    stoppedBy: (user) => `Stopped afterwards by ${user}: what was agreed stands, only the search for what is missing has ended.`,
    why: "Why",
    rounds: (count) => `Rounds: ${count}`,
    acceptRate: (percent) => `Acceptance rate ${percent}`,
    nobodyAnswered: "No feedback on a plan was received",
    unknownReason: "A reason that this page does not know:",
    unexplained: "No reason was given.",
    code: "Code",
    participants: "Participants",
    nobody: "Nobody takes part.",
    standing: { confirmed: "confirmed", optional: "optional", left: "left later" },
    joined: "joined through a subnet",
    fallback: "stand-in",
    fallbackMeans: "The model did not answer; this advice was written by fixed rules.",
    compromise: "Compromise",
    feasible: "A part of it can be done right now.",
    infeasible: "As things stand it cannot be done.",
    can: "Who can do what",
    missing: "What is missing",
    alternatives: "Other ways",
    gaps: "Gaps",
    complete: "The plan is complete: nothing is missing.",
    covered: "There is no gap: every need has somebody.",
    unsettled: "Not settled yet",
    open: "Not confirmed",
    unmet: "Not met",
    risks: (count) => `Risks that the plan names: ${count}.`,
    importance: (value) => `importance ${value}`,
    subnets: "Subnets",
    subnetFor: (gap) => `For the gap “${gap}”`,
    receipt: "Cost",
    calls: "Model calls",
    fallbacks: "Stand-ins",
    input: "Input tokens",
    output: "Output tokens",
    price: "Price",
    duration: "Duration",
    step: "Step",
    steps: {
      "towow.demand.understood": "Understanding the demand",
      "towow.filter.completed": "Choosing candidates",
      "towow.offer.submitted": "Answers to the invitation",
      "towow.proposal.distributed": "Writing and adjusting the plan",
      "towow.proposal.feedback": "Feedback on the plan",
      "towow.negotiation.force_finalized": "Compromise advice",
      "towow.negotiation.failed": "Compromise",
      "towow.gap.identified": "Finding gaps",
      "towow.subnet.triggered": "Deciding on subnets",
      other: "Other steps",
    },
    untold: "Answers that were not used",
    total: "Total",
    soFar: "It has not ended yet; these are the figures so far.",
    perStep: "Step by step",
    unpaid: { simulated: "Simulated model: nothing was paid.", scenario: "Scripted model (answers written beforehand): nothing was paid." },
    unpriced: "No price is known for this model; it is not included.",
  },
};
