// Headings and labels of the exported documents.
import type { Locale } from "../../i18n/locale";

/** Headings and labels of the exported documents. */
export interface ExportMessages {
  readonly tag: string;
  readonly untitled: string;
  /** Start of a calendar event's description. */
  readonly of: (summary: string) => string;
  readonly demand: string;
  readonly by: string;
  readonly stated: string;
  readonly ended: string;
  readonly model: string;
  readonly models: Readonly<Record<string, string>>;
  readonly id: string;
  readonly follows: string;
  readonly plan: string;
  readonly version: (version: string) => string;
  readonly noPlan: string;
  readonly notAgreed: string;
  readonly objective: string;
  readonly assignments: string;
  readonly who: string;
  readonly role: string;
  readonly task: string;
  readonly state: string;
  readonly confirmed: string;
  readonly open: string;
  readonly required: string;
  readonly notes: string;
  readonly dependencies: string;
  readonly milestones: string;
  readonly noDate: string;
  readonly risks: string;
  readonly criteria: string;
  readonly rationale: string;
  readonly rounds: string;
  readonly round: string;
  readonly asked: string;
  readonly accepts: string;
  readonly negotiates: string;
  readonly rejects: string;
  readonly withdraws: string;
  readonly silent: string;
  readonly rate: string;
  readonly verdict: string;
  readonly decision: Readonly<Record<string, string>>;
  readonly relax: string;
}

/** Headings and labels of the exported documents, by locale. */
export const EXPORT_MESSAGES: Readonly<Record<Locale, ExportMessages>> = {
  zh: {
    tag: "ZH",
    untitled: "里程碑",
    of: (summary) => `方案：${summary}`,
    demand: "需求",
    by: "提出者",
    stated: "提出时间",
    ended: "结束时间",
    model: "模型",
    models: { simulated: "模拟模型（无真实 AI）", scenario: "剧本模型（答案事先写好）", anthropic: "Anthropic 模型" },
    id: "编号",
    follows: "接续自",
    plan: "方案",
    version: (version) => `第 ${version} 版`,
    noPlan: "没有形成方案。",
    notAgreed: "这是最后一版方案，没有达成一致。",
    objective: "目标",
    assignments: "分工",
    who: "参与者",
    role: "角色",
    task: "职责",
    state: "状态",
    confirmed: "已确认",
    open: "未确认",
    required: "必需",
    notes: "备注",
    dependencies: "依赖",
    milestones: "里程碑",
    noDate: "日期未定",
    risks: "风险",
    criteria: "成功标准",
    rationale: "理由",
    rounds: "各轮意见",
    round: "轮",
    asked: "征求",
    accepts: "接受",
    negotiates: "希望调整",
    rejects: "拒绝",
    withdraws: "退出",
    silent: "未答复",
    rate: "接受率",
    verdict: "裁定",
    decision: { finalize: "方案通过", renegotiate: "继续协商", force_finalize: "强制成案", fail: "协商失败" },
    relax: "可以放宽",
  },
  en: {
    tag: "EN",
    untitled: "Milestone",
    of: (summary) => `Plan: ${summary}`,
    demand: "Demand",
    by: "Stated by",
    stated: "Stated at",
    ended: "Ended at",
    model: "Model",
    models: { simulated: "simulated model (no real AI)", scenario: "scripted model (answers written beforehand)", anthropic: "Anthropic model" },
    id: "Id",
    follows: "Takes up",
    plan: "Plan",
    version: (version) => `version ${version}`,
    noPlan: "There is no plan.",
    notAgreed: "This is the last plan; it was not agreed.",
    objective: "Objective",
    assignments: "Assignments",
    who: "Who",
    role: "Role",
    task: "Responsibility",
    state: "State",
    confirmed: "confirmed",
    open: "not confirmed",
    required: "required",
    notes: "Notes",
    dependencies: "Needs",
    milestones: "Milestones",
    noDate: "no date yet",
    risks: "Risks",
    criteria: "Success criteria",
    rationale: "Rationale",
    rounds: "Rounds",
    round: "Round",
    asked: "Asked",
    accepts: "Accept",
    negotiates: "Negotiate",
    rejects: "Reject",
    withdraws: "Withdraw",
    silent: "Silent",
    rate: "Acceptance rate",
    verdict: "Verdict",
    decision: { finalize: "the plan stands", renegotiate: "negotiate on", force_finalize: "forced through", fail: "the negotiation fails" },
    relax: "What could be relaxed",
  },
};
