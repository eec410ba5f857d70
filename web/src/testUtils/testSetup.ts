// In which state does every test begin? As a page that was just opened by somebody who has chosen nothing.
import { beforeAll, vi } from "vitest";
import { useSessionState } from "../features/session/session";
import { NOTHING, useLog } from "../eventLog/logStore";
import { useLanguage } from "../i18n/locale";

/** Whatever another test chose. */
beforeAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  useLanguage.setState(useLanguage.getInitialState());
  useLog.setState(NOTHING);
  useSessionState.setState(useSessionState.getInitialState(), true);
});
