// Who is signed in? As the gateway says it: asked at the start, after signing in or out, and whenever it refuses a stranger.
import { useEffect } from "react";
import { create } from "zustand";
import { Refused, ask, onRefusal } from "../../api/client";
import type { Schemas } from "../../api/client";

/** `sign_in`: whether anybody can sign in here; `admin`: whether this viewer may change agents. */
export type Session = Schemas["Session"];

interface SessionState {
  /** null = not known yet. */
  readonly session: Session | null;
  /** Whether the sign-in dialog is open. */
  readonly asking: boolean;
}

/** ms until the gateway is asked again that did not answer */
const PAUSE = 3000;

export const useSessionState = create<SessionState>()(() => ({ session: null, asking: false }));

let loading: Promise<void> | null = null;
let watching = false;
const leaving = new Set<() => Promise<void>>();
let waiting: ((signedIn: boolean) => void)[] = [];

/** Who is signed in; null = not known yet. */
export function useSession(): Session | null {
  useEffect(begin, []);
  return useSessionState((state) => state.session);
}

/** Ask the gateway who is signed in. Whoever asks meanwhile gets the same answer; never throws. */
export function refreshSession(): Promise<void> {
  loading ??= load().finally(() => {
    loading = null;
  });
  return loading;
}

/** Sign in with a key. Throws Refused. */
export async function signIn(key: string): Promise<void> {
  const session = await ask<Session>("session", { method: "POST", body: { key } });
  useSessionState.setState({ session });
  close(true);
}

/** Do this before signing out from now on, while one may still do it; it never throws. Returns what ends that. */
export function beforeSignOut(listener: () => Promise<void>): () => void {
  leaving.add(listener);
  return () => leaving.delete(listener);
}

/** Sign out; the browser forgets the cookie. Throws Refused. */
export async function signOut(): Promise<void> {
  await Promise.all([...leaving].map((listener) => listener()));
  await ask("session", { method: "DELETE" });
  await refreshSession();
}

/** Open the sign-in dialog, for who was refused as a stranger (E012); true when they signed in, false when they left it. */
export function requestSignIn(): Promise<boolean> {
  useSessionState.setState({ asking: true });
  return new Promise((resolve) => waiting.push(resolve));
}

/** Do it; refused as a stranger, sign in and do it again. Throws Refused. */
export async function signedIn<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "E012" || !(await requestSignIn())) throw error;
    return act();
  }
}

/** The dialog is done with. */
export function close(signedIn: boolean): void {
  useSessionState.setState({ asking: false });
  const told = waiting;
  waiting = [];
  for (const tell of told) tell(signedIn);
}

function begin(): void {
  if (watching) return;
  watching = true;
  onRefusal((refused, path) => {
    if (refused.status === 401 && path !== "session") void refreshSession();
  });
  void refreshSession();
}

async function load(): Promise<void> {
  try {
    useSessionState.setState({ session: await ask<Session>("session") });
  } catch {
    if (useSessionState.getState().session === null) setTimeout(() => void refreshSession(), PAUSE);
  }
}
