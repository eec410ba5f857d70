// Session of the viewer: fetched at start, after sign-in and sign-out, and after every 401.
import { useEffect } from "react";
import { create } from "zustand";
import { ApiError, fetchJson, onApiError, type Schemas } from "../../api/client";

/**
 * Session as reported by the gateway. `sign_in`: whether sign-in is available; `admin`: whether the viewer may change
 * agents.
 */
export type Session = Schemas["Session"];

interface SessionState {
  /** Session; null while unknown. */
  readonly session: Session | null;
  /** Whether the sign-in dialog is open. */
  readonly signInOpen: boolean;
}

/** Delay (ms) before the session is fetched again after a failure. */
const RETRY_MS = 3000;

/** Zustand store of the session. */
export const useSessionStore = create<SessionState>()(() => ({ session: null, signInOpen: false }));

let loading: Promise<void> | null = null;
let started = false;
const signOutListeners = new Set<() => Promise<void>>();
let signInResolvers: ((signedIn: boolean) => void)[] = [];

/** Return the session; null while unknown. */
export function useSession(): Session | null {
  useEffect(startSession, []);
  return useSessionStore((state) => state.session);
}

/** Fetch the session; concurrent calls share one request. Never throws. */
export function refreshSession(): Promise<void> {
  loading ??= loadSession().finally(() => {
    loading = null;
  });
  return loading;
}

/** Sign in with an API key. Throws ApiError. */
export async function signIn(key: string): Promise<void> {
  const session = await fetchJson<Session>("session", { method: "POST", body: { key } });
  useSessionStore.setState({ session });
  closeSignIn(true);
}

/** Register a listener that runs before signing out and must not throw; returns a function that removes it. */
export function beforeSignOut(listener: () => Promise<void>): () => void {
  signOutListeners.add(listener);
  return () => signOutListeners.delete(listener);
}

/** Run the sign-out listeners and end the session. Throws ApiError. */
export async function signOut(): Promise<void> {
  await Promise.all([...signOutListeners].map((listener) => listener()));
  await fetchJson("session", { method: "DELETE" });
  await refreshSession();
}

/** Open the sign-in dialog; resolves to whether the viewer signed in. */
export function requestSignIn(): Promise<boolean> {
  useSessionStore.setState({ signInOpen: true });
  return new Promise((resolve) => signInResolvers.push(resolve));
}

/** Run an action; after error E012 (not signed in), request a sign-in and run it again. Throws ApiError. */
export async function withSignIn<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "E012" || !(await requestSignIn())) throw error;
    return action();
  }
}

/** Close the sign-in dialog and resolve the pending requests. */
export function closeSignIn(signedIn: boolean): void {
  useSessionStore.setState({ signInOpen: false });
  const resolvers = signInResolvers;
  signInResolvers = [];
  for (const resolve of resolvers) resolve(signedIn);
}

function startSession(): void {
  if (started) return;
  started = true;
  onApiError((error, path) => {
    if (error.status === 401 && path !== "session") void refreshSession();
  });
  void refreshSession();
}

async function loadSession(): Promise<void> {
  try {
    useSessionStore.setState({ session: await fetchJson<Session>("session") });
  } catch {
    if (useSessionStore.getState().session === null) setTimeout(() => void refreshSession(), RETRY_MS);
  }
}
