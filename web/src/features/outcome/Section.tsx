// Titled section of the outcome card.
import type { ReactNode } from "react";

/** Section with a title. */
export function Section({ title, className = "", children }: { readonly title: string; readonly className?: string; readonly children: ReactNode }) {
  return (
    <div className={`outcome-part ${className}`.trim()}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}
