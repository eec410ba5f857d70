// How does one hand a moment on? As a link that opens it.
import { useEffect, useState } from "react";
import { useLog } from "../../eventLog/logStore";
import { copyText } from "../../ui/copyToClipboard";
import { useWords } from "../../i18n/locale";
import { Icon } from "./ReplayIcon";
import { linkTo } from "./keyMoments";
import { WORDS } from "./messages";

/** ms that it says what came of it. */
const SAID = 2500;

export function CopyLink({ shown, count }: { readonly shown: number; readonly count: number }) {
  const words = useWords(WORDS);
  const over = useLog((log) => log.connection === "over");
  const [done, tell] = useState<"copied" | "notCopied" | null>(null);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => { tell(null); }, SAID);
    return () => { clearTimeout(timer); };
  }, [done]);
  const copy = async (): Promise<void> => {
    // The end of what is over needs no number; of what goes on, the newest is another in a moment.
    const there = await copyText(linkTo(location.href, over && shown >= count ? null : shown));
    tell(there ? "copied" : "notCopied");
  };
  return (
    <button type="button" className="button button-quiet" onClick={() => { void copy(); }}>
      <Icon name="link" />
      <span className={done === null ? "replay-label" : "replay-said"} aria-live="polite">{words[done ?? "copy"]}</span>
    </button>
  );
}
