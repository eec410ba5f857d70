// Open gaps in the outcome banner, and the plan node.
import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { readRecordedLog } from "../../testUtils/recordedLogs";
import type { DemandView } from "../../eventLog/types";
import { useLocaleStore } from "../../i18n/locale";
import { PlanNode } from "./PlanNode";
import { OutcomeBanner } from "./OutcomeBanner";

const GAP_LABEL = { zh: "还缺", en: "Still missing" } as const;
/** Text for demands whose needs nobody understood, if no gap is known either. */
const NOT_UNDERSTOOD = "没有读懂需要什么，因此不能算齐全。";

afterEach(cleanup);

function renderGaps(view: DemandView, language: "zh" | "en" = "zh"): string {
  useLocaleStore.setState({ locale: language });
  const { container } = render(<OutcomeBanner view={view} />);
  return container.querySelector(".stage-missing")?.textContent ?? "";
}

describe("the outcome banner", () => {
  it.each(["zh", "en"] as const)("lists exactly the gaps that no subnet filled (%s)", (language) => {
    expect(renderGaps(readRecordedLog("subnet-fails").view, language)).toBe(`${GAP_LABEL[language]}摄影师`);
  });

  it("lists gaps whose subnet was cancelled", () => {
    expect(renderGaps(readRecordedLog("cancel-while-subnets-run").view)).toContain("摄影师");
  });

  it("lists gaps caused by a withdrawal", () => {
    expect(renderGaps(readRecordedLog("withdraw-after-the-outcome").view)).toBe("还缺餐饮服务");
  });

  it("omits gaps when there are none left", () => {
    for (const name of ["agreed-at-once", "too-few-accept"]) expect(renderGaps(readRecordedLog(name).view)).toBe("");
    expect(renderGaps(readRecordedLog("subnet-closes-a-gap").view)).toBe(`还缺${NOT_UNDERSTOOD}`);
  });

  it("lists the needs that are not met instead of gaps, and the findings", () => {
    expect(renderGaps(readRecordedLog("partly-agreed").view)).toBe("还缺餐饮：还没有人。 · 主持人：还没有人。");
    expect(renderGaps(readRecordedLog("over-budget-kept").view)).toContain("预算为3000元");
  });

  it("tolerates malformed gaps", () => {
    const { view } = readRecordedLog("subnet-fails");
    const gaps = [null, {}, { gap_type: 3 }, { gap_type: "音响" }] as unknown as DemandView["gaps"];
    expect(renderGaps({ ...view, gaps })).toBe("还缺3和音响");
    expect(renderGaps({ ...view, gaps: null as unknown as DemandView["gaps"] })).toBe(`还缺${NOT_UNDERSTOOD}`);
  });
});

describe("the plan node", () => {
  const { view } = readRecordedLog("forced-after-five-rounds");

  function middle(summary: string): HTMLElement {
    const plan = { ...view.proposal, summary } as DemandView["proposal"];
    return render(<PlanNode part={{ ...view, proposal: plan }} />).container;
  }

  it("keeps dates unbroken and the text unchanged", () => {
    const text = "2026-12-19 在朝阳区，或 2026-12-26；\u202e不迟于2027-01-02";
    const shown = middle(text);
    expect([...shown.querySelectorAll(".stage-date")].map((date) => date.textContent)).toEqual(["2026-12-19", "2026-12-26", "2027-01-02"]);
    expect(shown.querySelector(".own-words")?.textContent).toBe(text.replace("\u202e", "⟨U+202E⟩"));
  });

  it("promises no plan after an end without one", () => {
    const { views } = readRecordedLog("all-decline");
    const said = (part?: DemandView): string => render(part && <PlanNode part={part} />).container.querySelector("strong")?.textContent ?? "";
    useLocaleStore.setState({ locale: "en" });
    expect(said(views[4])).toBe("No plan yet");
    expect(said(views.at(-1))).toBe("No plan");
  });
});
