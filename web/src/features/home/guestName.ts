// Default user name of a guest: another one in each browser, or everybody called "guest" would share one list.
import { createIdempotencyKey } from "../../api/demands";
import { getLocale } from "../../i18n/locale";
import { MESSAGES } from "./messages";

const ID_LENGTH = 8;

/** Create a name such as `guest-3f9a1c07`, in the viewer's locale; a new one with each call. */
export function createGuestName(): string {
  return `${MESSAGES[getLocale()].guest}-${createIdempotencyKey().slice(0, ID_LENGTH)}`;
}

/** Whether a stored name is the default of an earlier version, which all guests had. */
export function isSharedGuestName(name: string): boolean {
  return [MESSAGES.zh.guest, MESSAGES.en.guest].includes(name);
}
