// Button of the stage that shows the secret link of its remote.
import { Suspense, useState } from "react";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { REMOTE_MESSAGES } from "./remoteMessages";
import type { Remotes } from "./useRemotes";

const RemoteDialog = lazyWithRetry(async () => (await import("./RemoteDialog")).RemoteDialog);

/** Button "Remote"; the first command of a phone closes its dialog. */
export function RemoteButton({ demandId, remotes }: { readonly demandId: string; readonly remotes: Remotes }) {
  const messages = REMOTE_MESSAGES.useCurrent();
  /** Number of commands when the dialog was opened; null while it is closed. */
  const [openedAt, setOpenedAt] = useState<number | null>(null);
  return (
    <>
      <button type="button" className="button button-quiet" aria-haspopup="dialog" onClick={() => { setOpenedAt(remotes.commandCount); }}>{messages.remote}</button>
      {openedAt === remotes.commandCount && (
        <Suspense fallback={null}>
          <RemoteDialog demandId={demandId} remotes={remotes} onClose={() => { setOpenedAt(null); }} />
        </Suspense>
      )}
    </>
  );
}
