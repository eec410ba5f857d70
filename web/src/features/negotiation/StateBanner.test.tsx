// Does the page say where a negotiation stands, in the ledger's own words? At every event of every recording.
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { NAMES, recorded } from "../../log/recorded.testing";
import type { DemandView } from "../../log/shape";
import { useLanguage } from "../../words/language";
import { StateBanner, stateOf } from "./StateBanner";
import type { PageState } from "./StateBanner";

/** The states that a recorded negotiation goes through, each once. */
function states(name: string): PageState[] {
  const seen: PageState[] = [];
  for (const view of recorded(name).views) {
    const state = stateOf(view);
    if (seen.at(-1) !== state) seen.push(state);
  }
  return seen;
}

function said(view: DemandView | null, language: "zh" | "en"): string {
  useLanguage.setState({ language });
  return renderToStaticMarkup(<StateBanner view={view} />).replaceAll(/<[^>]*>/g, " ");
}

describe("the state of the page", () => {
  it("goes from loading over filtering and negotiating to an end, and never back", () => {
    const order: PageState[] = ["loading", "filtering", "negotiating"];
    for (const name of NAMES) {
      const seen = states(name);
      expect(seen.slice(0, -1)).toEqual(order.slice(0, seen.length - 1));
      expect(["success", "forced", "failure", "cancelled"]).toContain(seen.at(-1));
    }
    expect(new Set(NAMES.map((name) => states(name).at(-1))).size).toBe(4);
  });

  it("is told in the words of TW-807 and TW-808", () => {
    const [loading, filtering] = recorded("agreed-at-once").views;
    if (loading === undefined || filtering === undefined) throw new Error("nothing was recorded");
    expect(said(loading, "zh")).toContain("AI 正在理解你的需求...");
    expect(said(loading, "en")).toContain("AI is understanding your demand...");
    expect(said(filtering, "zh")).toContain("正在寻找合适的协作者...");
  });

  it("is told before anything is known", () => {
    expect(said(null, "zh")).toContain("正在打开");
    expect(stateOf(null)).toBe("loading");
  });
});
