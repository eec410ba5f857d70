// Text behind a summary; it is rendered once it has been opened.
import { useState, type ReactNode } from "react";

/** Folded content; `children` is called when it is opened. */
export function FoldedText({ summary, children }: { readonly summary: ReactNode; readonly children: () => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="dl-fold" open={open} onToggle={(event) => { setOpen(event.currentTarget.open); }}>
      <summary>{summary}</summary>
      {open && children()}
    </details>
  );
}
