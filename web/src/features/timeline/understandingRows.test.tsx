// Rows of the understanding: what was read, who changed what, how a question was answered.
import { cleanup, render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, describe, expect, it } from "vitest";
import { QUESTION_LOG, REVIEW_LOG, REVIEW_TEXT } from "../../testUtils/reviewLog";
import type { JsonObject, LogEntry } from "../../eventLog/types";
import { useLocaleStore, type Locale } from "../../i18n/locale";
import { EventContent } from "./EventContent";
import { buildRows } from "./timelineRows";

afterEach(cleanup);

function renderRow(log: readonly LogEntry[], seq: number, language: Locale = "en", more: JsonObject = {}): string {
  useLocaleStore.setState({ locale: language });
  const row = buildRows(log.map((entry) => (entry.seq === seq ? { ...entry, payload: { ...entry.payload, ...more } } : entry)))[seq - 1];
  if (row === undefined) throw new Error("no such event");
  return render(<MemoryRouter><EventContent row={row} /></MemoryRouter>).container.textContent;
}

describe("the row of an understanding", () => {
  it("says what was read, without the sentence and its motivation", () => {
    const text = renderRow(REVIEW_LOG, 2);
    for (const part of ["Birthday in Leeds", "speakers × 2", "barn", "Leeds", "Sat 24 January 2026", "Sunday", "30 people", "£400", "cosy", "clowns", "frobnicate", "Confidence medium"]) expect(text).toContain(part);
    expect(text).not.toContain(REVIEW_TEXT);
    expect(text).not.toContain("a birthday");
  });

  it("shows tags and context of earlier releases", () => {
    const entry = REVIEW_LOG[1];
    if (entry === undefined) throw new Error("the log is too short");
    const old = Object.fromEntries(Object.entries(entry.payload).filter(([name]) => name !== "needs" && name !== "limits"));
    const [row] = buildRows([{ ...entry, payload: old }]);
    if (row === undefined) throw new Error("no row was built");
    useLocaleStore.setState({ locale: "en" });
    const { textContent } = render(<MemoryRouter><EventContent row={row} /></MemoryRouter>).container;
    for (const part of ["speakers", "Leeds", "24 January 2026", "30 people", "£400"]) expect(textContent).toContain(part);
  });
});

describe("the rows of a review", () => {
  it("name the requester and both values of a change", () => {
    const en = renderRow(REVIEW_LOG, 3);
    expect(en).toContain("user_alice");
    for (const part of ["speakers × 2 and barn", "storytellers × 3 and barn", "Leeds", "York"]) expect(en).toContain(part);
    cleanup();
    expect(renderRow(REVIEW_LOG, 3, "zh")).toContain("user_alice修改了需要");
  });

  it("say that a revision without changes only holds the wait", () => {
    expect(renderRow(REVIEW_LOG, 4)).toContain("still editing");
    cleanup();
    expect(renderRow(REVIEW_LOG, 4, "en", { review_until: undefined })).toContain("has the invitations sent now");
  });

  it("show the question with its default, and the text of the chosen option", () => {
    const asked = renderRow(QUESTION_LOG, 3);
    for (const part of ["Speakers for a talk, or for music?", "For a talk default", "For music"]) expect(asked).toContain(part);
    cleanup();
    const answered = renderRow(QUESTION_LOG, 4);
    expect(answered).toContain("For music");
    expect(answered).toContain("user_alice");
    expect(answered).not.toContain("For a talk");
  });

  it("name no deadline for a question that nobody is asked", () => {
    const timestamp = QUESTION_LOG[2]?.timestamp;
    expect(renderRow(QUESTION_LOG, 3)).toContain("Answers until");
    cleanup();
    expect(renderRow(QUESTION_LOG, 3, "en", { until: timestamp })).not.toContain("Answers until");
  });

  it("tell an answer from a default that was taken and a question that was dropped", () => {
    const byDefault = renderRow(QUESTION_LOG, 4, "en", { answered_by: "timeout", option: "talk" });
    expect(byDefault).toContain("No answer");
    expect(byDefault).toContain("For a talk");
    expect(byDefault).not.toContain("user_alice");
    cleanup();
    expect(renderRow(QUESTION_LOG, 4, "en", { option: undefined })).toContain("needs no answer");
  });
});
