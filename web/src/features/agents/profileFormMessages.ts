// Labels, hints and validation messages of the profile form.
import type { Locale } from "../../i18n/locale";
import type { ProfileProblem, ProfileField } from "./profileFormValues";

interface ProfileFormMessages {
  readonly add: string;
  readonly edit: (name: string) => string;
  readonly label: Readonly<Record<ProfileField, string>>;
  readonly hint: Readonly<Partial<Record<ProfileField, string>>>;
  readonly fault: Readonly<Record<ProfileProblem, string>>;
  readonly taken: string;
  readonly weekdays: readonly string[];
  readonly groups: Readonly<Record<"who" | "can" | "when" | "character", string>>;
  readonly addDate: string;
  readonly date: string;
  readonly save: string;
  readonly busy: string;
  readonly cancel: string;
  readonly check: string;
}

/** Messages of the profile form, by locale. */
export const PROFILE_FORM_MESSAGES: Readonly<Record<Locale, ProfileFormMessages>> = {
  zh: {
    add: "添加智能体",
    edit: (name) => `编辑“${name}”`,
    label: {
      agent_id: "编号",
      display_name: "名称",
      user_id: "所代表的用户",
      summary: "简介",
      capabilities: "能力",
      tags: "标签",
      languages: "语言",
      interests: "兴趣",
      constraints: "坚持的事",
      free_dates: "有空的日期",
      location: "地点",
      price: "参与价格（元）",
      capacity: "最多服务人数",
      temperament: "性情",
      remote: "可以远程参与",
      active: "可受邀",
      busy_weekdays: "没空的星期",
    },
    hint: {
      agent_id: "1–64 个小写字母、数字、_ 或 -，保存后不能改。",
      display_name: "1–80 个字符。",
      user_id: "这个智能体代表谁；他登录后可以亲自作答。",
      capabilities: "每行一项，例如：场地提供",
      tags: "每行一项。",
      languages: "每行一个语言代码，例如：zh",
      interests: "每行一项。",
      constraints: "每行一项，例如：需提前 7 天确认",
      free_dates: "每行一天（年-月-日）；留空表示哪天都行。",
      price: "整数，0 为免费；留空表示未说明。",
      capacity: "整数，至少为 1；留空表示未说明。",
      temperament: "一个词，影响模拟模型如何回应。",
    },
    fault: {
      id: "请用 1–64 个小写字母、数字、_ 或 -。",
      name: "请填写 1–80 个字符。",
      price: "请填写不小于 0 的整数，或留空。",
      capacity: "请填写不小于 1 的整数，或留空。",
      date: "每行应是一个存在的日期，如 2026-03-14。",
    },
    taken: "这个编号已被使用。",
    weekdays: ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
    groups: { who: "是谁", can: "能做什么", when: "什么条件", character: "是什么样的人" },
    addDate: "加入日期",
    date: "日期",
    save: "保存",
    busy: "正在保存...",
    cancel: "取消",
    check: "有些字段需要修改。",
  },
  en: {
    add: "Add an agent",
    edit: (name) => `Edit “${name}”`,
    label: {
      agent_id: "Id",
      display_name: "Name",
      user_id: "User it stands for",
      summary: "About",
      capabilities: "Capabilities",
      tags: "Tags",
      languages: "Languages",
      interests: "Interests",
      constraints: "Insists on",
      free_dates: "Free dates",
      location: "Place",
      price: "Price of taking part (yuan)",
      capacity: "Most people it can serve",
      temperament: "Temperament",
      remote: "Can take part remotely",
      active: "Can be invited",
      busy_weekdays: "Busy weekdays",
    },
    hint: {
      agent_id: "1–64 lower-case letters, digits, _ or -. It cannot be changed later.",
      display_name: "1–80 characters.",
      user_id: "Whose agent it is; signed in, that person may answer themselves.",
      capabilities: "One a line, for example: venue",
      tags: "One a line.",
      languages: "A language code a line, for example: en",
      interests: "One a line.",
      constraints: "One a line, for example: over by ten in the evening",
      free_dates: "A day a line (year-month-day); none means any day.",
      price: "A whole number, 0 is free; empty means not said.",
      capacity: "A whole number from 1; empty means not said.",
      temperament: "One word; it colours what the simulated model answers.",
    },
    fault: {
      id: "Use 1–64 lower-case letters, digits, _ or -.",
      name: "Use 1–80 characters.",
      price: "Use a whole number from 0, or leave it empty.",
      capacity: "Use a whole number from 1, or leave it empty.",
      date: "Each line must be a day that exists, like 2026-03-14.",
    },
    taken: "This id is in use.",
    weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    groups: { who: "Who it is", can: "What it can do", when: "On which terms", character: "What it is like" },
    addDate: "Add the date",
    date: "Date",
    save: "Save",
    busy: "Saving...",
    cancel: "Cancel",
    check: "Some fields need another look.",
  },
};
