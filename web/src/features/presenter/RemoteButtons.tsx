// Big buttons of the remote control.
import { SPEEDS } from "./beatPlan";
import type { RemoteCommand, StageDisplay } from "./presentationApi";
import { REMOTE_MESSAGES } from "./remoteMessages";

interface Props {
  /** What the stage shows; null while it is not known. */
  readonly display: StageDisplay | null;
  readonly disabled: boolean;
  readonly send: (command: RemoteCommand) => void;
}

/** Buttons hold, beats, rounds, start, live and speeds. */
export function RemoteButtons({ display, disabled, send }: Props) {
  const messages = REMOTE_MESSAGES.useCurrent();
  const running = display?.mode === "running";
  const button = (action: RemoteCommand["action"], label: string, look = "") => (
    <button type="button" className={`button ${look}`} disabled={disabled} onClick={() => { send({ action }); }}>{label}</button>
  );
  return (
    <div className="remote-buttons">
      {button(running ? "hold" : "continue", running ? messages.hold : messages.proceed, "button-main remote-hold")}
      {button("previous", messages.previous, "remote-big")}
      {button("next", messages.next, "remote-big")}
      {button("previous_round", messages.previousRound)}
      {button("next_round", messages.nextRound)}
      {button("start", messages.start, "button-quiet")}
      {button("live", messages.live, "button-quiet")}
      <div className="remote-speeds" role="group" aria-label={messages.speed}>
        {SPEEDS.map((speed) => (
          <button key={speed} type="button" className="button" disabled={disabled} aria-pressed={display?.speed === speed} onClick={() => { send({ action: "speed", speed }); }}>{speed}×</button>
        ))}
      </div>
    </div>
  );
}
