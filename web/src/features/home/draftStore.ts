// Store of the demand draft and the guest's user name; both persist across visits, the text until it is submitted.
import { create } from "zustand";
import { createIdempotencyKey } from "../../api/demands";
import { writeLocal, readLocal } from "../../app/safeLocalStorage";
import { createGuestName, isSharedGuestName } from "./guestName";
import { isUserName } from "./validation";

const STORAGE_KEY = "towow.name";
const TEXT_KEY = "towow.draft";
/** Maximum number of characters of a stored draft; a longer one cannot be submitted anyway. */
const MAX_STORED_CHARS = 20_000;

interface Draft {
  readonly text: string;
  /** User name; one of this browser's own until another is chosen. */
  readonly name: string;
}

/** Return the stored user name; without one, store a guest's. */
function getUserName(): string {
  const stored = readLocal(STORAGE_KEY);
  if (stored !== null && isUserName(stored) && !isSharedGuestName(stored)) return stored;
  const name = createGuestName();
  writeLocal(STORAGE_KEY, name);
  return name;
}

/** Zustand store of the draft. */
export const useDraftStore = create<Draft>()(() => ({ text: (readLocal(TEXT_KEY) ?? "").slice(0, MAX_STORED_CHARS), name: getUserName() }));

/** Set the draft's text, and store it, so that a reload keeps it; "" removes it. */
export function setDraftText(text: string): void {
  writeLocal(TEXT_KEY, text.slice(0, MAX_STORED_CHARS));
  useDraftStore.setState({ text });
}

/** Set the user name, and store it when it is valid. */
export function setUserName(name: string): void {
  if (isUserName(name)) writeLocal(STORAGE_KEY, name);
  useDraftStore.setState({ name });
}

/** Payload of the last submission and its idempotency key. */
export interface SubmitAttempt {
  readonly payload: string;
  readonly idempotencyKey: string;
}

/**
 * Return the attempt for a payload: the last one when the payload is unchanged, since its response may have been lost;
 * otherwise one with a new key.
 */
export function getSubmitAttempt(last: SubmitAttempt | null, payloadParts: readonly (string | undefined)[]): SubmitAttempt {
  const payload = JSON.stringify(payloadParts);
  return last?.payload === payload ? last : { payload, idempotencyKey: createIdempotencyKey() };
}
