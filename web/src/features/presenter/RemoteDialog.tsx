// Dialog with the QR code that makes a phone the remote of this stage.
import { useEffect, useState } from "react";
import { ApiError } from "../../api/client";
import { Dialog } from "../../ui/Dialog";
import { QrCode } from "../../ui/QrCode";
import { getRemoteUrl } from "./presentationLink";
import { REMOTE_MESSAGES } from "./remoteMessages";
import type { Remotes } from "./useRemotes";

interface Props {
  readonly demandId: string;
  readonly remotes: Remotes;
  readonly onClose: () => void;
}

/** Dialog with the secret link. Whoever scans it controls the stage, so it is shown only when asked for. */
export function RemoteDialog({ demandId, remotes: { link, open }, onClose }: Props) {
  const messages = REMOTE_MESSAGES.useCurrent();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (link !== null) return;
    open().catch((error: unknown) => { setProblem(error instanceof ApiError && error.message !== "" ? error.message : messages.unreachable); });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each opening of the dialog
  }, []);
  const url = link === null ? "" : getRemoteUrl(demandId, link);
  return (
    <Dialog title={messages.title} onClose={onClose}>
      <p>{messages.hint}</p>
      <div className="qr-frame">{url !== "" && <QrCode url={url} label={messages.qr(url)} />}</div>
      {url !== "" && <p className="small"><a href={url} target="_blank" rel="noreferrer">{messages.here}</a></p>}
      {problem !== "" && <p role="alert">{problem}</p>}
      <button type="button" className="button button-main" onClick={onClose}>{messages.close}</button>
    </Dialog>
  );
}
