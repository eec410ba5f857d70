// Messages of plan and round rows (TW-206, TW-209).
import { pluralize, formatCount } from "../../../i18n/plurals";
import type { Count } from "../../../i18n/plurals";
import type { Locale } from "../../../i18n/locale";

interface PlanMessages {
  readonly round: (round: Count, of: Count) => string;
  readonly last: string;
  readonly why: Readonly<Record<string, string>>;
  readonly goesOut: (version: Count) => string;
  readonly again: string;
  readonly inRound: (round: Count) => string;
  readonly sentTo: string;
  readonly until: string;
  readonly notAdjusted: string;
  readonly adjusted: string;
  readonly changed: string;
  readonly asked: string;
  readonly met: string;
  readonly notMet: string;
  readonly show: (version: Count, assignments: number) => string;
  readonly hide: string;
  readonly summary: string;
  readonly objective: string;
  readonly tasks: string;
  readonly noTasks: string;
  readonly required: string;
  readonly confirmed: string;
  readonly unconfirmed: string;
  readonly needs: string;
  readonly starts: string;
  readonly milestones: string;
  readonly criteria: string;
  readonly risks: string;
  readonly rationale: string;
  readonly gaps: string;
  readonly importance: (value: Count) => string;
  readonly confirmedPeople: string;
  readonly optionalPeople: string;
}

/** Messages of plan and round rows, by locale. */
export const PLAN_MESSAGES: Readonly<Record<Locale, PlanMessages>> = {
  zh: {
    round: (round, of) => `第 ${formatCount(round)} 轮（共 ${formatCount(of)} 轮）`,
    last: "最后一轮",
    why: { initial_proposal: "初稿", adjustment: "方案要调整", no_quorum: "答复太少，再次征求" },
    goesOut: (version) => `方案第 ${formatCount(version)} 版 发出征求意见`,
    again: "再次发出",
    inRound: (round) => `第 ${formatCount(round)} 轮`,
    sentTo: "发给",
    until: "等待意见至",
    notAdjusted: "未能调整，方案不变",
    adjusted: "已调整",
    changed: "改动",
    asked: "应其要求",
    met: "已采纳",
    notMet: "未采纳",
    show: (version, assignments) => `查看方案第 ${formatCount(version)} 版（${assignments} 项分工）`,
    hide: "收起方案",
    summary: "概要",
    objective: "目标",
    tasks: "分工",
    noTasks: "方案没有写明任何人的分工",
    required: "必需",
    confirmed: "已确认",
    unconfirmed: "未确认",
    needs: "依赖",
    starts: "开始",
    milestones: "里程碑",
    criteria: "成功标准",
    risks: "风险",
    rationale: "为何如此",
    gaps: "缺口",
    importance: (value) => `重要度 ${formatCount(value)}`,
    confirmedPeople: "已确认",
    optionalPeople: "待定",
  },
  en: {
    round: (round, of) => `Round ${formatCount(round)} of ${formatCount(of)}`,
    last: "the last",
    why: { initial_proposal: "first draft", adjustment: "the plan is to be adjusted", no_quorum: "too few answers, asked again" },
    goesOut: (version) => `Plan version ${formatCount(version)} goes out for feedback`,
    again: "sent again",
    inRound: (round) => `round ${formatCount(round)}`,
    sentTo: "Sent to",
    until: "Feedback until",
    notAdjusted: "could not be adjusted, the plan is as before",
    adjusted: "adjusted",
    changed: "Changed",
    asked: "asked for by",
    met: "Met",
    notMet: "Not met",
    show: (version, assignments) => `Show plan version ${formatCount(version)} (${pluralize(assignments, "task", "tasks")})`,
    hide: "Hide the plan",
    summary: "Summary",
    objective: "Objective",
    tasks: "Tasks",
    noTasks: "The plan names nobody's task",
    required: "required",
    confirmed: "confirmed",
    unconfirmed: "unconfirmed",
    needs: "Depends on",
    starts: "Starts",
    milestones: "Milestones",
    criteria: "Success criteria",
    risks: "Risks",
    rationale: "Rationale",
    gaps: "Gaps",
    importance: (value) => `importance ${formatCount(value)}`,
    confirmedPeople: "Confirmed",
    optionalPeople: "Optional",
  },
};
