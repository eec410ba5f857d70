// How is a part of the outcome set apart? By a title of its own.
import type { ReactNode } from "react";

export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="outcome-part">
      <h3>{title}</h3>
      {children}
    </div>
  );
}
