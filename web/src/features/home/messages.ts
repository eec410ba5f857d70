// Messages of the home page (TW-806).
import type { Locale } from "../../i18n/locale";

interface Messages {
  readonly title: string;
  readonly what: string;
  readonly model: Readonly<Record<string, string>>;
  readonly otherModel: (model: string) => string;
  readonly notReady: string;
  readonly demand: string;
  readonly hint: string;
  readonly keys: string;
  readonly count: (now: string, most: string) => string;
  readonly blank: string;
  readonly long: (now: string, most: string) => string;
  readonly examples: string;
  readonly example: readonly string[];
  readonly who: string;
  readonly whoHint: string;
  readonly whoBad: (most: string) => string;
  readonly guest: string;
  readonly visibility: string;
  readonly visible: Readonly<Record<"default" | "public" | "private", string>>;
  readonly send: string;
  readonly busy: string;
  readonly kept: string;
  readonly recent: string;
  readonly filters: string;
  readonly whose: Readonly<Record<"all" | "mine", string>>;
  readonly status: string;
  readonly anyStatus: string;
  readonly round: (round: number) => string;
  readonly follows: string;
  readonly loading: string;
  readonly empty: string;
  readonly emptyFilter: string;
  readonly emptySoFar: string;
  readonly stale: (time: string) => string;
  readonly more: string;
}

/** Messages of the home page, by locale. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = {
  zh: {
    title: "说出你的需求，让智能体去协商",
    what: "智能体各自代表一位真实的人：谁合适、谁愿意、怎么分工，协商到大家都接受为止，全程可见。",
    model: {
      simulated: "模拟模型：回答由规则生成，不花钱，也没有真人应邀。",
      scenario: "剧本模型：回答事先写好。",
      anthropic: "Anthropic 模型：回答由真实的大模型生成。",
    },
    otherModel: (model) => `当前模型：${model}`,
    notReady: "网关暂时无法接收需求，请稍后再试。",
    demand: "你的需求",
    hint: "输入你的需求",
    keys: "按 Ctrl 或 ⌘ + Enter 提交",
    count: (now, most) => `${now} / ${most} 个字符`,
    blank: "请先写下你的需求。",
    long: (now, most) => `有 ${now} 个字符，最多 ${most} 个。`,
    examples: "试试这些",
    example: [
      "我想在北京办一场AI主题聚会，需要场地和嘉宾",
      "我们编辑部每月一次的读书会缺一位领读人，北京，12个人左右，读的是《看不见的城市》，没有预算，但有热茶",
      "孩子八岁，迷上了编程，想在上海找一位有耐心的老师，每周六上午上一次，一节课预算200元",
      "准备在广州开一个40人的亲子绘画工作坊，需要绘画老师和场地，周日下午，预算2500元",
    ],
    who: "你的名字",
    whoHint: "别人会看到是谁提出的，也凭它找到“我的”需求。",
    whoBad: (most) => `名字为 1–${most} 个可见字符。`,
    guest: "访客",
    visibility: "谁能看到",
    visible: { default: "按网关设置", public: "所有人", private: "仅自己" },
    send: "开始协商",
    busy: "正在提交...",
    kept: "你写的内容还在，可以直接重试。",
    recent: "最近的协商",
    filters: "筛选",
    whose: { all: "全部", mine: "我的" },
    status: "状态",
    anyStatus: "全部状态",
    round: (round) => `第 ${round} 轮`,
    follows: "接续之前的协商",
    loading: "正在读取...",
    empty: "还没有协商。写下第一个需求吧。",
    emptyFilter: "没有符合条件的协商。",
    emptySoFar: "较新的协商中没有符合条件的，可以继续往前找。",
    stale: (time) => `列表停留在 ${time}，恢复后会自动更新。`,
    more: "更早的",
  },
  en: {
    title: "State a demand and let agents negotiate it",
    what: "Each agent stands for a real person. They settle who fits, who is willing and who does what, until those people accept, and you can watch.",
    model: {
      simulated: "Simulated model: rules write the answers, nothing is paid, and no real person is invited.",
      scenario: "Scripted model: the answers were written beforehand.",
      anthropic: "Anthropic model: a real language model writes the answers.",
    },
    otherModel: (model) => `Model at work: ${model}`,
    notReady: "The gateway cannot take demands at the moment. Try again later.",
    demand: "Your demand",
    hint: "Enter your demand",
    keys: "Ctrl or ⌘ + Enter sends it",
    count: (now, most) => `${now} of ${most} characters`,
    blank: "Write your demand first.",
    long: (now, most) => `It has ${now} characters, at most ${most} are possible.`,
    examples: "Try one of these",
    example: [
      "I want to hold an AI meetup in Beijing, I need a venue and speakers",
      "I'd like to hold a book club evening in London for fifteen people, need a host and a warm room, no budget to speak of",
      "Podcast about failed inventions: need a sound engineer, an illustrator for the cover and someone for social media, remote, budget $800",
      "A short documentary about the last tile painter on our street in Lisbon: filming, editing and translation into English, budget 2,500 euros",
    ],
    who: "Your name",
    whoHint: "Others see whose demand it is, and you find yours under it.",
    whoBad: (most) => `A name has 1–${most} visible characters.`,
    guest: "guest",
    visibility: "Who may see it",
    visible: { default: "As the gateway is set", public: "Everybody", private: "Only me" },
    send: "Start negotiating",
    busy: "Sending...",
    kept: "Your text is still here; you can try again.",
    recent: "Recent negotiations",
    filters: "Filters",
    whose: { all: "All", mine: "Mine" },
    status: "Status",
    anyStatus: "Any status",
    round: (round) => `round ${round}`,
    follows: "takes up an earlier one",
    loading: "Loading...",
    empty: "No negotiations yet. State the first demand.",
    emptyFilter: "No negotiation is like that.",
    emptySoFar: "None among the newer ones; older ones may be like that.",
    stale: (time) => `This is the list of ${time}; it goes on by itself once the gateway answers.`,
    more: "Older ones",
  },
};
