// Why did it come out so, in words: every reason, detail and code of a failure, and every rule that forces a plan?
import type { Outcome } from "../log/shape";
import type { Language } from "./language";

type Reason = NonNullable<Outcome["reason"]>;
type Detail = NonNullable<Outcome["detail"]>;
type Code = NonNullable<Outcome["error_code"]>;

/** Phrases without a full stop, so that they can stand alone and within a sentence. */
interface ReasonWords {
  readonly reason: Readonly<Record<Reason, string>>;
  readonly detail: Readonly<Record<Detail, string>>;
  readonly code: Readonly<Record<Code, string>>;
  /** Of `feedback.evaluated`: why a plan was forced, by the number of the rule. */
  readonly forcedBy: Readonly<Record<number, string>>;
}

export const REASONS: Readonly<Record<Language, ReasonWords>> = {
  zh: {
    reason: {
      low_acceptance: "同意的人太少",
      no_participants: "没有人参与",
      timeout: "时间用尽，没有等到结果",
      max_rounds_exceeded: "轮次用尽，仍未达成一致",
    },
    detail: {
      all_declined: "所有受邀者都婉拒了",
      no_active_agents: "没有可邀请的智能体",
      no_response: "没有人在期限内答复邀请",
      no_feedback: "没有人在期限内答复方案",
      majority_left: "多数人反对或退出",
      all_left: "所有人都退出了",
      max_recovery_attempts: "有一步多次重试仍未完成",
      model_unavailable: "模型不可用，没有人真正表示同意",
      budget: "还没有方案，模型预算就用完了",
    },
    code: { E005: "没有匹配的候选人", E006: "协商超时" },
    forcedBy: {
      3: "同意的人足够多，但方案中有必需的角色无人承担",
      6: "答复者几乎都同意，但答复的人不到一半",
      8: "至少一半的答复者同意，但未达到 80%，而且没有再协商的余地",
    },
  },
  en: {
    reason: {
      low_acceptance: "too few people accept",
      no_participants: "nobody takes part",
      timeout: "time ran out before there was a result",
      max_rounds_exceeded: "all rounds were used without an agreement",
    },
    detail: {
      all_declined: "everybody who was invited declined",
      no_active_agents: "there is no active agent to invite",
      no_response: "nobody answered the invitation in time",
      no_feedback: "nobody answered the plan in time",
      majority_left: "most people rejected the plan or left",
      all_left: "everybody left",
      max_recovery_attempts: "one step could not be completed, however often it was tried",
      model_unavailable: "the model was unavailable, nobody really accepted",
      budget: "the model budget was spent before there was a plan",
    },
    code: { E005: "no candidate matched", E006: "the negotiation timed out" },
    forcedBy: {
      3: "enough people accept, but a role that the plan cannot do without has no holder",
      6: "nearly all who answered accept, but less than half answered",
      8: "at least half of those who answered accept, but less than 80%, and there is no more room to negotiate",
    },
  },
};
