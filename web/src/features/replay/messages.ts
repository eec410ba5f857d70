// Messages of the replay bar.
import type { EventType } from "../../eventLog/types";
import type { Locale } from "../../i18n/locale";

interface Messages {
  readonly replay: string;
  readonly play: string;
  readonly again: string;
  readonly pause: string;
  readonly previous: string;
  readonly next: string;
  readonly previousDecision: string;
  readonly nextDecision: string;
  readonly newest: string;
  readonly end: string;
  readonly speed: string;
  readonly moment: string;
  readonly of: (shown: string, all: string) => string;
  readonly newer: (count: string, one: boolean) => string;
  readonly round: (round: string) => string;
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
  readonly what: Readonly<Record<EventType, string>>;
  readonly unknown: string;
  readonly by: (who: string, what: string) => string;
}

/** Messages of the replay bar, by locale. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = {
  zh: {
    replay: "回放",
    play: "播放",
    again: "从头播放",
    pause: "暂停",
    previous: "上一个事件",
    next: "下一个事件",
    previousDecision: "上一个决定",
    nextDecision: "下一个决定",
    newest: "回到实时",
    end: "到最后",
    speed: "速度",
    moment: "时刻",
    of: (shown, all) => `第 ${shown} / ${all} 个事件`,
    newer: (count) => `有 ${count} 个更新的事件`,
    round: (round) => `第 ${round} 轮`,
    copy: "复制此刻链接",
    copied: "链接已复制",
    notCopied: "无法复制，请复制地址栏",
    what: {
      "towow.demand.submitted": "提交需求",
      "towow.demand.understood": "理解需求",
      "towow.filter.completed": "选定候选人",
      "towow.channel.created": "建立协商频道",
      "towow.demand.broadcast": "发出邀请",
      "towow.offer.submitted": "答复邀请",
      "towow.negotiation.bargain": "提出要求",
      "towow.negotiation.round_started": "新一轮开始",
      "towow.proposal.distributed": "分发方案",
      "towow.proposal.feedback": "答复方案",
      "towow.agent.withdrawn": "退出",
      "towow.feedback.evaluated": "汇总意见",
      "towow.proposal.finalized": "达成一致",
      "towow.negotiation.force_finalized": "强制成案",
      "towow.negotiation.failed": "未能达成一致",
      "towow.gap.identified": "检查缺口",
      "towow.subnet.triggered": "开始子协商",
      "towow.subnet.completed": "子协商结束",
      "towow.demand.cancelled": "取消",
      "towow.demand.closed": "结束",
    },
    unknown: "本页面还不认识的事件",
    by: (who, what) => `${who}：${what}`,
  },
  en: {
    replay: "Replay",
    play: "Play",
    again: "Play from the start",
    pause: "Pause",
    previous: "Previous event",
    next: "Next event",
    previousDecision: "Previous decision",
    nextDecision: "Next decision",
    newest: "Back to live",
    end: "To the end",
    speed: "Speed",
    moment: "Moment",
    of: (shown, all) => `Event ${shown} of ${all}`,
    newer: (count, one) => (one ? `${count} newer event` : `${count} newer events`),
    round: (round) => `Round ${round}`,
    copy: "Copy link to this moment",
    copied: "Link copied",
    notCopied: "Cannot copy; take it from the address bar",
    what: {
      "towow.demand.submitted": "demand stated",
      "towow.demand.understood": "demand understood",
      "towow.filter.completed": "candidates chosen",
      "towow.channel.created": "channel opened",
      "towow.demand.broadcast": "invitations sent",
      "towow.offer.submitted": "answers the invitation",
      "towow.negotiation.bargain": "asks for something",
      "towow.negotiation.round_started": "a round begins",
      "towow.proposal.distributed": "plan sent out",
      "towow.proposal.feedback": "answers the plan",
      "towow.agent.withdrawn": "leaves",
      "towow.feedback.evaluated": "answers weighed",
      "towow.proposal.finalized": "agreed",
      "towow.negotiation.force_finalized": "settled with those who accept",
      "towow.negotiation.failed": "no agreement",
      "towow.gap.identified": "looked for gaps",
      "towow.subnet.triggered": "a subnet begins",
      "towow.subnet.completed": "a subnet ends",
      "towow.demand.cancelled": "cancelled",
      "towow.demand.closed": "closed",
    },
    unknown: "an event that this page does not know yet",
    by: (who, what) => `${who}: ${what}`,
  },
};
