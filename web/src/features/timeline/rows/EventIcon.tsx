// Icons of timeline rows, distinguishable without colour.
import type { Tone } from "../../../ui/Badge";

const ICON_PATHS = {
  demand: "M3 3.5h10v7H7l-3 2.5v-2.5H3z",
  idea: "M8 2.5a4 4 0 0 0-2 7.5v1.5h4V10a4 4 0 0 0-2-7.5zM6.5 13.5h3",
  people: "M6 7a2.2 2.2 0 1 0 0-4.4A2.2 2.2 0 0 0 6 7zM2 13c0-2.5 1.8-4 4-4s4 1.5 4 4M10.5 3a2 2 0 0 1 0 4M12 9.3c1.3.5 2 1.8 2 3.7",
  channel: "M6 2.5l-1.5 11M11.5 2.5L10 13.5M2.5 6h11M2 10h11",
  send: "M2.5 8l11-5-3 10.5L8 9.5zM8 9.5L13.5 3",
  yes: "M3 8.5L6.5 12 13 4.5",
  partly: "M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11zM8 2.5v11",
  no: "M4 4l8 8M12 4l-8 8",
  talk: "M3 6h9.5L10 3.5M13 10H3.5L6 12.5",
  leave: "M8 3H3.5v10H8M7 8h7l-2.5-2.5M14 8l-2.5 2.5",
  round: "M13 8a5 5 0 1 1-1.6-3.7M11.6 1.6v2.8H8.8",
  plan: "M4 2.5h8v11H4zM6 5.5h4M6 8h4M6 10.5h2.5",
  verdict: "M3.5 13.5V9M8 13.5V3M12.5 13.5V6",
  star: "M8 2l1.8 3.8 4.2.5-3.1 2.9.8 4.1L8 11.3l-3.7 2 .8-4.1L2 6.3l4.2-.5z",
  stop: "M4 4h8v8H4z",
  gap: "M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3",
  branch: "M4 2v7a3 3 0 0 0 3 3h6M10.5 9.5L13 12l-2.5 2.5",
  merge: "M13 3H7a3 3 0 0 0-3 3v7M1.5 10.5L4 13l2.5-2.5",
  end: "M4 14V2.5h8.5l-2 3 2 3H4",
  odd: "M6 6a2 2 0 1 1 2.8 1.8C8.2 8.1 8 8.5 8 9.2M8 12v.5",
} as const;

/** Name of a row icon. */
export type EventIconName = keyof typeof ICON_PATHS;

/** Inline SVG icon, hidden from screen readers. */
export function EventIcon({ icon, tone }: { readonly icon: EventIconName; readonly tone: Tone }) {
  return (
    <span className={`event-sign tone-${tone}`} aria-hidden="true">
      <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round">
        <path d={ICON_PATHS[icon]} />
      </svg>
    </span>
  );
}
