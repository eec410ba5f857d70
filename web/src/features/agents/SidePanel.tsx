// What stands beside the list of agents: one thing at a time. Who opens it is taken to its heading.
import { useEffect, useId, useRef } from "react";
import type { ReactNode } from "react";
import { useWords } from "../../i18n/locale";
import { WORDS } from "./messages";

interface Props {
  readonly title?: ReactNode;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

export function Panel({ title, onClose, children }: Props) {
  const words = useWords(WORDS);
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
        {onClose && <button type="button" className="button button-quiet" onClick={onClose}>{words.close}</button>}
      </div>
      {children}
    </section>
  );
}
