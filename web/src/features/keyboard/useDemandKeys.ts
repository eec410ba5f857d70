// Hook with what keys do on the page of a demand only: its tabs, and the search.
import { useUpdateSearchParams } from "../../ui/useUpdateSearchParams";
import type { PageAction } from "./pageKeys";

/** Frames for which the search field is waited for after a change of the tab. */
const PATIENCE_FRAMES = 30;

type Tab = "now" | "plan" | "people";

/** Return the actions; none when `ofDemand` is false. */
export function useDemandKeys(ofDemand: boolean): Readonly<Partial<Record<PageAction, () => void>>> {
  const update = useUpdateSearchParams();
  if (!ofDemand) return {};
  const show = (tab: Tab): void => {
    update((params) => { params.set("tab", tab); }, { replace: true, preventScrollReset: true });
  };
  return {
    now: () => { show("now"); },
    plan: () => { show("plan"); },
    people: () => { show("people"); },
    search: () => {
      if (focusSearch()) return;
      show("now");
      focusSearchSoon(PATIENCE_FRAMES);
    },
  };
}

/** Focus the search field of the timeline; returns false when there is none in sight. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('[data-search="timeline"]');
  if (field === null || field.getClientRects().length === 0) return false;
  field.focus();
  field.select();
  return true;
}

function focusSearchSoon(frames: number): void {
  if (frames > 0) requestAnimationFrame(() => { if (!focusSearch()) focusSearchSoon(frames - 1); });
}
