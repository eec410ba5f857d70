// Inline SVG icons of the tabs.
import type { Tab } from "./useTab";

const PATHS: Readonly<Record<Tab, string>> = {
  now: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm-1 2v6l4.5 2.6 1-1.7-3.5-2V7z",
  plan: "M6 3h9l4 4v14H6zm2 2v14h9V8h-3V5zm2 6h5v2h-5zm0 4h5v2h-5z",
  people: "M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zm0 9c3.6 0 6.5 1.6 6.5 4v1h-13v-1c0-2.4 2.9-4 6.5-4zm7.5-8a3 3 0 0 1 0 6 5 5 0 0 0 .2-5.9zm.6 8.2c2.6.3 4.4 1.7 4.4 3.8v1h-4v-1c0-1.5-.7-2.8-1.9-3.7z",
};

/** Icon of a tab, hidden from screen readers. */
export function TabIcon({ tab }: { readonly tab: Tab }) {
  return (
    <svg className="tab-icon" viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true" focusable="false">
      <path d={PATHS[tab]} />
    </svg>
  );
}
