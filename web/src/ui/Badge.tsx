// Badge for a status word; colour never carries information that the text lacks.
import type { ReactNode } from "react";

/** Semantic colours of badges, glyphs and rows. */
export type Tone = "plain" | "good" | "warn" | "bad" | "talk" | "brand";

/** Coloured badge. */
export function Badge({ tone = "plain", title, children }: { readonly tone?: Tone; readonly title?: string; readonly children: ReactNode }) {
  return (
    <span className={`badge tone-${tone}`} title={title}>
      {children}
    </span>
  );
}
