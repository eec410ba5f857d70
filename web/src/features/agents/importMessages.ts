// Messages of the agent import.
import type { Locale } from "../../i18n/locale";

interface ImportMessages {
  readonly title: string;
  readonly what: string;
  readonly file: string;
  readonly fileHint: string;
  readonly paste: string;
  readonly pasteHint: string;
  readonly nothing: string;
  readonly tooBig: (size: string, most: string) => string;
  readonly mebibytes: (count: string) => string;
  readonly unreadable: string;
  readonly send: string;
  readonly busy: string;
  readonly done: string;
  readonly counts: Readonly<Record<"imported" | "updated" | "rejected", string>>;
  readonly bad: string;
  readonly line: string;
  readonly reason: string;
  readonly more: (left: string) => string;
}

/** Messages of the agent import, by locale. */
export const IMPORT_MESSAGES: Readonly<Record<Locale, ImportMessages>> = {
  zh: {
    title: "导入智能体",
    what: "每行一个智能体的 JSON（JSON Lines）。编号相同的会被替换；有错的行不影响其他行。",
    file: "选择文件",
    fileHint: "UTF-8 编码，最大 8 MiB。",
    paste: "或粘贴内容",
    pasteHint: "{\"agent_id\": \"agent_bob\", \"display_name\": \"Bob\", \"capabilities\": [\"场地提供\"]}",
    nothing: "请选择文件或粘贴内容。",
    tooBig: (size, most) => `内容有 ${size}，最多 ${most}。请拆成几份导入。`,
    mebibytes: (count) => `${count} MiB`,
    unreadable: "无法读取这个文件。",
    send: "导入",
    busy: "正在导入...",
    done: "导入完成",
    counts: { imported: "新增", updated: "替换", rejected: "有错" },
    bad: "有错的行",
    line: "行",
    reason: "原因",
    more: (left) => `再显示一些（还有 ${left} 行）`,
  },
  en: {
    title: "Import agents",
    what: "An agent a line, as JSON (JSON Lines). One whose id is there already is replaced; a bad line does not stop the others.",
    file: "Choose a file",
    fileHint: "In UTF-8, at most 8 MiB.",
    paste: "Or paste the lines",
    pasteHint: "{\"agent_id\": \"agent_bob\", \"display_name\": \"Bob\", \"capabilities\": [\"venue\"]}",
    nothing: "Choose a file or paste some lines.",
    tooBig: (size, most) => `That is ${size}; at most ${most} are possible. Import it in parts.`,
    mebibytes: (count) => `${count} MiB`,
    unreadable: "This file cannot be read.",
    send: "Import",
    busy: "Importing...",
    done: "Imported",
    counts: { imported: "added", updated: "replaced", rejected: "bad" },
    bad: "Bad lines",
    line: "Line",
    reason: "Reason",
    more: (left) => `Show more (${left} lines left)`,
  },
};
