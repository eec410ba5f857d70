// Short event descriptions for the stage captions.
import type { Locale } from "../../i18n/locale";

interface CaptionMessages {
  readonly told: Readonly<Record<string, string>>;
  readonly offer: Readonly<Record<string, string>>;
  readonly feedback: Readonly<Record<string, string>>;
  readonly verdict: Readonly<Record<string, string>>;
  readonly why: Readonly<Record<string, string>>;
  readonly ended: Readonly<Record<string, string>>;
  readonly answered: string;
  readonly wantsToTalk: string;
  readonly late: (said: string) => string;
  readonly found: (count: string) => string;
  readonly nobodyFound: string;
  readonly invited: (count: string) => string;
  readonly round: (round: string, why: string) => string;
  readonly sent: (version: string, count: string) => string;
  readonly sentAgain: (version: string, count: string) => string;
  readonly evaluated: (share: string, verdict: string) => string;
  readonly unanswered: (verdict: string) => string;
  readonly failed: (reason: string) => string;
  readonly complete: string;
  readonly inSubnet: (said: string) => string;
  readonly inPerson: (said: string) => string;
  readonly unknown: string;
}

/** Caption messages, by locale. */
export const CAPTION_MESSAGES: Readonly<Record<Locale, CaptionMessages>> = {
  zh: {
    told: {
      "towow.demand.submitted": "提出需求",
      "towow.demand.understood": "已理解需求",
      "towow.channel.created": "协商频道已建立",
      "towow.negotiation.bargain": "希望",
      "towow.agent.withdrawn": "已退出协商",
      "towow.proposal.finalized": "达成一致",
      "towow.negotiation.force_finalized": "以接受者为准成案",
      "towow.gap.identified": "还有缺口",
      "towow.subnet.triggered": "为缺口开启子协商",
      "towow.demand.cancelled": "取消了协商",
      "towow.demand.closed": "协商已结束",
    },
    offer: { participate: "愿意参与", conditional: "愿意有条件参与", decline: "婉拒邀请" },
    feedback: { accept: "接受方案", negotiate: "希望调整方案", reject: "反对方案", withdraw: "退出协商" },
    verdict: { finalize: "方案通过", renegotiate: "继续协商", force_finalize: "按接受者定案", fail: "未能通过" },
    why: { initial_proposal: "整理初稿", adjustment: "调整方案", no_quorum: "再次征求答复" },
    ended: {
      finalized: "子协商达成一致",
      force_finalized: "子协商以接受者为准成案",
      failed: "子协商未能达成一致",
      cancelled: "子协商已取消",
    },
    answered: "已答复",
    wantsToTalk: "愿意参与，但想先协商",
    late: (said) => `${said}（迟到的回应）`,
    found: (count) => `找到 ${count} 位合适的协作者`,
    nobodyFound: "没有找到可邀请的协作者",
    invited: (count) => `向 ${count} 位智能体发出邀请`,
    round: (round, why) => (why ? `第 ${round} 轮：${why}` : `第 ${round} 轮开始`),
    sent: (version, count) => `方案第 ${version} 版发给 ${count} 位征求意见`,
    sentAgain: (version, count) => `方案第 ${version} 版再次发给 ${count} 位`,
    evaluated: (share, verdict) => (verdict ? `${share} 接受，${verdict}` : `${share} 接受`),
    unanswered: (verdict) => (verdict ? `没有人答复，${verdict}` : "没有人答复"),
    failed: (reason) => (reason ? `未能达成一致：${reason}` : "未能达成一致"),
    complete: "没有缺口，每项需求都有人",
    inSubnet: (said) => `子协商 · ${said}`,
    inPerson: (said) => `${said}（本人答复）`,
    unknown: "发生了一件本页尚不认识的事",
  },
  en: {
    told: {
      "towow.demand.submitted": "states a demand",
      "towow.demand.understood": "The demand is understood",
      "towow.channel.created": "The channel is open",
      "towow.negotiation.bargain": "wishes",
      "towow.agent.withdrawn": "has left the negotiation",
      "towow.proposal.finalized": "Agreed",
      "towow.negotiation.force_finalized": "Settled with those who accept",
      "towow.gap.identified": "Something is still missing",
      "towow.subnet.triggered": "A subnet opens to close a gap",
      "towow.demand.cancelled": "cancels the negotiation",
      "towow.demand.closed": "The negotiation is closed",
    },
    offer: { participate: "offers", conditional: "offers on conditions", decline: "declines the invitation" },
    feedback: { accept: "accepts the plan", negotiate: "wants the plan changed", reject: "rejects the plan", withdraw: "leaves the negotiation" },
    verdict: { finalize: "the plan stands", renegotiate: "another round", force_finalize: "settled with those who accept", fail: "the plan falls" },
    why: { initial_proposal: "a first draft", adjustment: "the plan is adjusted", no_quorum: "the silent are asked again" },
    ended: {
      finalized: "The subnet agreed",
      force_finalized: "The subnet settled with those who accept",
      failed: "The subnet found no agreement",
      cancelled: "The subnet was cancelled",
    },
    answered: "has answered",
    wantsToTalk: "offers, but wants to negotiate first",
    late: (said) => `${said} (late)`,
    found: (count) => `Suitable collaborators found: ${count}`,
    nobodyFound: "Nobody was found to invite",
    invited: (count) => `Agents invited: ${count}`,
    round: (round, why) => (why ? `Round ${round}: ${why}` : `Round ${round} begins`),
    sent: (version, count) => `Plan version ${version} goes out, to ${count}`,
    sentAgain: (version, count) => `Plan version ${version} again, to ${count}`,
    evaluated: (share, verdict) => (verdict ? `${share} accept: ${verdict}` : `${share} accept`),
    unanswered: (verdict) => (verdict ? `Nobody answered: ${verdict}` : "Nobody answered"),
    failed: (reason) => (reason ? `No agreement: ${reason}` : "No agreement"),
    complete: "No gap: every need has somebody",
    inSubnet: (said) => `Subnet · ${said}`,
    inPerson: (said) => `${said} (in person)`,
    unknown: "Something happened that this page does not know yet",
  },
};
