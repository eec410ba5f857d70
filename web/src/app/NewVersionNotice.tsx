// Notice that the gateway serves a newer page than the open one.
import { useEffect, useState } from "react";
import { defineMessages } from "../i18n/locale";
import { useLogStore } from "../eventLog/logStore";
import { isNewVersionServed } from "./newVersion";

const MESSAGES = defineMessages({
  zh: { text: "本页面有了新版本。", reload: "重新加载", later: "以后再说" },
  en: { text: "There is a newer version of this page.", reload: "Reload", later: "Later" },
});

/** Interval (ms) between two looks, and the least time between two that a return or a reconnection causes. */
const LOOK_MS = 15 * 60_000;
const LEAST_MS = 60_000;

/** Notice with a button that reloads; nothing as long as the page is the newest. */
export function NewVersionNotice() {
  const messages = MESSAGES.useCurrent();
  const [shown, setShown] = useState(false);
  useEffect(() => lookForNewVersion(() => { setShown(true); }), []);
  return (
    <div role="status">
      {shown && (
        <p className="frame-notice card row small">
          <span>{messages.text}</span>
          <button type="button" className="button button-main" onClick={() => { location.reload(); }}>{messages.reload}</button>
          <button type="button" className="button button-quiet" onClick={() => { setShown(false); }}>{messages.later}</button>
        </p>
      )}
    </div>
  );
}

/** Look at intervals, when the viewer returns and when the stream is back, until a new version is found; returns a stop. */
function lookForNewVersion(onFound: () => void): () => void {
  const controller = new AbortController();
  let lastMs = -LEAST_MS;
  const look = (): void => {
    if (document.visibilityState === "hidden" || performance.now() - lastMs < LEAST_MS) return;
    lastMs = performance.now();
    void isNewVersionServed(controller.signal).then((found) => {
      if (!found || controller.signal.aborted) return;
      stop();
      onFound();
    });
  };
  const timer = setInterval(look, LOOK_MS);
  document.addEventListener("visibilitychange", look);
  const unsubscribe = useLogStore.subscribe((log, before) => { if (before.connection === "lost" && log.connection !== "lost") look(); });
  function stop(): void {
    controller.abort();
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
    unsubscribe();
  }
  return stop;
}
