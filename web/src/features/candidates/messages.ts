// Messages of the candidate list.
import type { AnswerSource, AgentStatus } from "../../eventLog/agentStatus";
import type { Locale } from "../../i18n/locale";

interface Messages {
  readonly title: string;
  readonly counts: (invited: string, answered: string, willing: string) => string;
  readonly standing: Readonly<Record<AgentStatus, string>>;
  readonly searching: string;
  readonly notYet: string;
  readonly nobody: string;
  readonly nobodyInvited: string;
  readonly found: string;
  readonly match: (score: string) => string;
  readonly standIn: string;
  readonly standInHint: string;
  readonly late: string;
  readonly fallback: string;
  readonly answeredBy: Readonly<Record<AnswerSource, string>>;
  readonly details: (answers: string) => string;
  readonly answer: string;
  readonly contribution: string;
  readonly conditions: string;
  readonly wishes: string;
  readonly because: string;
  readonly declined: string;
  readonly ofPlan: (version: string) => string;
  readonly request: string;
  readonly concerns: string;
  readonly confidence: (score: string) => string;
  readonly withdrew: string;
  readonly subnet: string;
}

/** Messages of the candidate list, by locale. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = {
  zh: {
    title: "受邀的智能体",
    counts: (invited, answered, willing) => `邀请 ${invited} 位 · 已答复 ${answered} 位 · 愿意参加 ${willing} 位`,
    standing: {
      chosen: "候选",
      invited: "已受邀，考虑中",
      no_answer: "未答复邀请",
      offers: "愿意参加",
      conditional: "有条件参加",
      wishes: "想商量",
      declined: "婉拒",
      late: "迟到的答复",
      asked: "已收到方案，未答复",
      silent: "未答复方案",
      accepts: "接受方案",
      negotiates: "希望修改",
      rejects: "反对方案",
      left: "已退出",
      confirmed: "已确认",
      optional: "待定",
      gone: "不再参与",
      unknown: "已答复",
    },
    searching: "正在寻找合适的人。",
    notYet: "先理解需求，再找合适的人。",
    nobody: "没有找到合适的人。",
    nobodyInvited: "还没有邀请任何人就结束了。",
    found: "入选原因",
    match: (score) => `匹配 ${score}`,
    standIn: "备选",
    standInHint: "不是由模型选出的",
    late: "迟到",
    fallback: "模型未作答，按规则代答",
    answeredBy: { person: "本人回答", agent: "本人未及时回答，智能体代答" },
    details: (answers) => `查看答复（${answers}）`,
    answer: "对邀请的答复",
    contribution: "能提供",
    conditions: "条件",
    wishes: "想商量",
    because: "理由",
    declined: "婉拒原因",
    ofPlan: (version) => (version === "" ? "对方案的意见" : `对方案第 ${version} 版的意见`),
    request: "希望改成",
    concerns: "顾虑",
    confidence: (score) => `把握 ${score}/100`,
    withdrew: "退出原因",
    subnet: "子协商",
  },
  en: {
    title: "Invited agents",
    counts: (invited, answered, willing) => `${invited} invited · ${answered} answered · ${willing} willing`,
    standing: {
      chosen: "chosen",
      invited: "invited, thinking it over",
      no_answer: "no answer to the invitation",
      offers: "joins",
      conditional: "joins on conditions",
      wishes: "wants to negotiate",
      declined: "declined",
      late: "answered late",
      asked: "has the plan, no answer yet",
      silent: "no answer to the plan",
      accepts: "accepts the plan",
      negotiates: "wants changes",
      rejects: "rejects the plan",
      left: "left",
      confirmed: "confirmed",
      optional: "optional",
      gone: "no longer in it",
      unknown: "answered",
    },
    searching: "Looking for suitable people.",
    notYet: "First the demand is understood, then people are looked for.",
    nobody: "Nobody suitable was found.",
    nobodyInvited: "It ended before anybody was invited.",
    found: "Why",
    match: (score) => `match ${score}`,
    standIn: "stand-in",
    standInHint: "not chosen by the model",
    late: "late",
    fallback: "the model gave no answer, a rule did",
    answeredBy: { person: "in person", agent: "by the agent, for the person did not answer in time" },
    details: (answers) => `See what they said (${answers})`,
    answer: "Answer to the invitation",
    contribution: "Contributes",
    conditions: "Conditions",
    wishes: "Wants to negotiate",
    because: "Reasons",
    declined: "Why not",
    ofPlan: (version) => (version === "" ? "Feedback on the plan" : `Feedback on plan version ${version}`),
    request: "Asks for",
    concerns: "Concerns",
    confidence: (score) => `confidence ${score}/100`,
    withdrew: "Why they left",
    subnet: "Subnet",
  },
};

/** Symbol of each status, so that colour is not the only distinction. */
export const STATUS_SYMBOLS: Readonly<Record<AgentStatus, string>> = {
  chosen: "·",
  invited: "…",
  no_answer: "—",
  offers: "✓",
  conditional: "◐",
  wishes: "⇄",
  declined: "✕",
  late: "◷",
  asked: "…",
  silent: "—",
  accepts: "✓",
  negotiates: "⇄",
  rejects: "✕",
  left: "⇠",
  confirmed: "✓",
  optional: "○",
  gone: "✕",
  unknown: "•",
};
