// Side panel beside the agent list.
import { useEffect, useId, useRef, type ReactNode } from "react";
import { MESSAGES } from "./messages";

interface Props {
  readonly title?: ReactNode;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** Panel that focuses its heading when mounted; without a title, a plain card. */
export function SidePanel({ title, onClose, children }: Props) {
  const messages = MESSAGES.useCurrent();
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  if (title === undefined) return <aside className="card agents-panel agents-panel-empty">{children}</aside>;
  return (
    <section className="card stack agents-panel" aria-labelledby={id}>
      <div className="row agents-panel-head">
        <h2 id={id} ref={heading} tabIndex={-1}>{title}</h2>
        {onClose && <button type="button" className="button button-quiet" onClick={onClose}>{messages.close}</button>}
      </div>
      {children}
    </section>
  );
}
