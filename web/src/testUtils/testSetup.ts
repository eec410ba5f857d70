// Global test setup: resets stores, storage and document, as in a freshly opened page.
import { beforeAll, vi } from "vitest";
import { useSessionStore } from "../features/session/session";
import { EMPTY_LOG, useLogStore } from "../eventLog/logStore";
import { useLocaleStore } from "../i18n/locale";

/** State left over from another test file. */
beforeAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  useLocaleStore.setState(useLocaleStore.getInitialState());
  useLogStore.setState(EMPTY_LOG);
  useSessionStore.setState(useSessionStore.getInitialState(), true);
});
