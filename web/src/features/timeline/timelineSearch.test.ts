// Search in what was said.
import { describe, expect, it } from "vitest";
import { readRecordedLog } from "../../testUtils/recordedLogs";
import { findHits } from "./timelineSearch";
import { buildRows } from "./timelineRows";

const { entries } = readRecordedLog("conditions-and-wishes");
const rows = buildRows(entries);
const typesOf = (text: string): readonly string[] => findHits(rows, text, "zh").map((seq) => entries[seq - 1]?.event_type ?? "");

describe("the search", () => {
  it("finds the words of people, wherever they stand, and the page's own", () => {
    expect(typesOf("从上海过来")).toEqual(["towow.offer.submitted", "towow.negotiation.bargain"]);
    expect(typesOf("ALICE")).toContain("towow.filter.completed");
    expect(findHits(rows, "accepts", "en")).toEqual([12, 18, 19]);
    expect(findHits(rows, "accepts", "zh")).toEqual([]);
  });

  it("finds full-width figures by plain ones, and nothing for a blank text", () => {
    expect(typesOf("５００元")).toEqual(typesOf("500元"));
    expect(typesOf("500元").length).toBeGreaterThan(1);
    expect(typesOf("  ")).toEqual([]);
  });

  it.each(["agent_alice", "collab-", "participate", "offer_", "scenario"])("does not find %s, which nobody said", (text) => {
    expect(typesOf(text)).toEqual([]);
  });
});
