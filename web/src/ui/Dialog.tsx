// Modal dialog based on the native <dialog> element, which traps focus and closes on Escape.
import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import "./dialog.css";

interface Props {
  readonly title: string;
  /** Id of the element that describes the dialog. */
  readonly describedBy?: string;
  /** Called when the dialog is dismissed with Escape. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Modal dialog, open while mounted; focus returns to the previous element on close. */
export function Dialog({ title, describedBy, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
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
