// Buttons that copy the link to a negotiation and show it as a QR code.
import { useState } from "react";
import { ACTION_MESSAGES } from "./actionMessages";
import { copyToClipboard } from "../../ui/copyToClipboard";
import { Dialog } from "../../ui/Dialog";
import { QrCode } from "../../ui/QrCode";

/** Return the absolute URL of a demand's page. */
export function getDemandUrl(demandId: string): string {
  return `${location.origin}/d/${encodeURIComponent(demandId)}`;
}

/** Time (ms) for which success is shown. */
const FEEDBACK_MS = 2500;

/** Copy and QR buttons; the link is shown in a field when the clipboard is unavailable. */
export function ShareLink({ demandId }: { readonly demandId: string }) {
  const messages = ACTION_MESSAGES.useCurrent();
  const [copied, setCopied] = useState<boolean | null>(null);
  const [showsCode, setShowsCode] = useState(false);
  const url = getDemandUrl(demandId);

  async function copyUrl(): Promise<void> {
    const succeeded = await copyToClipboard(url);
    setCopied(succeeded);
    if (succeeded) setTimeout(() => { setCopied(null); }, FEEDBACK_MS);
  }

  return (
    <span data-beside className="row">
      <button type="button" className="button" data-action="share" onClick={() => void copyUrl()}>
        <span aria-live="polite">{copied === true ? messages.copied : messages.copyLink}</span>
      </button>
      <button type="button" className="button button-quiet" aria-haspopup="dialog" onClick={() => { setShowsCode(true); }}>{messages.qr}</button>
      {showsCode && (
        <Dialog title={messages.scan} onClose={() => { setShowsCode(false); }}>
          <div className="qr-frame"><QrCode url={url} label={messages.qrOf(url)} /></div>
          <p className="small">{url}</p>
          <button type="button" className="button button-main" onClick={() => { setShowsCode(false); }}>{messages.closeCode}</button>
        </Dialog>
      )}
      {copied === false && (
        <label className="small outcome-address">
          {messages.copyBySelf} <input className="input" readOnly value={url} onFocus={(event) => { event.target.select(); }} />
        </label>
      )}
    </span>
  );
}
