// Titled section of the outcome card.
import type { ReactNode } from "react";

/** Section with a title. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="outcome-part">
      <h3>{title}</h3>
      {children}
    </div>
  );
}
