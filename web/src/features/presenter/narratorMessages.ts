// Messages of the narrator's sentences.
import { defineMessages } from "../../i18n/locale";
import { pluralize } from "../../i18n/plurals";

/** Messages of lists within sentences, by locale. */
export const SPOKEN_MESSAGES = defineMessages({
  zh: { comma: "、", more: (listed) => `${listed}等` },
  en: { comma: ", ", more: (listed: string, rest: number) => `${listed} and ${rest} more` },
});

/** Messages of the narrator, by locale. Empty arguments are facts that the log does not have. */
export const NARRATOR_MESSAGES = defineMessages({
  zh: {
    asked: (demand) => `有人提出：“${demand}”`,
    understood: (title, needs) => (needs === "" ? `听懂了：${title}。` : `听懂了：${title}。需要：${needs}。`),
    times: (need, count) => `${need} ${count} 份`,
    question: (limit, text) => (limit ? `方案碰到了提出者的条件，先问一句：“${text}”` : `打扰别人之前，先问一句：“${text}”`),
    invited: (count, names) => `向 ${count} 位发出邀请：${names}。`,
    offer: (what, price, conditional) => [what, price, conditional ? "有条件" : ""].filter(Boolean).join("，"),
    free: "不收费",
    firstAnswer: (name, offer) => (offer === "" ? `第一个答复来自${name}：愿意参加。` : `第一个答复来自${name}：${offer}。`),
    firstNo: (name, reason) => (reason === "" ? `第一个拒绝：${name}不参加。` : `第一个拒绝：${name}：“${reason}”`),
    bargain: (name, wish) => `开始讨价还价。${name}提出：${wish}。`,
    wish: (aspect, value) => (aspect === "" ? value : `${aspect} ${value}`),
    answers: (all, joining, conditional, declined) =>
      `${all} 位已答复：${joining} 位愿意${conditional > 0 ? `，其中 ${conditional} 位有条件` : ""}${declined > 0 ? `；${declined} 位婉拒` : ""}。`,
    part: (name, role) => `${name}（${role}）`,
    plan: (version, parts, day, total) => `${version === 1 ? "第一版方案" : `方案第 ${version} 版`}：${[parts, day, total === "" ? "" : `合计 ${total}`].filter(Boolean).join("；")}。`,
    change: (version, names, change) => `方案第 ${version} 版${names === "" ? "" : `采纳了${names}的要求`}：“${change}”`,
    wishes: (name, wish) => (wish === "" ? `${name}希望修改方案。` : `${name}希望修改：“${wish}”`),
    rejects: (name, wish) => (wish === "" ? `${name}反对这个方案。` : `${name}反对：“${wish}”`),
    left: (name, reason) => (reason === "" ? `${name}退出了。` : `${name}退出了：“${reason}”`),
    decision: { finalize: "方案通过。", renegotiate: "再来一轮。", force_finalize: "按接受者定案。", fail: "方案未通过。" },
    verdict: (round, accepts, answers, next) => `第 ${round} 轮：${answers > 0 ? `${answers} 份答复中 ${accepts} 份接受` : "没有人答复"}。${next}`,
    comma: "，",
    people: (count) => `${count} 人`,
    agreed: (label, facts, missing) => `${label}${facts === "" ? "" : `：${facts}`}。${missing === "" ? "" : `还缺：${missing}。`}`,
    failed: (reason) => (reason === "" ? "未能达成一致。" : `未能达成一致：${reason}。`),
    cancelled: (reason) => (reason === "" ? "提出者取消了协商。" : `提出者取消了协商：“${reason}”`),
    gap: (gaps, reason) => `还有缺口：${gaps}${reason === "" ? "" : `（${reason}）`}。`,
    subnet: (gap) => `为缺口另开一场小协商：寻找${gap}。`,
    found: (names, gap, fee) => `找到了：${names}负责${gap}${fee === "" ? "" : `，${fee}`}。方案补齐了这一块。`,
    notFound: (gap) => `没有找到能负责${gap}的人。`,
    ended: (asked, answers, rounds, duration) =>
      `邀请 ${asked} 位，${answers} 位答复${rounds > 0 ? `，${rounds} 轮` : ""}${duration === "" ? "" : `，实际用时 ${duration}`}。`,
  },
  en: {
    asked: (demand: string) => `Somebody asks: “${demand}”`,
    understood: (title: string, needs: string) => (needs === "" ? `Understood: ${title}.` : `Understood: ${title}. Needed: ${needs}.`),
    times: (need: string, count: number) => `${need} × ${count}`,
    question: (limit: boolean, text: string) => (limit ? `The plan meets a limit, so the requester is asked: “${text}”` : `Before anybody is bothered, one question: “${text}”`),
    invited: (count: number, names: string) => `${pluralize(count, "invitation goes", "invitations go")} out: ${names}.`,
    offer: (what: string, price: string, conditional: boolean) => [what, price, conditional ? "on conditions" : ""].filter(Boolean).join(", "),
    free: "free of charge",
    firstAnswer: (name: string, offer: string) => (offer === "" ? `The first answer: ${name} joins.` : `The first answer, from ${name}: ${offer}.`),
    firstNo: (name: string, reason: string) => (reason === "" ? `The first no: ${name} does not join.` : `The first no, from ${name}: “${reason}”`),
    bargain: (name: string, wish: string) => `The bargaining begins. ${name} asks: ${wish}.`,
    wish: (aspect: string, value: string) => (aspect === "" ? value : `${aspect} ${value}`),
    answers: (all: number, joining: number, conditional: number, declined: number) =>
      `${pluralize(all, "answer", "answers")}: ${joining} would join${conditional > 0 ? `, ${conditional} of them on conditions` : ""}${declined > 0 ? `; ${declined} will not` : ""}.`,
    part: (name: string, role: string) => `${name} (${role})`,
    plan: (version: number, parts: string, day: string, total: string) =>
      `${version === 1 ? "A first plan" : `Plan version ${version}`}: ${[parts, day, total === "" ? "" : `${total} together`].filter(Boolean).join("; ")}.`,
    change: (version: number, names: string, change: string) => `Plan version ${version}${names === "" ? "" : ` gives way to ${names}`}: “${change}”`,
    wishes: (name: string, wish: string) => (wish === "" ? `${name} wants the plan changed.` : `${name} wants a change: “${wish}”`),
    rejects: (name: string, wish: string) => (wish === "" ? `${name} rejects the plan.` : `${name} rejects the plan: “${wish}”`),
    left: (name: string, reason: string) => (reason === "" ? `${name} leaves.` : `${name} leaves: “${reason}”`),
    decision: { finalize: "The plan stands.", renegotiate: "Another round.", force_finalize: "Settled with those who accept.", fail: "The plan falls." },
    verdict: (round: number, accepts: number, answers: number, next: string) =>
      `Round ${round}: ${answers > 0 ? `${accepts} of ${answers} accept` : "nobody answered"}. ${next}`.trim(),
    comma: ", ",
    people: (count: number) => pluralize(count, "person", "people"),
    agreed: (label: string, facts: string, missing: string) => `${label}${facts === "" ? "" : `: ${facts}`}.${missing === "" ? "" : ` Still missing: ${missing}.`}`,
    failed: (reason: string) => (reason === "" ? "No agreement." : `No agreement: ${reason}.`),
    cancelled: (reason: string) => (reason === "" ? "The requester cancels." : `The requester cancels: “${reason}”`),
    gap: (gaps: string, reason: string) => `Something is missing: ${gaps}${reason === "" ? "" : ` (${reason})`}.`,
    subnet: (gap: string) => `A small negotiation of its own begins, to find: ${gap}.`,
    found: (names: string, gap: string, fee: string) => `Found: ${names} (${gap}${fee === "" ? "" : `, ${fee}`}). The gap is closed.`,
    notFound: (gap: string) => `Nobody was found for: ${gap}.`,
    ended: (asked: number, answers: number, rounds: number, duration: string) =>
      `${asked} invited, ${answers} answered${rounds > 0 ? `, ${pluralize(rounds, "round", "rounds")}` : ""}${duration === "" ? "" : `, in ${duration}`}.`,
  },
});
