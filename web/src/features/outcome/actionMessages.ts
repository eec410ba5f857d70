// Messages of the outcome's actions: resubmit, cancel, export, share.
import type { Locale } from "../../i18n/locale";

interface ActionMessages {
  readonly relax: string;
  readonly relaxHint: string;
  readonly submitRelaxed: string;
  readonly becomes: string;
  readonly submitting: string;
  readonly rewrite: string;
  readonly rewriteLabel: string;
  readonly rewriteSubmit: string;
  readonly rewriteEmpty: string;
  readonly rewriteLong: (most: string) => string;
  readonly followUps: string;
  readonly followUpsFailed: string;
  readonly again: string;
  readonly cancel: string;
  readonly cancelTitle: string;
  readonly cancelRunning: string;
  readonly stop: string;
  readonly stopTitle: string;
  readonly stopWhat: string;
  readonly stopYes: string;
  readonly stopNo: string;
  readonly cancelReason: string;
  readonly cancelYes: string;
  readonly cancelNo: string;
  readonly cancelling: string;
  readonly endedAlready: string;
  readonly saving: string;
  readonly markdown: string;
  readonly calendar: string;
  readonly noDates: string;
  readonly copyLink: string;
  readonly copied: string;
  readonly copyBySelf: string;
}

/** Messages of the outcome's actions, by locale. */
export const ACTION_MESSAGES: Readonly<Record<Locale, ActionMessages>> = {
  zh: {
    relax: "放宽后再试一次",
    relaxHint: "每张卡片写明改动什么。一次点击就以放宽后的内容提出新需求，并与这次协商相互链接。",
    submitRelaxed: "以此再次发起",
    becomes: "改为",
    submitting: "正在提交…",
    rewrite: "自己改写需求，再试一次",
    rewriteLabel: "改写后的需求",
    rewriteSubmit: "再次发起",
    rewriteEmpty: "请写下你的需求。",
    rewriteLong: (most) => `需求太长：最多 ${most} 个字符。`,
    followUps: "接续这次协商的需求",
    followUpsFailed: "无法查询是否有人接续了这次协商。",
    again: "重试",
    cancel: "取消协商",
    cancelTitle: "确定要取消吗？",
    cancelRunning: "协商会立即停止，所有参与者都会看到它已取消。此操作不能撤回。",
    stop: "停止子协商",
    stopTitle: "停止仍在进行的子协商？",
    stopWhat: "已达成的结果不变，只停止仍在进行的子协商。此操作不能撤回。",
    stopYes: "确定停止",
    stopNo: "让它继续",
    cancelReason: "原因（可不填）",
    cancelYes: "确定取消",
    cancelNo: "继续协商",
    cancelling: "正在停止…",
    endedAlready: "它已经结束，不能再取消。",
    saving: "保存与分享",
    markdown: "下载 Markdown",
    calendar: "下载日历（.ics）",
    noDates: "方案中没有带日期的里程碑，无法生成日历。",
    copyLink: "复制链接",
    copied: "已复制",
    copyBySelf: "浏览器不允许复制，请手动复制：",
  },
  en: {
    relax: "Relax and try again",
    relaxHint: "Each card names what changes. One click states the relaxed demand and links the two negotiations.",
    submitRelaxed: "Try again with this",
    becomes: "becomes",
    submitting: "Submitting…",
    rewrite: "Put it in other words and try again",
    rewriteLabel: "The demand in other words",
    rewriteSubmit: "Try again",
    rewriteEmpty: "Write down your demand.",
    rewriteLong: (most) => `Too long: a demand has at most ${most} characters.`,
    followUps: "Demands that take this up again",
    followUpsFailed: "It could not be asked whether anybody took this up again.",
    again: "Ask again",
    cancel: "Cancel",
    cancelTitle: "Cancel this negotiation?",
    cancelRunning: "It stops at once, and everybody who takes part sees that it was cancelled. This cannot be undone.",
    stop: "Stop what still runs",
    stopTitle: "Stop the subnets that still run?",
    stopWhat: "What was agreed stands; only the subnets that still run are stopped. This cannot be undone.",
    stopYes: "Yes, stop them",
    stopNo: "Let them run",
    cancelReason: "Why (optional)",
    cancelYes: "Yes, cancel it",
    cancelNo: "Keep negotiating",
    cancelling: "Stopping…",
    endedAlready: "It has ended already and can no longer be cancelled.",
    saving: "Save and share",
    markdown: "Download Markdown",
    calendar: "Download calendar (.ics)",
    noDates: "No milestone of the plan has a date, so there is no calendar.",
    copyLink: "Copy link",
    copied: "Copied",
    copyBySelf: "The browser does not let this page copy; please copy it yourself:",
  },
};
