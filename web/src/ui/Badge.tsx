// How is a status told in one word? As a coloured pill; the colour never says what the word does not.
import type { ReactNode } from "react";

export type Tone = "plain" | "good" | "warn" | "bad" | "talk" | "brand";

export function Badge({ tone = "plain", title, children }: { readonly tone?: Tone; readonly title?: string; readonly children: ReactNode }) {
  return (
    <span className={tone === "plain" ? "badge" : `badge badge-${tone}`} title={title}>
      {children}
    </span>
  );
}
