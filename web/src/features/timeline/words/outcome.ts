// How are verdicts and outcomes told: counts, rate and rule; agreed, forced, failed and why; cancelled, closed? (TW-208…212)
import type { Language } from "../../../words/language";
import { some, written } from "../read";
import type { Count } from "../read";

interface Words {
  readonly verdict: (round: Count, version: Count) => string;
  readonly decision: Readonly<Record<string, string>>;
  readonly rate: string;
  readonly nobodyAnswered: string;
  readonly counts: string;
  readonly sent: (count: Count) => string;
  readonly answered: (count: Count) => string;
  readonly accepts: (count: Count) => string;
  readonly negotiates: (count: Count) => string;
  readonly rejects: (count: Count) => string;
  readonly withdraws: (count: Count) => string;
  readonly silent: (count: Count) => string;
  readonly because: string;
  /** By the number of the rule. */
  readonly rule: Readonly<Record<string, string>>;
  readonly finalized: string;
  readonly forced: string;
  readonly failed: string;
  readonly taken: (rounds: Count) => string;
  readonly confirmed: string;
  readonly optional: string;
  readonly compromise: string;
  readonly reason: Readonly<Record<string, string>>;
  readonly detail: Readonly<Record<string, string>>;
  readonly why: string;
  readonly code: string;
  readonly feasible: Readonly<Record<"true" | "false", string>>;
  readonly now: string;
  readonly can: string;
  readonly missing: string;
  readonly relax: string;
  readonly relaxed: string;
  readonly alternatives: string;
  readonly cancelled: string;
  readonly closed: string;
  readonly model: string;
  readonly calls: (calls: Count, standIns: Count) => string;
  readonly tokens: string;
  readonly read: (read: string, wrote: string) => string;
  readonly price: string;
  readonly took: string;
}

export const OUTCOME: Readonly<Record<Language, Words>> = {
  zh: {
    verdict: (round, version) => `第 ${written(round)} 轮裁定（方案 v${written(version)}）`,
    decision: { finalize: "方案通过", renegotiate: "继续协商", force_finalize: "以接受者为准成案", fail: "协商失败" },
    rate: "接受率",
    nobodyAnswered: "没有人答复",
    counts: "意见",
    sent: (count) => `发给 ${written(count)} 人`,
    answered: (count) => `答复 ${written(count)}`,
    accepts: (count) => `接受 ${written(count)}`,
    negotiates: (count) => `想修改 ${written(count)}`,
    rejects: (count) => `反对 ${written(count)}`,
    withdraws: (count) => `退出 ${written(count)}`,
    silent: (count) => `未答 ${written(count)}`,
    because: "依据",
    rule: {
      "1": "已经没有人留下",
      "2": "反对和退出的超过半数",
      "3": "至少半数人答复，接受率达到 80%",
      "4": "还有人没答复，同一方案再发给他们一次",
      "5": "没有人答复方案",
      "6": "接受率达到 80%，但答复的人不足半数",
      "7": "接受率不到 80%，但还有得谈：调整方案，进入下一轮",
      "8": "接受率达到 50%，不再有下一轮：以接受者为准",
      "9": "接受率不到 50%，也谈不下去",
    },
    finalized: "达成一致",
    forced: "以接受者为准成案",
    failed: "未能达成一致",
    taken: (rounds) => (rounds === 0 ? "还没有方案" : `用了 ${written(rounds)} 轮`),
    confirmed: "已确认",
    optional: "待定",
    compromise: "妥协方案",
    reason: { low_acceptance: "接受的人太少", no_participants: "没有参与者", timeout: "超时", max_rounds_exceeded: "轮次用尽" },
    detail: {
      all_declined: "所有受邀者都婉拒了",
      no_active_agents: "没有可邀请的智能体",
      no_response: "没有人答复邀请",
      no_feedback: "没有人答复方案",
      majority_left: "多数人反对或退出",
      all_left: "所有人都退出了",
      max_recovery_attempts: "多次重试无果",
      model_unavailable: "模型不可用，没有真实的接受",
      budget: "预算已用完",
    },
    why: "原因",
    code: "错误代码",
    feasible: { true: "可以先做一部分", false: "暂时没有可行的部分" },
    now: "现在",
    can: "仍然可以",
    missing: "还缺",
    relax: "可以放宽",
    relaxed: "放宽后的需求",
    alternatives: "也可以",
    cancelled: "取消了需求",
    closed: "协商结束",
    model: "模型调用",
    calls: (calls, standIns) => `${written(calls)} 次，其中备用答复 ${written(standIns)} 次`,
    tokens: "令牌",
    read: (read, wrote) => `读入 ${read}，写出 ${wrote}`,
    price: "费用",
    took: "用时",
  },
  en: {
    verdict: (round, version) => `Verdict of round ${written(round)} (plan v${written(version)})`,
    decision: { finalize: "the plan stands", renegotiate: "negotiate on", force_finalize: "settled with those who accept", fail: "the negotiation fails" },
    rate: "Accepted",
    nobodyAnswered: "nobody answered",
    counts: "Answers",
    sent: (count) => `sent to ${written(count)}`,
    answered: (count) => `${written(count)} answered`,
    accepts: (count) => `${written(count)} accept`,
    negotiates: (count) => `${written(count)} want changes`,
    rejects: (count) => `${written(count)} reject`,
    withdraws: (count) => `${written(count)} leave`,
    silent: (count) => `${written(count)} silent`,
    because: "Because",
    rule: {
      "1": "nobody is left",
      "2": "more than half rejected or left",
      "3": "at least half answered and 80% or more accept",
      "4": "some are silent: the same plan goes to them again",
      "5": "nobody answered the plan",
      "6": "80% or more accept, but fewer than half answered",
      "7": "fewer than 80% accept, but there is room to talk: the plan is adjusted for another round",
      "8": "50% or more accept and no round follows: settled with those who accept",
      "9": "fewer than 50% accept and there is no room to talk",
    },
    finalized: "Agreed",
    forced: "Settled with those who accept",
    failed: "No agreement",
    taken: (rounds) => (rounds === 0 ? "before there was a plan" : `after ${some(rounds, "round", "rounds")}`),
    confirmed: "Confirmed",
    optional: "Optional",
    compromise: "Compromise",
    reason: { low_acceptance: "too few accept", no_participants: "nobody takes part", timeout: "time ran out", max_rounds_exceeded: "no rounds left" },
    detail: {
      all_declined: "everybody declined",
      no_active_agents: "there is no active agent to invite",
      no_response: "nobody answered the invitation",
      no_feedback: "nobody answered the plan",
      majority_left: "most of them rejected or left",
      all_left: "everybody left",
      max_recovery_attempts: "repeated attempts brought nothing",
      model_unavailable: "the model was unavailable, nobody really accepted",
      budget: "the budget is spent",
    },
    why: "Why",
    code: "Error code",
    feasible: { true: "a part can be done", false: "nothing can be done for the time being" },
    now: "Now",
    can: "Still possible",
    missing: "Missing",
    relax: "Could be relaxed",
    relaxed: "The demand then",
    alternatives: "Or",
    cancelled: "cancelled the demand",
    closed: "The negotiation is closed",
    model: "Model calls",
    calls: (calls, standIns) => `${written(calls)}, of which ${some(standIns, "stand-in", "stand-ins")}`,
    tokens: "Tokens",
    read: (read, wrote) => `${read} read, ${wrote} written`,
    price: "Price",
    took: "Took",
  },
};
