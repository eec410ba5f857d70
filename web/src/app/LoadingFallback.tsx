// Fallback shown while a lazily loaded page is fetched.
import { useEffect, useState } from "react";
import { defineMessages } from "../i18n/locale";

const MESSAGES = defineMessages({
  zh: { loading: "正在打开...", long: "还没有打开：网关可能没有应答。会自动重试。" },
  en: { loading: "Opening...", long: "Not here yet: the gateway may not answer. It is tried again by itself." },
});

/** Delay (ms) after which the fallback explains why loading takes long. */
const SLOW_AFTER_MS = 4000;

/** Suspense fallback; mentions the gateway once loading takes longer than 4 s. */
export function LoadingFallback() {
  const messages = MESSAGES.useCurrent();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => { setSlow(true); }, SLOW_AFTER_MS);
    return () => { clearTimeout(timer); };
  }, []);
  return <p className="soft" role="status">{slow ? messages.long : messages.loading}</p>;
}
