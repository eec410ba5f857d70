// Messages of the keys and their help.
import { defineMessages } from "../../i18n/locale";
import type { PageAction } from "./pageKeys";

/** Messages of the keys, by locale. */
export const MESSAGES = defineMessages({
  zh: {
    title: "键盘快捷键",
    key: { space: "空格", shift: "Shift" },
    action: {
      toggle: "播放或暂停",
      previous: "上一个事件",
      next: "下一个事件",
      previousDecision: "上一轮或上一个决定",
      nextDecision: "下一轮或下一个决定",
      first: "到开头",
      newest: "到最新",
      now: "“现在”页签",
      plan: "“方案”页签",
      people: "“人员”页签",
      search: "在所说的话里搜索",
      copy: "复制此刻链接",
      help: "显示这份帮助",
    },
    escape: "关闭对话框；结束搜索",
    hint: "输入文字时，这些键不起作用。用 Tab 进入泳道后，方向键在气泡之间移动。",
    close: "关闭",
  },
  en: {
    title: "Keyboard shortcuts",
    key: { space: "Space", shift: "Shift" },
    action: {
      toggle: "Play or pause",
      previous: "Previous event",
      next: "Next event",
      previousDecision: "Previous round or decision",
      nextDecision: "Next round or decision",
      first: "To the beginning",
      newest: "To the newest",
      now: "Tab “Now”",
      plan: "Tab “Plan”",
      people: "Tab “People”",
      search: "Search what was said",
      copy: "Copy the link to this moment",
      help: "Show this help",
    } satisfies Record<PageAction, string>,
    escape: "Close a dialog; end the search",
    hint: "Nothing happens while you type. Once Tab has led into the lanes, arrow keys move between the bubbles.",
    close: "Close",
  },
});
