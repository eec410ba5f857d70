// Is what is open told at the end, and is what belongs together kept together?
import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { recorded } from "../../testUtils/recordedLogs";
import type { DemandView } from "../../eventLog/types";
import { useLanguage } from "../../i18n/locale";
import { Centre } from "./PlanNode";
import { Finish } from "./OutcomeBanner";

const SAID = { zh: "还缺", en: "Still missing" } as const;

afterEach(cleanup);

function missing(view: DemandView, language: "zh" | "en" = "zh"): string {
  useLanguage.setState({ language });
  const { container } = render(<Finish view={view} />);
  return container.querySelector(".stage-missing")?.textContent ?? "";
}

describe("the end", () => {
  it.each(["zh", "en"] as const)("names what no subnet has found anybody for, and only that (%s)", (language) => {
    expect(missing(recorded("subnet-fails").view, language)).toBe(`${SAID[language]}摄影师`);
  });

  it("names what was never looked for to the end", () => {
    expect(missing(recorded("cancel-while-subnets-run").view)).toContain("摄影师");
  });

  it("names what the plan lacks since somebody left", () => {
    expect(missing(recorded("withdraw-after-the-outcome").view)).toBe("还缺餐饮服务");
  });

  it("says nothing of gaps where there are none, or none any more", () => {
    for (const name of ["subnet-closes-a-gap", "agreed-at-once", "too-few-accept"]) expect(missing(recorded(name).view)).toBe("");
  });

  it("bears gaps that are not told as they should be", () => {
    const { view } = recorded("subnet-fails");
    const gaps = [null, {}, { gap_type: 3 }, { gap_type: "音响" }] as unknown as DemandView["gaps"];
    expect(missing({ ...view, gaps })).toBe("还缺3和音响");
    expect(missing({ ...view, gaps: null as unknown as DemandView["gaps"] })).toBe("");
  });
});

describe("the middle of the stage", () => {
  const { view } = recorded("forced-after-five-rounds");

  function middle(summary: string): HTMLElement {
    const plan = { ...view.proposal, summary } as DemandView["proposal"];
    return render(<Centre part={{ ...view, proposal: plan }} />).container;
  }

  it("keeps each date on one line, and the text as it is", () => {
    const text = "2026-12-19 在朝阳区，或 2026-12-26；\u202e不迟于2027-01-02";
    const shown = middle(text);
    expect([...shown.querySelectorAll(".stage-date")].map((date) => date.textContent)).toEqual(["2026-12-19", "2026-12-26", "2027-01-02"]);
    expect(shown.querySelector(".own-words")?.textContent).toBe(text.replace("\u202e", "⟨U+202E⟩"));
  });

  it("no longer promises a plan once it is over without one", () => {
    const { views } = recorded("all-decline");
    const said = (part?: DemandView): string => render(part && <Centre part={part} />).container.querySelector("strong")?.textContent ?? "";
    useLanguage.setState({ language: "en" });
    expect(said(views[4])).toBe("No plan yet");
    expect(said(views.at(-1))).toBe("No plan");
  });
});
