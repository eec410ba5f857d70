// Address of the timeline: what it says is read, written and survives a round trip.
import { describe, expect, it } from "vitest";
import { NO_FILTER } from "./rowFilter";
import { readTimelineQuery, writeTimelineQuery, type TimelineQuery } from "./timelineQuery";

const read = (address: string): TimelineQuery => readTimelineQuery(new URLSearchParams(address));
const write = (address: string, query: TimelineQuery): string => {
  const params = new URLSearchParams(address);
  writeTimelineQuery(params, query);
  return params.toString();
};

describe("the address of the timeline", () => {
  it.each(["", "q=&agent=&kind=&view=", "view=nothing&kind=odd,stuff"])("says nothing in %j", (address) => {
    expect(read(address)).toEqual({ text: "", filter: NO_FILTER, view: null });
  });

  it.each(["q=4%2C200+%E2%86%92&agent=agent_bob&kind=offers%2Cfeedback&view=list", "view=wishes", "kind=none"])("is written as it was read: %s", (address) => {
    expect(write("", read(address))).toBe(address);
  });

  it("lists the shown kinds, and keeps other parameters", () => {
    const { filter } = read("kind=offers,odd,feedback");
    expect([...filter.hiddenKinds]).toEqual(["people", "rounds", "outcome", "gaps", "other"]);
    expect(write("at=3&tab=now&q=old", { text: "new", filter: NO_FILTER, view: "lanes" })).toBe("at=3&tab=now&q=new&view=lanes");
    expect([...read("kind=none").filter.hiddenKinds]).toHaveLength(7);
  });
});
