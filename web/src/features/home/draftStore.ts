// What is being written, and as whom? Kept while one looks elsewhere on the page; the name also until next time.
import { create } from "zustand";
import { newKey } from "../../api/demands";
import { remember, remembered } from "../../app/safeLocalStorage";
import { isName } from "./validation";

const KEY = "towow.name";

interface Draft {
  readonly text: string;
  /** null = never chosen */
  readonly name: string | null;
}

function kept(): string | null {
  const name = remembered(KEY);
  return name !== null && isName(name) ? name : null;
}

export const useDraft = create<Draft>()(() => ({ text: "", name: kept() }));

export function write(text: string): void {
  useDraft.setState({ text });
}

/** Be called so from now on, also next time when one can be called so. */
export function callMyself(name: string): void {
  if (isName(name)) remember(KEY, name);
  useDraft.setState({ name });
}

/** What the last attempt sent, and under which key. */
export interface Attempt {
  readonly sent: string;
  readonly key: string;
}

/** The attempt that sends `parts`: what is sent again unchanged is the same demand, since its answer may be lost. */
export function attemptOf(last: Attempt | null, parts: readonly (string | undefined)[]): Attempt {
  const sent = JSON.stringify(parts);
  return last?.sent === sent ? last : { sent, key: newKey() };
}
