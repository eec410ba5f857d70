// Consensus: the chart and its table say the same, in both languages, with gaps and thresholds.
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { AGREED, DIVIDED, foldSession } from "../../testUtils/deliberationLog";
import { useLocaleStore } from "../../i18n/locale";
import { ConsensusCard } from "./ConsensusCard";
import type { SessionView } from "./model/sessionView";
import { formatSimilarity } from "./similarity";

afterEach(cleanup);

function renderCard(view: SessionView, locale: "zh" | "en" = "en"): HTMLElement {
  useLocaleStore.setState({ locale });
  return render(<ConsensusCard view={view} />).container;
}

describe("the consensus", () => {
  it("is an image with a text, and a table with the same values", () => {
    renderCard(foldSession(AGREED));
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe("Line chart: round 1 0.58; round 2 no value; round 3 0.62; round 4 0.934");
    const rows = within(screen.getByRole("table")).getAllByRole("row").map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows).toEqual([
      ["#", "Consensus", "Host"],
      ["1", "0.58", "Too far apart: next, a devil's advocate"],
      ["2", "no value", "The discussion goes on"],
      ["3", "0.62", "The discussion goes on"],
      ["4", "0.934", "Agreed: both name what stays uncertain, then the report"],
    ]);
  });

  it("speaks Chinese", () => {
    renderCard(foldSession(DIVIDED), "zh");
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe("折线图：第 1 轮 0.58; 第 2 轮 无数值; 第 3 轮 0.71; 第 4 轮 0.83");
    expect(screen.getByText("结束讨论 (轮次用完)")).toBeTruthy();
  });

  it("joins rounds that follow each other, but not over a gap, and not those compared in different ways", () => {
    expect(renderCard(foldSession(DIVIDED)).querySelectorAll(".dl-line")).toHaveLength(1);
    cleanup();
    const box = renderCard(foldSession(AGREED));
    expect(box.querySelectorAll(".dl-line")).toHaveLength(0);
    expect(box.querySelectorAll(".dl-point")).toHaveLength(3);
    expect(box.querySelectorAll(".dl-cross")).toHaveLength(1);
    expect(box.textContent).toContain("A round compared by keywords");
  });

  it("has both thresholds over the whole width, at their heights", () => {
    const box = renderCard(foldSession(AGREED));
    const getLines = (name: string): (readonly (string | null)[])[] =>
      [...box.querySelectorAll(`.dl-threshold-${name}`)].map((line) => [line.getAttribute("x1"), line.getAttribute("x2")]);
    expect(getLines("high")).toEqual([["0%", "20%"], ["20%", "40%"], ["40%", "60%"], ["60%", "100%"]]);
    const heights = [...box.querySelectorAll(".dl-threshold-high, .dl-threshold-low")].map((line) => Number(line.getAttribute("y1")));
    expect(heights.every((y) => y > 0 && y < 168)).toBe(true);
    expect(Number(box.querySelector(".dl-threshold-high")?.getAttribute("y1"))).toBeLessThan(Number(box.querySelector(".dl-threshold-low")?.getAttribute("y1")));
    expect(screen.getByText("above 0.90: agreed")).toBeTruthy();
    expect(screen.getByText("up to 0.70: far apart")).toBeTruthy();
  });

  it("waits for the first round", () => {
    renderCard(foldSession(AGREED.slice(0, 4)));
    expect(screen.queryByRole("img")).toBeNull();
    expect(screen.getByText("Shown after the first round.")).toBeTruthy();
  });

  it.each([[0.9, "0.90"], [0.900001, "0.90"], [0.934, "0.934"], [1, "1.00"], [0, "0.00"], [-0.05, "-0.05"]])("writes %d as %s", (value, text) => {
    expect(formatSimilarity(value)).toBe(text);
  });
});
