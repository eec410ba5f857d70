// Messages of the stage.
import type { AgentStatus } from "../../eventLog/agentStatus";
import type { Locale } from "../../i18n/locale";

interface Messages {
  readonly stage: string;
  readonly agents: string;
  readonly standing: Readonly<Record<AgentStatus, string>>;
  readonly inPerson: string;
  readonly plan: (version: string) => string;
  readonly noPlan: string;
  readonly neverPlan: string;
  readonly agreement: string;
  readonly onPlan: (version: string) => string;
  readonly accept: (accepts: string, answers: string) => string;
  readonly waiting: (silent: string) => string;
  readonly gone: (withdrawn: string) => string;
  readonly noAnswer: string;
  readonly notOut: string;
  readonly decision: Readonly<Record<string, string>>;
  readonly negotiateOn: (share: string) => string;
  readonly stands: (share: string) => string;
  readonly round: string;
  readonly roundOf: (round: string, most: string) => string;
  readonly elapsed: string;
  readonly cost: string;
  readonly tokens: (count: string) => string;
  readonly said: string;
  readonly colon: string;
  readonly confirmed: string;
  readonly optional: string;
  readonly nobody: string;
  readonly missing: string;
  readonly subnets: string;
  readonly subnet: (gap: string) => string;
  readonly back: string;
}

/** Messages of the stage, by locale. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = {
  zh: {
    stage: "协商舞台",
    agents: "智能体",
    standing: {
      chosen: "候选",
      invited: "已邀请",
      no_answer: "未答复",
      offers: "愿意参加",
      conditional: "有条件参加",
      wishes: "想商量",
      declined: "婉拒",
      late: "迟到的答复",
      asked: "考虑中",
      silent: "未答复",
      accepts: "接受",
      negotiates: "希望修改",
      rejects: "反对",
      left: "已退出",
      confirmed: "已确认",
      optional: "待定",
      gone: "不再参与",
      unknown: "已答复",
    },
    inPerson: "本人",
    plan: (version) => `方案第 ${version} 版`,
    noPlan: "还没有方案",
    neverPlan: "没有方案",
    agreement: "接受率",
    onPlan: (version) => `方案第 ${version} 版`,
    accept: (accepts, answers) => `${answers} 份答复中 ${accepts} 份接受`,
    waiting: (silent) => `还有 ${silent} 位未答复`,
    gone: (withdrawn) => `${withdrawn} 位已退出`,
    noAnswer: "还没有答复",
    notOut: "方案还未发出",
    decision: { finalize: "通过", renegotiate: "继续协商", force_finalize: "定案", fail: "未通过" },
    negotiateOn: (share) => `${share} 可继续`,
    stands: (share) => `${share} 通过`,
    round: "轮次",
    roundOf: (round, most) => `第 ${round} 轮，共 ${most} 轮`,
    elapsed: "用时",
    cost: "花费",
    tokens: (count) => `${count} 词元`,
    said: "最新动态",
    colon: "：",
    confirmed: "已确认",
    optional: "待定",
    nobody: "没有人",
    missing: "还缺",
    subnets: "子协商",
    subnet: (gap) => `子协商：${gap}`,
    back: "查看全部细节",
  },
  en: {
    stage: "Stage of the negotiation",
    agents: "Agents",
    standing: {
      chosen: "chosen",
      invited: "invited",
      no_answer: "no answer",
      offers: "joins",
      conditional: "on conditions",
      wishes: "negotiates",
      declined: "declined",
      late: "late",
      asked: "considering",
      silent: "no answer",
      accepts: "accepts",
      negotiates: "wants changes",
      rejects: "rejects",
      left: "left",
      confirmed: "confirmed",
      optional: "optional",
      gone: "not in it",
      unknown: "answered",
    },
    inPerson: "in person",
    plan: (version) => `Plan version ${version}`,
    noPlan: "No plan yet",
    neverPlan: "No plan",
    agreement: "Acceptance rate",
    onPlan: (version) => `of plan version ${version}`,
    accept: (accepts, answers) => `${accepts} of ${answers} answers accept`,
    waiting: (silent) => `waiting for ${silent}`,
    gone: (withdrawn) => `${withdrawn} left`,
    noAnswer: "No answer yet",
    notOut: "No plan is out yet",
    decision: { finalize: "the plan stands", renegotiate: "another round", force_finalize: "settled", fail: "the plan falls" },
    negotiateOn: (share) => `${share} goes on`,
    stands: (share) => `${share} agreed`,
    round: "Round",
    roundOf: (round, most) => `${round} of ${most}`,
    elapsed: "Elapsed",
    cost: "Cost",
    tokens: (count) => `${count} tokens`,
    said: "What happens",
    colon: ": ",
    confirmed: "Confirmed",
    optional: "Optional",
    nobody: "nobody",
    missing: "Still missing",
    subnets: "Subnets",
    subnet: (gap) => `Subnet: ${gap}`,
    back: "All details",
  },
};
