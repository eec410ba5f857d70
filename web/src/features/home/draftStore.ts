// Store of the demand draft and the guest's user name; the name persists across visits.
import { create } from "zustand";
import { createIdempotencyKey } from "../../api/demands";
import { writeLocal, readLocal } from "../../app/safeLocalStorage";
import { isUserName } from "./validation";

const STORAGE_KEY = "towow.name";

interface Draft {
  readonly text: string;
  /** User name; null when none was ever chosen. */
  readonly name: string | null;
}

function getStoredUserName(): string | null {
  const name = readLocal(STORAGE_KEY);
  return name !== null && isUserName(name) ? name : null;
}

/** Zustand store of the draft. */
export const useDraftStore = create<Draft>()(() => ({ text: "", name: getStoredUserName() }));

/** Set the draft's text. */
export function setDraftText(text: string): void {
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
