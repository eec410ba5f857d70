// What phones show of a folded replay bar: a line with the position, and a button that opens the controls.
import type { CSSProperties } from "react";
import { ReplayIcon } from "./ReplayIcon";
import { MESSAGES } from "./messages";

interface Props {
  readonly controlsId: string;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Position in the log, 0 (first event) to 1 (newest). */
  readonly share: number;
}

/** Line and button; only phones show them. */
export function ReplayFold({ controlsId, open, onToggle, share }: Props) {
  const messages = MESSAGES.useCurrent();
  return (
    <div className="replay-foot">
      <span className="replay-line" aria-hidden="true" style={{ "--share": share } as CSSProperties} />
      <button type="button" className="replay-fold" aria-expanded={open} aria-controls={controlsId} onClick={onToggle}>
        <ReplayIcon name="again" />
        {messages.replay}
      </button>
    </div>
  );
}
