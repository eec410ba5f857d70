// Icons of the replay controls.

const PATHS = {
  play: "M7 4v16l13-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  before: "M16 5v14L6 12z",
  after: "M8 5v14l10-7z",
  "decision-before": "M19 5v14l-9-7zM5 5h3v14H5z",
  "decision-after": "M5 5v14l9-7zM16 5h3v14h-3z",
  newest: "M4 5v14l7-7zM11 5v14l7-7zM18 5h3v14h-3z",
  again: "M12 5V1L7 6l5 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z",
  link: "M10.6 13.4a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1.4 1.4 1.4 1.4 1.4-1.4a2 2 0 0 1 2.9 2.9l-3 3a2 2 0 0 1-2.9 0zM13.4 10.6a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.4-1.4-1.4-1.4-1.4 1.4a2 2 0 0 1-2.9-2.9l3-3a2 2 0 0 1 2.9 0z",
} as const;

/** Name of a replay icon. */
export type ReplayIconName = keyof typeof PATHS;

/** Inline SVG icon, hidden from screen readers. */
export function ReplayIcon({ name }: { readonly name: ReplayIconName }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
