// Messages of the plan card.
import type { Locale } from "../../i18n/locale";
import type { TextFieldName, ChangeKind } from "./planDiff";

/** Kind of plan: open, agreed, forced, or the last one before the end. */
export type PlanKind = "open" | "agreed" | "forced" | "last";

/** Status of an assignment's holder. */
export type HolderStatus = "confirmed" | "optional" | "unconfirmed" | "gone";

type Counted = Readonly<Record<Exclude<ChangeKind, "same">, (count: string) => string>>;

interface Messages {
  readonly title: Readonly<Record<PlanKind, string>>;
  readonly notYet: string;
  readonly version: (version: string) => string;
  readonly round: (round: string) => string;
  readonly confidence: (level: string) => string;
  readonly level: Readonly<Record<string, string>>;
  readonly forced: string;
  readonly forcedHint: string;
  readonly adjustmentFailed: string;
  readonly standIn: string;
  readonly never: string;
  readonly since: (reviewed: string) => string;
  readonly mark: Readonly<Record<ChangeKind, string>>;
  readonly was: string;
  readonly nothing: string;
  readonly field: Readonly<Record<"holder" | "role" | "responsibility" | "dependencies" | "required" | "notes" | "name" | "when" | "importance" | "reason", string>>;
  readonly yes: string;
  readonly no: string;
  readonly text: Readonly<Record<TextFieldName, string>>;
  readonly holding: Readonly<Record<HolderStatus, string>>;
  readonly required: string;
  readonly section: Readonly<Record<"assignments" | "timeline" | "criteria" | "risks" | "gaps" | "found" | "rationale", string>>;
  readonly nobodysTask: string;
  readonly dependsOn: string;
  readonly starts: string;
  readonly undated: string;
  readonly importance: (score: string) => string;
  readonly subnet: Readonly<Record<string, string>>;
  readonly changes: (version: string) => string;
  readonly unchanged: string;
  /** Text before and after the name of the agent that left, or of the gap that a subnet filled. */
  readonly cause: Readonly<Record<"left" | "subnet", readonly [string, string]>>;
  readonly counted: Counted;
  /** Text before and after the names of the requesters. */
  readonly asked: readonly [string, string];
  readonly addressed: string;
  readonly declined: string;
}

/** Messages of the plan card, by locale. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = {
  zh: {
    title: { open: "方案", agreed: "最终方案", forced: "最终方案", last: "最后的方案（未成案）" },
    notYet: "还没有方案，正在等各方的答复。",
    version: (version) => `第 ${version} 版`,
    round: (round) => `第 ${round} 轮`,
    confidence: (level) => `把握：${level}`,
    level: { high: "高", medium: "中", low: "低" },
    forced: "强制成案",
    forcedHint: "没有达成一致，以接受者为准成案",
    adjustmentFailed: "未能按意见调整，方案照旧",
    standIn: "模型未作答，按规则拟定",
    never: "未经评审：还没有人对这一版发表意见。",
    since: (reviewed) => `未经评审：这一版是在第 ${reviewed} 版评审之后改动的。`,
    mark: { same: "未变", added: "新增", changed: "改动", removed: "删除" },
    was: "原为",
    nothing: "无",
    field: {
      holder: "承担者",
      role: "角色",
      responsibility: "职责",
      dependencies: "依赖",
      required: "必需",
      notes: "备注",
      name: "名称",
      when: "时间",
      importance: "重要度",
      reason: "说明",
    },
    yes: "是",
    no: "否",
    text: { summary: "概要", objective: "目标", rationale: "设计思路", confidence: "把握", startDate: "开始日期" },
    holding: { confirmed: "已确认", optional: "待定", unconfirmed: "未确认", gone: "已离开" },
    required: "必需",
    section: {
      assignments: "分工",
      timeline: "时间安排",
      criteria: "成功标准",
      risks: "风险",
      gaps: "缺口",
      found: "成案后发现的缺口",
      rationale: "设计思路",
    },
    nobodysTask: "方案里没有写明任何人的分工。",
    dependsOn: "依赖",
    starts: "开始",
    undated: "日期未定",
    importance: (score) => `重要度 ${score}`,
    subnet: {
      processing: "子协商进行中",
      finalized: "子协商已补上",
      force_finalized: "子协商已补上（强制成案）",
      failed: "子协商未能补上",
      cancelled: "子协商已取消",
    },
    changes: (version) => `与第 ${version} 版相比`,
    unchanged: "内容没有变化。",
    cause: { left: ["因 ", " 退出而改动。"], subnet: ["并入了子协商「", "」的结果。"] },
    counted: { added: (count) => `新增 ${count}`, changed: (count) => `改动 ${count}`, removed: (count) => `删除 ${count}` },
    asked: ["应 ", " 的要求"],
    addressed: "已采纳",
    declined: "未采纳",
  },
  en: {
    title: { open: "Plan", agreed: "Final plan", forced: "Final plan", last: "Last plan (not agreed)" },
    notYet: "There is no plan yet; answers to the invitation are awaited.",
    version: (version) => `version ${version}`,
    round: (round) => `round ${round}`,
    confidence: (level) => `confidence: ${level}`,
    level: { high: "high", medium: "medium", low: "low" },
    forced: "forced",
    forcedHint: "There was no agreement; it is settled with those who accept",
    adjustmentFailed: "could not be adjusted to the feedback, as before",
    standIn: "no model answered, a rule wrote it",
    never: "Not reviewed: nobody has said anything about this version yet.",
    since: (reviewed) => `Not reviewed: this version was made after version ${reviewed} had been reviewed.`,
    mark: { same: "unchanged", added: "new", changed: "changed", removed: "removed" },
    was: "was",
    nothing: "nothing",
    field: {
      holder: "holder",
      role: "role",
      responsibility: "responsibility",
      dependencies: "depends on",
      required: "required",
      notes: "notes",
      name: "name",
      when: "when",
      importance: "importance",
      reason: "reason",
    },
    yes: "yes",
    no: "no",
    text: { summary: "Summary", objective: "Objective", rationale: "Rationale", confidence: "Confidence", startDate: "Start" },
    holding: { confirmed: "confirmed", optional: "optional", unconfirmed: "unconfirmed", gone: "gone" },
    required: "required",
    section: {
      assignments: "Who does what",
      timeline: "Timeline",
      criteria: "Success criteria",
      risks: "Risks",
      gaps: "Gaps",
      found: "Gaps found after the outcome",
      rationale: "Rationale",
    },
    nobodysTask: "The plan names nobody's task.",
    dependsOn: "depends on",
    starts: "Starts",
    undated: "no date",
    importance: (score) => `importance ${score}`,
    subnet: {
      processing: "a subnet is negotiating it",
      finalized: "closed by a subnet",
      force_finalized: "closed by a subnet (forced)",
      failed: "its subnet failed",
      cancelled: "its subnet was cancelled",
    },
    changes: (version) => `Compared with version ${version}`,
    unchanged: "Its contents did not change.",
    cause: { left: ["Changed because ", " left."], subnet: ["Changed by what the subnet for “", "” brought."] },
    counted: { added: (count) => `${count} new`, changed: (count) => `${count} changed`, removed: (count) => `${count} removed` },
    asked: ["as ", " asked"],
    addressed: "Met",
    declined: "Not met",
  },
};
