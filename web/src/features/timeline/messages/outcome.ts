// Messages of evaluation and outcome rows (TW-208…212).
import { pluralize, formatCount } from "../../../i18n/plurals";
import type { Count } from "../../../i18n/plurals";
import type { Locale } from "../../../i18n/locale";

interface OutcomeMessages {
  readonly verdict: (round: Count, version: Count) => string;
  readonly decision: Readonly<Record<string, string>>;
  readonly rate: string;
  readonly nobodyAnswered: string;
  readonly counts: string;
  readonly sent: (count: Count) => string;
  /** Relative to the answers of the remaining agents. */
  readonly accepts: (accepts: Count, answers: Count) => string;
  readonly negotiates: (count: Count) => string;
  readonly rejects: (count: Count) => string;
  readonly withdraws: (count: Count) => string;
  readonly silent: (count: Count) => string;
  readonly because: string;
  readonly finalized: string;
  readonly forced: string;
  readonly failed: string;
  readonly taken: (rounds: Count) => string;
  readonly confirmed: string;
  readonly optional: string;
  readonly compromise: string;
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

/** Messages of evaluation and outcome rows, by locale. */
export const OUTCOME_MESSAGES: Readonly<Record<Locale, OutcomeMessages>> = {
  zh: {
    verdict: (round, version) => `第 ${formatCount(round)} 轮裁定（方案第 ${formatCount(version)} 版）`,
    decision: { finalize: "方案通过", renegotiate: "继续协商", force_finalize: "以接受者为准成案", fail: "协商失败" },
    rate: "接受率",
    nobodyAnswered: "没有人答复",
    counts: "意见",
    sent: (count) => `发给 ${formatCount(count)} 人`,
    accepts: (accepts, answers) => `${formatCount(answers)} 份答复中 ${formatCount(accepts)} 份接受`,
    negotiates: (count) => `想修改 ${formatCount(count)}`,
    rejects: (count) => `反对 ${formatCount(count)}`,
    withdraws: (count) => `${formatCount(count)} 位已退出，不计入`,
    silent: (count) => `未答 ${formatCount(count)}`,
    because: "依据",
    finalized: "达成一致",
    forced: "以接受者为准成案",
    failed: "未能达成一致",
    taken: (rounds) => (rounds === 0 ? "还没有方案" : `用了 ${formatCount(rounds)} 轮`),
    confirmed: "已确认",
    optional: "待定",
    compromise: "妥协方案",
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
    calls: (calls, standIns) => `${formatCount(calls)} 次，其中备用答复 ${formatCount(standIns)} 次`,
    tokens: "词元",
    read: (read, wrote) => `读入 ${read}，写出 ${wrote}`,
    price: "费用",
    took: "用时",
  },
  en: {
    verdict: (round, version) => `Verdict of round ${formatCount(round)} (plan version ${formatCount(version)})`,
    decision: { finalize: "the plan stands", renegotiate: "negotiate on", force_finalize: "settled with those who accept", fail: "the negotiation fails" },
    rate: "Acceptance rate",
    nobodyAnswered: "nobody answered",
    counts: "Answers",
    sent: (count) => `sent to ${formatCount(count)}`,
    accepts: (accepts, answers) => `${formatCount(accepts)} of ${pluralize(answers, "answer accepts", "answers accept")}`,
    negotiates: (count) => `${formatCount(count)} want changes`,
    rejects: (count) => `${formatCount(count)} reject`,
    withdraws: (count) => `${formatCount(count)} left, not counted`,
    silent: (count) => `${formatCount(count)} silent`,
    because: "Because",
    finalized: "Agreed",
    forced: "Settled with those who accept",
    failed: "No agreement",
    taken: (rounds) => (rounds === 0 ? "before there was a plan" : `after ${pluralize(rounds, "round", "rounds")}`),
    confirmed: "Confirmed",
    optional: "Optional",
    compromise: "Compromise",
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
    calls: (calls, standIns) => `${formatCount(calls)}, of which ${pluralize(standIns, "stand-in", "stand-ins")}`,
    tokens: "Tokens",
    read: (read, wrote) => `${read} read, ${wrote} written`,
    price: "Price",
    took: "Took",
  },
};
