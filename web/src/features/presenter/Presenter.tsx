// The presenter's band of the stage: the narrator's sentence, the controls, and a QR code to follow on a phone.
import type { ReactNode } from "react";
import { getVisibleCount, useLogStore, useVisibleView } from "../../eventLog/logStore";
import { useLocale } from "../../i18n/locale";
import { QrCode } from "../../ui/QrCode";
import { getDemandUrl } from "../outcome/ShareLink";
import { PresenterControls } from "./PresenterControls";
import { PRESENTER_MESSAGES } from "./presenterMessages";
import { stepSpeed, usePresenterStore } from "./presenterStore";
import { RemoteButton } from "./RemoteButton";
import { createStageMoves, type StageMoves } from "./stageMoves";
import type { Beats } from "./useBeats";
import { usePresenterKeys, type KeyAction } from "./usePresenterKeys";
import { useRemotes } from "./useRemotes";
import { describeWaiting } from "./waitingText";
import "./presenter.css";

interface Props {
  readonly demandId: string;
  readonly beats: Beats;
  /** What stands beside the controls. */
  readonly children: ReactNode;
}

/** Narrator and controls. It depends on the viewer, and so stands beside the negotiation. */
export function Presenter({ demandId, beats, children }: Props) {
  const messages = PRESENTER_MESSAGES.useCurrent();
  const moves = createStageMoves(beats);
  const url = getDemandUrl(demandId);
  const poster = usePresenterStore((state) => state.poster);
  const remotes = useRemotes(demandId, beats, moves);
  usePresenterKeys((action) => { act(action, moves); });
  return (
    <section className="presenter" aria-label={messages.narrator} data-beside>
      <p className="presenter-sentence" aria-live="polite"><span>{beats.beats[beats.index]?.sentence ?? ""}</span></p>
      <div className="presenter-tools">
        <PresenterControls beats={beats} moves={moves} />
        <RemoteButton demandId={demandId} remotes={remotes} />
        <StageStatus />
        {children}
      </div>
      <figure className="presenter-qr" hidden={poster}>
        <QrCode url={url} label={messages.qr(url)} />
        <figcaption>{messages.scan}</figcaption>
      </figure>
    </section>
  );
}

/** What the stage waits for, or that it is held. */
function StageStatus() {
  const messages = PRESENTER_MESSAGES.useCurrent();
  const language = useLocale();
  const mode = usePresenterStore((state) => state.mode);
  const connection = useLogStore((log) => log.connection);
  const caughtUp = useLogStore((log) => getVisibleCount(log) >= log.entries.length);
  const view = useVisibleView();
  const text = mode === "held" ? messages.held : caughtUp ? describeWaiting(view, connection, language) : "";
  return <p className="presenter-status" role="status">{text}</p>;
}

function act(action: KeyAction, moves: StageMoves): void {
  const { mode, speed } = usePresenterStore.getState();
  if (action === "toggle") (mode === "running" ? moves.hold : moves.proceed)();
  else if (action === "faster" || action === "slower") moves.setSpeed(stepSpeed(speed, action === "faster" ? 1 : -1));
  else moves[action]();
}
