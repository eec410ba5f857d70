// Messages for failure reasons, failure details, error codes and evaluation rules.
import type { Outcome } from "../eventLog/types";
import { defineMessages } from "./locale";

type Reason = NonNullable<Outcome["reason"]>;
type Detail = NonNullable<Outcome["detail"]>;
type Code = NonNullable<Outcome["error_code"]>;

/** Messages for failure reasons and evaluation rules, by locale. */
export const REASON_MESSAGES = defineMessages({
  zh: {
    reason: {
      low_acceptance: "接受的人太少",
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
    rule: {
      1: "已经没有人留下",
      2: "反对和退出的超过半数",
      3: "至少半数人答复，接受率达到 80%",
      4: "还有人没答复，同一方案再发给他们一次",
      5: "没有人答复方案",
      6: "接受率达到 80%，但答复的人不足半数",
      7: "接受率不到 80%，但还有得谈：调整方案，进入下一轮",
      8: "接受率达到 50%，不再有下一轮：以接受者为准",
      9: "接受率不到 50%，也谈不下去",
    },
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
    } satisfies Record<Reason, string>,
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
    } satisfies Record<Detail, string>,
    code: { E005: "no candidate matched", E006: "the negotiation timed out" } satisfies Record<Code, string>,
    /** By rule number of `feedback.evaluated`: why it was decided this way; `forcedBy`: why a plan was forced. */
    rule: {
      1: "nobody is left",
      2: "more than half rejected or left",
      3: "at least half answered and 80% or more accept",
      4: "some are silent: the same plan goes to them again",
      5: "nobody answered the plan",
      6: "80% or more accept, but fewer than half answered",
      7: "fewer than 80% accept, but there is room to talk: the plan is adjusted for another round",
      8: "50% or more accept and no round follows: settled with those who accept",
      9: "fewer than 50% accept and there is no room to talk",
    },
    forcedBy: {
      3: "enough people accept, but a role that the plan cannot do without has no holder",
      6: "nearly all who answered accept, but less than half answered",
      8: "at least half of those who answered accept, but less than 80%, and there is no more room to negotiate",
    },
  },
});
