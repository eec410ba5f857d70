// Messages about the invitation links of an agent's person, for whoever makes them.
import { defineMessages } from "../../i18n/locale";

/** Messages, by locale. */
export const ORGANISER_MESSAGES = defineMessages({
  zh: {
    title: "邀请本人",
    hint: "发给本人一个链接：不用密钥，就能在手机上回答给这个智能体的问题。谁有链接，谁就能回答。",
    days: "有效天数",
    make: "生成邀请链接",
    link: "邀请链接",
    once: "只显示这一次，请现在复制。",
    copy: "复制链接",
    copied: "已复制",
    copyYourself: "请手动复制上面的链接。",
    valid: "有效的链接",
    until: (moment) => `有效期至 ${moment}`,
    by: (user) => `由 ${user} 生成`,
    revoke: "撤销",
  },
  en: {
    title: "Invite the person",
    hint: "Send the person a link: without a key they answer this agent's questions on their phone. Whoever has the link can answer.",
    days: "Days it is valid",
    make: "Make an invitation link",
    link: "Invitation link",
    once: "It is shown only now: copy it.",
    copy: "Copy the link",
    copied: "Copied",
    copyYourself: "Copy the link above yourself.",
    valid: "Valid links",
    until: (moment: string) => `until ${moment}`,
    by: (user: string) => `made by ${user}`,
    revoke: "Revoke",
  },
});
