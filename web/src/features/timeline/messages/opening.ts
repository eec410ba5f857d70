// Messages of the opening rows: demand, understanding, candidates, invitation (TW-201…204).
import { pluralize, formatCount } from "../../../i18n/plurals";
import type { Count } from "../../../i18n/plurals";
import type { Locale } from "../../../i18n/locale";

interface OpeningMessages {
  readonly submitted: string;
  readonly model: string;
  readonly limits: string;
  readonly rounds: (most: Count) => string;
  readonly budget: (tokens: string) => string;
  readonly visibility: Readonly<Record<string, string>>;
  readonly day: string;
  readonly language: string;
  readonly languages: Readonly<Record<string, string>>;
  readonly follows: string;
  readonly understood: string;
  readonly needs: string;
  readonly place: string;
  readonly attendees: string;
  readonly date: string;
  readonly money: string;
  readonly motivation: string;
  readonly preferences: string;
  readonly feeling: string;
  readonly found: (candidates: Count) => string;
  readonly foundNobody: string;
  readonly twice: string;
  readonly match: (score: Count) => string;
  readonly standIn: string;
  readonly standInHint: string;
  readonly opened: (invited: Count) => string;
  readonly invited: string;
  readonly sent: string;
  readonly to: string;
  readonly until: string;
}

/** Messages of the opening rows, by locale. */
export const OPENING_MESSAGES: Readonly<Record<Locale, OpeningMessages>> = {
  zh: {
    submitted: "提出需求",
    model: "模型",
    limits: "限度",
    rounds: (most) => `最多 ${formatCount(most)} 轮`,
    budget: (tokens) => `预算 ${tokens} 词元`,
    visibility: { public: "公开", private: "仅自己可见" },
    day: "日期",
    language: "语言",
    languages: { zh: "中文", en: "英文" },
    follows: "接续自上一次协商",
    understood: "理解了需求",
    needs: "需要",
    place: "地点",
    attendees: "人数",
    date: "时间",
    money: "预算",
    motivation: "背后的动机",
    preferences: "可能的偏好",
    feeling: "心情",
    found: (candidates) => `找到 ${formatCount(candidates)} 位候选人`,
    foundNobody: "没有找到合适的人",
    twice: "问了两次",
    match: (score) => `匹配 ${formatCount(score)}`,
    standIn: "备选",
    standInHint: "不是模型选出的，由搜索补上",
    opened: (invited) => `频道已建立，邀请 ${formatCount(invited)} 位`,
    invited: "受邀",
    sent: "邀请已发出",
    to: "发给",
    until: "等待答复至",
  },
  en: {
    submitted: "states a demand",
    model: "Model",
    limits: "Limits",
    rounds: (most) => `at most ${pluralize(most, "round", "rounds")}`,
    budget: (tokens) => `budget ${tokens} tokens`,
    visibility: { public: "public", private: "private" },
    day: "Date",
    language: "Language",
    languages: { zh: "Chinese", en: "English" },
    follows: "Takes up an earlier negotiation",
    understood: "The demand is understood",
    needs: "Needs",
    place: "Place",
    attendees: "People",
    date: "When",
    money: "Budget",
    motivation: "Why it matters",
    preferences: "Likely preferences",
    feeling: "Mood",
    found: (candidates) => `${pluralize(candidates, "candidate", "candidates")} found`,
    foundNobody: "Nobody suitable was found",
    twice: "asked twice",
    match: (score) => `match ${formatCount(score)}`,
    standIn: "filled in",
    standInHint: "Not chosen by the model but filled in from the search",
    opened: (invited) => `The channel is open, ${formatCount(invited)} invited`,
    invited: "Invited",
    sent: "The invitations are out",
    to: "To",
    until: "Answers until",
  },
};
