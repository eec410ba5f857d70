// Messages of the human-in-the-loop panel.
import type { Locale } from "../../i18n/locale";

interface Messages {
  readonly region: string;
  readonly mine: string;
  readonly mineHint: string;
  readonly attend: string;
  readonly stop: string;
  readonly attending: (name: string) => string;
  readonly lapsed: (name: string) => string;
  readonly nothing: string;
  readonly noWait: string;
  readonly refused: (name: string) => string;
  readonly invitation: (name: string) => string;
  readonly review: (name: string, version: number) => string;
  readonly left: (seconds: number) => string;
  readonly retrying: string;
  readonly over: string;
  readonly gone: string;
  readonly waiting: (questions: number) => string;
  readonly dismiss: string;
  readonly found: string;
  readonly watch: string;
  readonly task: string;
  readonly plan: string;
  readonly decision: string;
  readonly decisions: Readonly<Record<"participate" | "conditional" | "decline", string>>;
  readonly feedback: string;
  readonly feedbacks: Readonly<Record<"accept" | "negotiate" | "reject" | "withdraw", string>>;
  readonly contribution: string;
  readonly conditions: string;
  readonly reason: string;
  readonly request: string;
  readonly perLine: string;
  readonly send: string;
  readonly sent: string;
  readonly needed: string;
}

/** Messages of the human-in-the-loop panel, by locale. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = {
  zh: {
    region: "本人答复",
    mine: "我的智能体",
    mineHint: "打开后，邀请和方案会先等你本人答复一会儿；你没有答复时，仍由智能体答复。",
    attend: "由我本人答复",
    stop: "交还智能体",
    attending: (name) => `你正在代替智能体「${name}」亲自答复`,
    lapsed: (name) => `暂时联系不上网关，其间由智能体「${name}」自行答复`,
    nothing: "暂时没有需要你答复的问题。",
    noWait: "这里的智能体不等待本人答复，会直接自行答复。",
    refused: (name) => `无法代替「${name}」答复：`,
    invitation: (name) => `邀请「${name}」参与`,
    review: (name, version) => `请「${name}」审阅方案第 ${version} 版`,
    left: (seconds) => `还剩 ${seconds} 秒，之后由智能体答复`,
    retrying: "网关没有确认你的答复，正在重新发送",
    over: "时间到，由智能体答复",
    gone: "这个问题已不再等待答复",
    waiting: (questions) => `${questions} 个问题等你答复`,
    dismiss: "知道了",
    found: "为什么找到你",
    watch: "查看协商",
    task: "你的任务",
    plan: "方案",
    decision: "你的决定",
    decisions: { participate: "参与", conditional: "有条件参与", decline: "婉拒" },
    feedback: "你的意见",
    feedbacks: { accept: "接受", negotiate: "希望调整", reject: "反对", withdraw: "退出" },
    contribution: "你能提供什么",
    conditions: "你的条件",
    reason: "原因",
    request: "希望怎样调整",
    perLine: "每行一条",
    send: "答复",
    sent: "已送出",
    needed: "请填写此项",
  },
  en: {
    region: "Answer in person",
    mine: "My agents",
    mineHint: "Then invitations and plans wait a while for your own answer; when you give none, the agent answers as always.",
    attend: "I answer for this agent myself",
    stop: "Let the agent answer",
    attending: (name) => `You answer in person for the agent “${name}”`,
    lapsed: (name) => `The gateway cannot be reached; meanwhile the agent “${name}” answers by itself`,
    nothing: "Nothing waits for your answer at the moment.",
    noWait: "Here agents do not wait for their people: they answer by themselves at once.",
    refused: (name) => `You cannot answer for “${name}”:`,
    invitation: (name) => `“${name}” is invited`,
    review: (name, version) => `“${name}” is asked about plan version ${version}`,
    left: (seconds) => `${seconds} s left, then the agent answers`,
    retrying: "The gateway has not confirmed your answer; it is being sent again",
    over: "Time is over; the agent answers",
    gone: "This is no longer asked",
    waiting: (questions) => (questions === 1 ? "1 question waits for you" : `${questions} questions wait for you`),
    dismiss: "Dismiss",
    found: "Why you were found",
    watch: "Watch the negotiation",
    task: "Your task",
    plan: "The plan",
    decision: "Your decision",
    decisions: { participate: "Take part", conditional: "Take part on conditions", decline: "Decline" },
    feedback: "Your feedback",
    feedbacks: { accept: "Accept", negotiate: "Ask for a change", reject: "Reject", withdraw: "Leave" },
    contribution: "What you can contribute",
    conditions: "Your conditions",
    reason: "Why",
    request: "What should change",
    perLine: "one per line",
    send: "Answer",
    sent: "Sent",
    needed: "Please fill this in",
  },
};
