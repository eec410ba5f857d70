// Do the rows tell numbers that add up, and nothing twice?
import { cleanup, fireEvent, render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it } from "vitest";
import { recorded } from "../../testUtils/recordedLogs";
import type { Json } from "../../eventLog/types";
import { useLanguage } from "../../i18n/locale";
import type { Language } from "../../i18n/locale";
import { EventContent } from "./EventContent";
import { linesOf, payloadOf } from "./timelineRows";

afterEach(cleanup);

/** The first event of a type, with other fields, in words; whatever can be unfolded is. */
function told(type: string, fields: Json, language: Language): string {
  useLanguage.setState({ language });
  const line = linesOf(recorded("agreed-at-once").entries).find(({ entry }) => entry.event_type === type);
  if (line === undefined) throw new Error("it was not recorded");
  const [made] = linesOf([{ ...line.entry, payload: { ...payloadOf(line.entry), ...fields } }]);
  if (made === undefined) throw new Error("there is no line");
  const { container } = render(<MemoryRouter><EventContent line={made} /></MemoryRouter>);
  container.querySelectorAll('button[aria-expanded="false"]').forEach((button) => { fireEvent.click(button); });
  return container.textContent;
}

const VERDICT = { sent: 9, answered: 8, accepts: 5, negotiates: 2, rejects: 0, withdraws: 1, silent: 1, accept_rate: 5 / 7, proposal_version: 2 };

it("tells of which answers the rate is counted, and who left", () => {
  const zh = told("towow.feedback.evaluated", VERDICT, "zh");
  for (const part of ["接受率71%", "发给 9 人7 份答复中 5 份接受", "1 位已退出，不计入", "方案第 2 版"]) expect(zh).toContain(part);
  expect(zh).not.toContain("答复 8");
  cleanup();
  const en = told("towow.feedback.evaluated", VERDICT, "en");
  for (const part of ["Acceptance rate71%", "5 of 7 answers accept", "1 left, not counted", "plan version 2"]) expect(en).toContain(part);
});

it("names nobody who left where nobody did", () => {
  expect(told("towow.feedback.evaluated", { ...VERDICT, answered: 7, withdraws: 0 }, "en")).not.toContain("left");
});

it("calls a milestone once whose label is its name", () => {
  const { proposal } = recorded("agreed-at-once").view;
  const milestones = [{ name: "roles settled", date: "2026-11-23", label: "roles settled" }, { name: "doors", date: null, label: "in spring" }];
  const text = told("towow.proposal.distributed", { proposal: { ...proposal, timeline: { milestones } } }, "en");
  expect(text.split("roles settled")).toHaveLength(2);
  expect(text).toContain("23 November 2026 · roles settled");
  expect(text).toContain("in spring · doors");
});

it("says of a plan without gaps only that: not that all of it is settled", () => {
  const text = told("towow.gap.identified", { gaps: [], is_complete: true }, "en");
  expect(text).toContain("every need has somebody");
  expect(text).not.toMatch(/complete/);
});
