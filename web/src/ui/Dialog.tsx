// How is one thing asked before all else? In a dialog of the browser's own: it holds the focus, Escape leaves it.
import { useId, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import "./dialog.css";

interface Props {
  readonly title: string;
  /** The id of what says more than the title. */
  readonly describedBy?: string;
  /** It was left: by Escape, or by what the children offer. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** It is open as long as it is rendered; whatever had the focus has it again afterwards. */
export function Dialog({ title, describedBy, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      shown?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog stack"
      aria-labelledby={heading}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}
