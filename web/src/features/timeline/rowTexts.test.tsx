// Consistency of row texts.
import { cleanup, fireEvent, render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it } from "vitest";
import { readRecordedLog } from "../../testUtils/recordedLogs";
import type { JsonObject } from "../../eventLog/types";
import { useLocaleStore, type Locale } from "../../i18n/locale";
import { EventContent } from "./EventContent";
import { buildRows, getPayload } from "./timelineRows";

afterEach(cleanup);

/** Render the first event of a type with changed fields to text, with everything expanded. */
function renderRowText(type: string, fields: JsonObject, language: Locale): string {
  useLocaleStore.setState({ locale: language });
  const line = buildRows(readRecordedLog("agreed-at-once").entries).find(({ entry }) => entry.event_type === type);
  if (line === undefined) throw new Error("no recorded event matches");
  const [made] = buildRows([{ ...line.entry, payload: { ...getPayload(line.entry), ...fields } }]);
  if (made === undefined) throw new Error("no row was built");
  const { container } = render(<MemoryRouter><EventContent row={made} /></MemoryRouter>);
  container.querySelectorAll('button[aria-expanded="false"]').forEach((button) => { fireEvent.click(button); });
  return container.textContent;
}

const EVALUATION = { sent: 9, answered: 8, accepts: 5, negotiates: 2, rejects: 0, withdraws: 1, silent: 1, accept_rate: 5 / 7, proposal_version: 2 };

it("shows the denominator of the rate and the withdrawals", () => {
  const zh = renderRowText("towow.feedback.evaluated", EVALUATION, "zh");
  for (const part of ["接受率71%", "发给 9 人7 份答复中 5 份接受", "1 位已退出，不计入", "方案第 2 版"]) expect(zh).toContain(part);
  expect(zh).not.toContain("答复 8");
  cleanup();
  const en = renderRowText("towow.feedback.evaluated", EVALUATION, "en");
  for (const part of ["Acceptance rate71%", "5 of 7 answers accept", "1 left, not counted", "plan version 2"]) expect(en).toContain(part);
});

it("omits withdrawals when there are none", () => {
  expect(renderRowText("towow.feedback.evaluated", { ...EVALUATION, answered: 7, withdraws: 0 }, "en")).not.toContain("left");
});

it("shows a milestone's label only when it differs from the name", () => {
  const { proposal } = readRecordedLog("agreed-at-once").view;
  const milestones = [{ name: "roles settled", date: "2026-11-23", label: "roles settled" }, { name: "doors", date: null, label: "in spring" }];
  const text = renderRowText("towow.proposal.distributed", { proposal: { ...proposal, timeline: { milestones } } }, "en");
  expect(text.split("roles settled")).toHaveLength(2);
  expect(text).toContain("23 November 2026 · roles settled");
  expect(text).toContain("in spring · doors");
});

it("does not call a plan without gaps settled", () => {
  const text = renderRowText("towow.gap.identified", { gaps: [], is_complete: true }, "en");
  expect(text).toContain("every need has somebody");
  expect(text).not.toMatch(/complete/);
});
