// Button "?" and the help that it opens, which is loaded then.
import { Suspense } from "react";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { MESSAGES } from "./messages";
import "./keyHelp.css";

const KeyHelpDialog = lazyWithRetry(async () => (await import("./KeyHelpDialog")).KeyHelpDialog);

interface Props {
  /** Whether the page is that of a demand, which has more keys. */
  readonly ofDemand: boolean;
  readonly open: boolean;
  readonly onChange: (open: boolean) => void;
}

/** Button that opens the help, and the help while it is open. */
export function KeyHelp({ ofDemand, open, onChange }: Props) {
  const messages = MESSAGES.useCurrent();
  return (
    <>
      <button type="button" className="button button-quiet key-help" aria-label={messages.title} title={messages.title} aria-haspopup="dialog" onClick={() => { onChange(true); }}>
        <span aria-hidden="true">?</span>
      </button>
      {open && <Suspense><KeyHelpDialog ofDemand={ofDemand} onClose={() => { onChange(false); }} /></Suspense>}
    </>
  );
}
