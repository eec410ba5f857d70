// Messages of the replay of a deliberation.
import { defineMessages } from "../../../i18n/locale";
import type { SessionEventType } from "../model/sessionEvents";

/** Names of the events, by locale. */
export const EVENT_MESSAGES = defineMessages({
  zh: {
    what: {
      session_started: "开始",
      agent_output: "发言",
      tool_result: "使用工具",
      host_decision: "作出决定",
      agent_skipped: "没有发言",
      error: "出现故障",
      final_report: "提交报告",
      session_ended: "结束",
    },
    unknown: "本页面还不认识的事件",
    by: (who, what) => `${who}：${what}`,
  },
  en: {
    what: {
      session_started: "started",
      agent_output: "speaks",
      tool_result: "uses a tool",
      host_decision: "decides",
      agent_skipped: "does not speak",
      error: "a failure",
      final_report: "reports",
      session_ended: "ended",
    } satisfies Record<SessionEventType, string>,
    unknown: "an event that this page does not know yet",
    by: (who: string, what: string) => `${who} ${what}`,
  },
});
