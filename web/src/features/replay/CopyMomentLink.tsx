// Button that copies a link to the shown moment.
import { useEffect, useState } from "react";
import { copyToClipboard } from "../../ui/copyToClipboard";
import { ReplayIcon } from "./ReplayIcon";
import { createMomentUrl } from "./keyMoments";
import { MESSAGES } from "./messages";
import { useReplayLog } from "./replaySource";

/** Time (ms) for which the result is shown. */
const FEEDBACK_MS = 2500;

/** Copy button for the link to the shown moment. */
export function CopyMomentLink({ position, count }: { readonly position: number; readonly count: number }) {
  const messages = MESSAGES.useCurrent();
  const ended = useReplayLog((log) => log.connection === "over");
  const [result, setResult] = useState<"copied" | "notCopied" | null>(null);
  useEffect(() => {
    if (result === null) return;
    const timer = setTimeout(() => { setResult(null); }, FEEDBACK_MS);
    return () => { clearTimeout(timer); };
  }, [result]);
  const copy = async (): Promise<void> => {
    // The end of a finished log needs no `at`; while the log grows, the newest event changes, so its number is kept.
    const copied = await copyToClipboard(createMomentUrl(location.href, ended && position >= count ? null : position));
    setResult(copied ? "copied" : "notCopied");
  };
  return (
    <button type="button" className="button button-quiet" data-copy onClick={() => { void copy(); }}>
      <ReplayIcon name="link" />
      <span className={result === null ? "replay-label" : "replay-said"} aria-live="polite">{messages[result ?? "copy"]}</span>
    </button>
  );
}
