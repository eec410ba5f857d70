// Layout of the lanes: every event once, in order of time, and still when more is said.
import { describe, expect, it } from "vitest";
import { RECORDED_LOGS, readRecordedLog } from "../../testUtils/recordedLogs";
import { buildRows, type TimelineRow } from "../timeline/timelineRows";
import { layOutLanes } from "./laneLayout";
import type { LaneBoard } from "./laneBoard";
import { dropEmptyLanes } from "./shownLanes";
import { findWishFates, isWish } from "./wishes";

const rowsOf = (name: string): readonly TimelineRow[] => buildRows(readRecordedLog(name).entries);

/** List where each event stands: channel, lane, column and slot. */
function listPlaces({ groups }: LaneBoard): ReadonlyMap<number, string> {
  return new Map(groups.flatMap(({ channel, lanes, plans, steps }) => [
    ...lanes.flatMap(({ id, bubbles }) => bubbles.flatMap(({ rows, column, slot }) => rows.map(({ entry }) => [entry.seq, `${id}|${column}|${slot}`] as const))),
    ...plans.map(({ row, column }) => [row.entry.seq, `${channel} plan|${column}`] as const),
    ...steps.flatMap(({ row, from }) => (row?.entry.event_type === "towow.negotiation.round_started" ? [[row.entry.seq, `${channel} round|${from}`] as const] : [])),
  ]));
}

describe.each(RECORDED_LOGS)("lanes of %s", (name) => {
  const rows = rowsOf(name);

  it("have every event in one place, two never in the same", () => {
    const board = layOutLanes(rows);
    expect([...listPlaces(board).keys()].sort((one, other) => one - other)).toEqual(rows.map(({ entry }) => entry.seq));
    const bubbles = board.groups.flatMap(({ lanes }) => lanes.flatMap(({ id, bubbles }) => bubbles.map(({ column, slot }) => `${id}|${column}|${slot}`)));
    expect(new Set(bubbles).size).toBe(bubbles.length);
  });

  it("never move what stands there when more is said", () => {
    const all = listPlaces(layOutLanes(rows));
    for (let count = 1; count <= rows.length; count += 1) {
      const places = [...listPlaces(layOutLanes(rows.slice(0, count)))];
      expect(places.filter(([seq, place]) => place !== all.get(seq))).toEqual([]);
    }
  });

  it("go on to the right in each lane", () => {
    for (const { lanes } of layOutLanes(rows).groups) {
      for (const { bubbles } of lanes) {
        const order = bubbles.map(({ column, slot }) => column * 10 + slot);
        expect(order).toEqual(order.toSorted((one, other) => one - other));
      }
    }
  });
});

describe("the lanes", () => {
  it("have a step for each round and a line for each plan, before the answers to it", () => {
    const [group] = layOutLanes(rowsOf("conditions-and-wishes")).groups;
    expect(group?.steps.map(({ kind, round }) => [kind, round])).toEqual([["understanding", null], ["invitations", null], ["answers", null], ["round", 1], ["round", 2], ["outcome", null]]);
    expect(group?.plans.map(({ version }) => version)).toEqual([1, 2]);
    for (const { row, column } of group?.plans ?? []) {
      const later = group?.lanes.flatMap(({ bubbles }) => bubbles).filter(({ seq }) => seq > row.entry.seq) ?? [];
      expect(later.every((bubble) => bubble.column >= column)).toBe(true);
    }
    expect(group?.lanes.map(({ agent }) => agent)).toEqual(["", "agent_bob", "agent_alice"]);
  });

  it("say a wish once that feedback has just asked for", () => {
    const [group] = layOutLanes(rowsOf("conditions-and-wishes")).groups;
    const alice = group?.lanes.find(({ agent }) => agent === "agent_alice");
    expect(alice?.bubbles.map(({ rows }) => rows.map(({ entry }) => entry.seq))).toEqual([[7], [8], [9], [13, 14], [19]]);
  });

  it("set a subnet apart, after the event that opened it, and keep its member there", () => {
    const { groups } = layOutLanes(rowsOf("subnet-closes-a-gap"));
    expect(groups.map(({ row }) => row.subnet?.number ?? null)).toEqual([null, 1]);
    const [root, subnet] = groups;
    expect(root?.lanes.map(({ agent }) => agent)).not.toContain("agent_frank");
    const frank = subnet?.lanes.find(({ agent }) => agent === "agent_frank");
    expect(frank?.bubbles.map(({ seq }) => seq)).toEqual([20, 23, 26]);
    const opened = root?.lanes[0]?.bubbles.find(({ seq }) => seq === 15)?.column ?? 0;
    expect(subnet?.steps[0]?.from).toBe(opened + 1);
    const ended = root?.lanes[0]?.bubbles.find(({ seq }) => seq === 27)?.column ?? 0;
    expect(ended).toBeGreaterThan(Math.max(...(frank?.bubbles.map(({ column }) => column) ?? [])));
  });

  it("leave out lanes and columns in which no wish is said, but no plan", () => {
    const board = dropEmptyLanes(layOutLanes(rowsOf("conditions-and-wishes"), isWish));
    expect(board.groups[0]?.lanes.map(({ agent }) => agent)).toEqual(["agent_bob", "agent_alice"]);
    expect(board.groups[0]?.plans.map(({ version }) => version)).toEqual([1, 2]);
    expect(board.columns).toBeLessThan(layOutLanes(rowsOf("conditions-and-wishes")).columns);
    expect(dropEmptyLanes(layOutLanes(rowsOf("all-decline"), isWish))).toEqual({ groups: [], columns: 0 });
  });

  it("tell of a wish what the next plan made of it, and nothing before that plan", () => {
    const rows = rowsOf("conditions-and-wishes");
    expect(findWishFates(rows.slice(0, 16)).size).toBe(0);
    expect(findWishFates(rows).get(13)).toBe("granted");
    expect(findWishFates(rows).get(6)).toBeUndefined();
  });
});
