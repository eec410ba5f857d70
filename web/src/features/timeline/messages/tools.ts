// Messages of the timeline's tools: views, search.
import { defineMessages } from "../../../i18n/locale";
import type { TimelineView } from "../timelineQuery";

/** Messages of the timeline's tools, by locale. */
export const TOOL_MESSAGES = defineMessages({
  zh: {
    views: "显示方式",
    view: { lanes: "对话泳道", wishes: "仅要求", list: "列表" },
    search: "在所说的话里搜索",
    placeholder: "搜索 /",
    hit: (index, count) => `第 ${index} 处，共 ${count} 处`,
    none: "没有找到",
    next: "下一处",
    previous: "上一处",
  },
  en: {
    views: "View",
    view: { lanes: "Lanes", wishes: "Wishes only", list: "List" } satisfies Record<TimelineView, string>,
    search: "Search what was said",
    placeholder: "Search /",
    hit: (index: string, count: string) => `${index} of ${count}`,
    none: "Nothing found",
    next: "Next match",
    previous: "Previous match",
  },
});
