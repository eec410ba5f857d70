// Milestones whose label repeats the name.
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { readRecordedLog } from "../../testUtils/recordedLogs";
import type { DemandView } from "../../eventLog/types";
import { useLocaleStore } from "../../i18n/locale";
import { ProposalCard } from "./ProposalCard";

afterEach(cleanup);

it("shows a milestone's name once, with its date and a distinct label", () => {
  useLocaleStore.setState({ locale: "zh" });
  const { view } = readRecordedLog("agreed-at-once");
  const milestones = [{ name: "分工对齐", date: "2026-11-23", label: "分工对齐" }, { name: "开场", date: "2026-11-24", label: "晚七点" }];
  const shown = { ...view, proposal: { ...view.proposal, timeline: { milestones } } } as DemandView;
  const { container } = render(<ProposalCard view={shown} />);
  const said = [...container.querySelectorAll(".proposal-timeline > li")].map((one) => one.textContent);
  expect(said[0]).toContain("2026年11月23日分工对齐");
  expect(said[0]?.split("分工对齐")).toHaveLength(2);
  expect(said[1]).toContain("2026年11月24日 · 晚七点开场");
});
