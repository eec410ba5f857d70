// Line-drawing glyphs of the stage.
import type { Tone } from "../../ui/Badge";

/** Name of a glyph. */
export type GlyphName = "tick" | "cross" | "swap" | "leave" | "minus" | "dots" | "letter" | "hand" | "plan" | "spark";

const PATHS: Readonly<Record<GlyphName, string>> = {
  tick: "M5 12.5l4.5 4.5L19 7.5",
  cross: "M6.5 6.5l11 11M17.5 6.5l-11 11",
  swap: "M4 9h14l-4-4M20 15H6l4 4",
  leave: "M10 4H5v16h5M10 12h10M16 7.5l4.5 4.5-4.5 4.5",
  minus: "M6 12h12",
  dots: "M6 12h.01M12 12h.01M18 12h.01",
  letter: "M4 6.5h16v11H4zM4 7l8 6 8-6",
  hand: "M12 5v14M5 12h14",
  plan: "M7 4h10v16H7zM10 9h4M10 13h4",
  spark: "M12 8.5a3.5 3.5 0 1 0 .01 0z",
};

/** Inline SVG glyph, hidden from screen readers. */
export function Glyph({ name, tone = "plain" }: { readonly name: GlyphName; readonly tone?: Tone }) {
  return (
    <svg className={`stage-sign tone-${tone}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false" data-sign={name}>
      <path d={PATHS[name]} />
    </svg>
  );
}
