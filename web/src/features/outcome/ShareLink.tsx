// How does one show a negotiation to somebody else? By its link, copied.
import { useState } from "react";
import { useWords } from "../../i18n/locale";
import { DOING } from "./actionMessages";
import { copyText } from "../../ui/copyToClipboard";

/** Where a negotiation is to be seen. */
export function addressOf(demandId: string): string {
  return `${location.origin}/d/${encodeURIComponent(demandId)}`;
}

/** ms for which it says that it is copied */
const SAID = 2500;

export function ShareLink({ demandId }: { readonly demandId: string }) {
  const words = useWords(DOING);
  const [copied, setCopied] = useState<boolean | null>(null);
  const address = addressOf(demandId);

  async function share(): Promise<void> {
    const done = await copyText(address);
    setCopied(done);
    if (done) setTimeout(() => { setCopied(null); }, SAID);
  }

  return (
    <span data-beside className="row">
      <button type="button" className="button" data-action="share" onClick={() => void share()}>
        <span aria-live="polite">{copied === true ? words.copied : words.copyLink}</span>
      </button>
      {copied === false && (
        <label className="small outcome-address">
          {words.copyBySelf} <input className="input" readOnly value={address} onFocus={(event) => { event.target.select(); }} />
        </label>
      )}
    </span>
  );
}
