// Tab of the negotiation page: chosen by the viewer in the URL, or by the log at the shown moment.
import { useSearchParams } from "react-router";
import type { DemandView } from "../../eventLog/types";
import { useUpdateSearchParams } from "../../ui/useUpdateSearchParams";

/** Tabs of the negotiation page, in their order. */
export const TABS = ["now", "plan", "people"] as const;
/** Tab of the negotiation page. */
export type Tab = (typeof TABS)[number];

const PARAMETER = "tab";

/** Return the tab of a view as long as the viewer has chosen none: what happens now, or what came of it. */
export function getDefaultTab({ status }: Pick<DemandView, "status">): Tab {
  return status === "processing" ? "now" : "plan";
}

/** Parse the tab of a URL; null when there is none or an unknown one. */
export function parseTab(query: URLSearchParams): Tab | null {
  const chosen = query.get(PARAMETER);
  return TABS.find((tab) => tab === chosen) ?? null;
}

/** Return the shown tab and a function by which the viewer chooses one; the choice stays in the URL. */
export function useTab(view: Pick<DemandView, "status">): readonly [Tab, (tab: Tab) => void] {
  const [query] = useSearchParams();
  const update = useUpdateSearchParams();
  const choose = (tab: Tab): void => {
    update((params) => { params.set(PARAMETER, tab); }, { replace: true, preventScrollReset: true });
  };
  return [parseTab(query) ?? getDefaultTab(view), choose];
}
