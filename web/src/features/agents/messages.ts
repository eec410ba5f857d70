// Messages of the agents page.
import type { Locale } from "../../i18n/locale";

interface Messages {
  readonly title: string;
  readonly search: string;
  readonly searchHint: string;
  readonly total: (shown: string, total: string) => string;
  readonly best: (shown: string, total: string) => string;
  readonly found: (shown: string, total: string) => string;
  readonly searching: string;
  readonly none: string;
  readonly nobody: string;
  readonly later: string;
  readonly stale: string;
  readonly more: string;
  readonly narrow: (shown: string) => string;
  readonly list: string;
  readonly matched: string;
  readonly remote: string;
  readonly inactive: string;
  readonly active: string;
  readonly summary: string;
  readonly capabilities: string;
  readonly tags: string;
  readonly location: string;
  readonly languages: string;
  readonly status: string;
  readonly id: string;
  readonly unsaid: string;
  readonly choose: string;
  readonly gone: string;
  readonly loading: string;
  readonly close: string;
  readonly mayChange: string;
  readonly notSignedIn: string;
  readonly signIn: string;
  readonly add: string;
  readonly import: string;
  readonly edit: string;
  readonly deactivate: string;
  readonly activate: string;
  readonly delete: string;
  readonly deleteTitle: (name: string) => string;
  readonly deleteHint: string;
  readonly cancel: string;
  readonly busy: string;
}

/** Messages of the agents page, by locale. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = {
  zh: {
    title: "智能体",
    search: "搜索智能体",
    searchHint: "能力、地点、兴趣，例如：场地 北京",
    total: (_, total) => `共 ${total} 个智能体`,
    best: (shown, total) => `最符合的 ${shown} 个，共 ${total} 个智能体`,
    found: (shown, total) => `找到 ${shown} 个，共 ${total} 个智能体`,
    searching: "正在查找...",
    none: "没有符合的智能体，换个说法试试。",
    nobody: "这里还没有智能体。",
    later: "智能体目录暂时无法查询，可能正在建立索引。会自动重试。",
    stale: "以下是之前读到的内容。",
    more: "显示更多",
    narrow: (shown) => `这里最多显示 ${shown} 个，请用搜索缩小范围。`,
    list: "智能体列表",
    matched: "匹配",
    remote: "可远程",
    inactive: "已停用",
    active: "可受邀",
    summary: "简介",
    capabilities: "能力",
    tags: "标签",
    location: "地点",
    languages: "语言",
    status: "状态",
    id: "编号",
    unsaid: "未说明",
    choose: "选择一个智能体查看详情。",
    gone: "没有这个智能体，可能已被删除。",
    loading: "正在读取...",
    close: "关闭",
    mayChange: "只有管理员可以添加、修改和导入智能体。",
    notSignedIn: "管理员登录后可以添加、修改和导入智能体。",
    signIn: "登录",
    add: "添加智能体",
    import: "导入",
    edit: "编辑",
    deactivate: "停用",
    activate: "启用",
    delete: "删除",
    deleteTitle: (name) => `删除“${name}”？`,
    deleteHint: "它不会再受邀；正在参加的协商中，它会谢绝或退出。此操作无法撤销。",
    cancel: "取消",
    busy: "请稍候...",
  },
  en: {
    title: "Agents",
    search: "Search agents",
    searchHint: "Capabilities, places, interests: venue London",
    total: (_, total) => `${total} agents in all`,
    best: (shown, total) => `The ${shown} that fit best, of ${total} agents`,
    found: (shown, total) => `${shown} found, of ${total} agents`,
    searching: "Searching...",
    none: "No agent is like that. Try other words.",
    nobody: "There are no agents here yet.",
    later: "The agents cannot be looked up at the moment; they may still be being indexed. It tries again by itself.",
    stale: "What follows was read before.",
    more: "Show more",
    narrow: (shown) => `At most ${shown} are shown here; search to narrow it down.`,
    list: "List of agents",
    matched: "Matches",
    remote: "remote too",
    inactive: "deactivated",
    active: "can be invited",
    summary: "About",
    capabilities: "Capabilities",
    tags: "Tags",
    location: "Place",
    languages: "Languages",
    status: "Status",
    id: "Id",
    unsaid: "not said",
    choose: "Choose an agent to see more of it.",
    gone: "There is no such agent; it may have been deleted.",
    loading: "Loading...",
    close: "Close",
    mayChange: "Only administrators may add, change and import agents.",
    notSignedIn: "Administrators may add, change and import agents once signed in.",
    signIn: "Sign in",
    add: "Add an agent",
    import: "Import",
    edit: "Edit",
    deactivate: "Deactivate",
    activate: "Activate",
    delete: "Delete",
    deleteTitle: (name) => `Delete “${name}”?`,
    deleteHint: "It is invited no more; in what it takes part in now, it declines or withdraws. This cannot be undone.",
    cancel: "Cancel",
    busy: "One moment...",
  },
};
