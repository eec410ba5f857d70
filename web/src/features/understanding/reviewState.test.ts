// State of the review after each event, and the projection of its view.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../eventLog/types";
import { projectViews } from "../../testUtils/recordedLogs";
import { QUESTION_ID, QUESTION_LOG, REVIEW_LOG, instant } from "../../testUtils/reviewLog";
import { getReviewState } from "./reviewState";

describe("getReviewState", () => {
  it("waits from the understanding on, anew with each revision, until the candidates are chosen", () => {
    const waits = REVIEW_LOG.map((_, index) => getReviewState(REVIEW_LOG.slice(0, index + 1)).wait?.until ?? null);
    expect(waits).toEqual([null, instant(6000), instant(9000), instant(10_000), null]);
  });

  it("has a question from its asking to its answer", () => {
    const questions = QUESTION_LOG.map((_, index) => getReviewState(QUESTION_LOG.slice(0, index + 1)).question?.id ?? null);
    expect(questions).toEqual([null, null, QUESTION_ID, null, null, null]);
    expect(getReviewState(QUESTION_LOG.slice(0, 3)).wait).toEqual({ startedAt: instant(2000), until: instant(60_000) });
  });

  it("keeps an open question, and its deadline, over a revision", () => {
    const [submitted, understood, asked, , revision] = QUESTION_LOG;
    const payload = { ...revision?.payload, review_until: undefined };
    const state = getReviewState([submitted, understood, asked, { ...revision, payload }] as never);
    expect(state.question?.id).toBe(QUESTION_ID);
    expect(state.wait?.until).toBe(instant(60_000));
  });

  it("lists who did what, without revisions that changed nothing", () => {
    expect(getReviewState(REVIEW_LOG).actions).toMatchObject([{ kind: "revision", by: "user", changes: [{ field: "needs" }, { field: "limits" }] }]);
    expect(getReviewState(QUESTION_LOG).actions).toMatchObject([{ kind: "answer", answer: "For music", person: true }, { kind: "revision" }]);
  });

  it.each(["towow.demand.cancelled", "towow.demand.closed"])("ends with %s", (type) => {
    const [submitted, understood, asked] = QUESTION_LOG;
    const end = { ...asked, seq: 4, event_type: type, payload: {} };
    expect(getReviewState([submitted, understood, asked, end] as never)).toMatchObject({ question: null, wait: null });
  });
});

describe("the projection of a review", () => {
  it("is under review until the candidates are chosen, with the revised understanding", () => {
    const views = projectViews(REVIEW_LOG);
    expect(views.map(({ phase }) => phase)).toEqual(["understanding", "reviewing", "reviewing", "reviewing", "filtering"]);
    expect(views.at(-1)?.understanding?.needs?.map(({ need }) => need)).toEqual(["storytellers", "barn"]);
    expect(views.at(-1)?.revisions).toHaveLength(2);
    expect(views.at(-1)?.review_until).toBeNull();
  });

  it("has the question while it is open, then its answer", () => {
    const views = projectViews(QUESTION_LOG);
    expect(views.map(({ phase }) => phase)).toEqual(["understanding", "filtering", "reviewing", "reviewing", "reviewing", "filtering"]);
    expect(views[2]?.question?.question_id).toBe(QUESTION_ID);
    expect(views[3]).toMatchObject({ question: null, answered_questions: [{ question: { question_id: QUESTION_ID }, answer: { option: "music" } }] });
  });

  it("is over once the requester has the invitations sent", () => {
    const entries = REVIEW_LOG.map((entry) => (entry.seq === 4 ? { ...entry, payload: withoutWait(entry.payload) } : entry));
    expect(projectViews(entries).map(({ phase }) => phase)).toEqual(["understanding", "reviewing", "reviewing", "filtering", "filtering"]);
    expect(getReviewState(entries.slice(0, 4)).wait).toBeNull();
  });

  it("goes on at once when nobody is waited for", () => {
    const entries = QUESTION_LOG.map((entry) => ({ ...entry, payload: { ...entry.payload, review_until: null } }));
    expect(projectViews(entries).map(({ phase }) => phase)).toEqual(["understanding", "filtering", "reviewing", "filtering", "filtering", "filtering"]);
  });
});

function withoutWait(payload: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => name !== "review_until"));
}
