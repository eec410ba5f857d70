// Messages about people who are asked in person.
import { defineMessages } from "../../i18n/locale";

/** Messages, by locale. */
export const MESSAGES = defineMessages({
  zh: {
    waiting: (names, clock) => `正在等${names}本人回答，最晚到 ${clock}`,
    more: (count) => `另外 ${count} 位`,
    inPerson: (clock) => `正在问本人，最晚到 ${clock}`,
  },
  en: {
    waiting: (names: string, clock: string) => `Waiting for ${names} in person, until ${clock}`,
    more: (count: number) => `${count} more`,
    inPerson: (clock: string) => `asked in person, until ${clock}`,
  },
});
