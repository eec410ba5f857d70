// Rows of an agreement that is not complete: its label, what is missing, terms, and questions about limits.
import { cleanup, render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, describe, expect, it } from "vitest";
import { AGREEMENT_LOG, COMPLETE_OUTCOME, OVER_BUDGET, createAgreementLog, requireEntry, seqsOf } from "../../testUtils/agreementLog";
import type { JsonObject, LogEntry } from "../../eventLog/types";
import { useLocaleStore, type Locale } from "../../i18n/locale";
import { createCaption } from "../stage/eventCaption";
import { EventContent } from "./EventContent";
import { buildRows } from "./timelineRows";

afterEach(cleanup);

function renderRow(seq: number | undefined, language: Locale = "en", outcome: JsonObject = {}): HTMLElement {
  useLocaleStore.setState({ locale: language });
  const row = buildRows(createAgreementLog(outcome))[(seq ?? 0) - 1];
  if (row === undefined) throw new Error("no such event");
  return render(<MemoryRouter><EventContent row={row} /></MemoryRouter>).container;
}

describe("the rows of an agreement", () => {
  const [finalized] = seqsOf("proposal.finalized");
  const [gaps] = seqsOf("gap.identified");
  const [closed] = seqsOf("demand.closed");

  it("are amber and say what is missing and which needs are met by whom", () => {
    const row = renderRow(finalized);
    expect(row.querySelector("strong")?.textContent).toBe("Partly agreed (2 of 4)");
    expect(row.querySelector(".event-sign")?.className).toContain("tone-warn");
    for (const part of ["Nobody is the host yet.", OVER_BUDGET, "metvenue", "not methost"]) expect(row.textContent).toContain(part);
    expect(renderRow(closed).querySelector(".badge")?.textContent).toBe("Partly agreed (2 of 4)");
    expect(renderRow(closed, "zh").querySelector(".badge")?.className).toContain("tone-warn");
  });

  it("are green when it is complete", () => {
    expect(renderRow(finalized, "en", COMPLETE_OUTCOME).querySelector("strong")?.textContent).toBe("Agreed");
    expect(renderRow(closed, "en", COMPLETE_OUTCOME).querySelector(".badge")?.className).toContain("tone-good");
  });

  it("do not claim that no need is left", () => {
    const claims = { gaps: [], is_complete: true };
    const log = AGREEMENT_LOG.map((entry): LogEntry => (entry.seq === gaps ? { ...entry, payload: { ...entry.payload, ...claims } } : { ...entry }));
    const row = buildRows(log)[(gaps ?? 0) - 1];
    if (row === undefined) throw new Error("no such event");
    useLocaleStore.setState({ locale: "en" });
    expect(render(<MemoryRouter><EventContent row={row} /></MemoryRouter>).container.textContent).not.toContain("every need has somebody");
    const said = (complete: boolean | null): string => createCaption(row.entry, "collab-abcdefghijklm", "en", complete).text;
    expect(said(false)).toBe("No further gap was found; the plan is not complete");
    for (const complete of [true, null]) expect(said(complete)).toBe("No gap: every need has somebody");
  });

  it("are captioned alike", () => {
    const entry = requireEntry(AGREEMENT_LOG, finalized);
    expect(createCaption(entry, "collab-abcdefghijklm", "en")).toMatchObject({ text: "Partly agreed (2 of 4)", quote: `Nobody is the host yet. · ${OVER_BUDGET}` });
    expect(createCaption({ ...entry, payload: { ...entry.payload, ...COMPLETE_OUTCOME } }, "collab-abcdefghijklm", "zh").text).toBe("达成一致");
  });
});

describe("the rows of questions about limits", () => {
  const [asked] = seqsOf("question.asked");
  const [answered, byDefault] = seqsOf("question.answered");

  it("say that the plan leaves a limit, which one, and what can be decided", () => {
    const row = renderRow(asked);
    for (const part of ["The plan leaves a limit; the requester decides", "Budget", "May it cost that much?", "Keep the budget default", "Allow it (budget)", "Answers until"]) expect(row.textContent).toContain(part);
  });

  it("keep the questions apart whose options have the same ids", () => {
    expect(renderRow(answered).textContent).toMatch(/user_alice.*The fees come to £430.*Allow it \(budget\)/);
    expect(renderRow(byDefault).textContent).toMatch(/No answer: the limit is kept.*Only the 6th suits everybody.*Keep the dates/);
  });

  it("say what the answer changed", () => {
    expect(renderRow(seqsOf("demand.revised")[0]).textContent).toMatch(/What was understood is changed by the answer.*£400.*£420/);
    expect(renderRow(seqsOf("demand.revised")[0]).textContent).not.toContain("editing");
  });
});

it("the rows of offers, wishes and plans show terms and findings", () => {
  const [offer] = seqsOf("offer.submitted");
  expect([...renderRow(offer).querySelectorAll<HTMLElement>("[data-term]")].map(({ dataset }) => dataset.term)).toEqual(["fee", "people", "notice", "deposit", "condition"]);
  expect(renderRow(seqsOf("proposal.distributed")[0]).textContent).toContain(OVER_BUDGET);
});
