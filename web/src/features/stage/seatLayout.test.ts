// Does everybody have a seat of their own, on the stage and beside the plan?
import { describe, expect, it } from "vitest";
import { seatsFor } from "./seatLayout";
import type { Seat } from "./seatLayout";

/** Width to height of stages: a phone's, a card's, a wall's. */
const SHAPES = [0.7, 0.8, 1, 1.1, 1.2, 1.333, 1.5, 2, 2.7];
const ROUNDING = 0.02;

function apart(one: Seat, other: Seat): boolean {
  const beside = Math.abs(one.x - other.x) >= (one.width + other.width) / 2 - ROUNDING;
  const below = Math.abs(one.y - other.y) >= (one.height + other.height) / 2 - ROUNDING;
  return beside || below;
}

function overlaps(seats: readonly Seat[]): (readonly [Seat, Seat])[] {
  return seats.flatMap((one, place) => seats.slice(0, place).filter((other) => !apart(one, other)).map((other) => [one, other] as const));
}

describe("the seats", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 24])("of %i agents do not overlap and are all on the stage", (count) => {
    const seats = seatsFor(count);
    expect(seats).toHaveLength(count);
    expect(overlaps(seats)).toEqual([]);
    for (const { x, y, width, height } of seats) {
      expect(x - width / 2).toBeGreaterThanOrEqual(-ROUNDING);
      expect(x + width / 2).toBeLessThanOrEqual(100 + ROUNDING);
      expect(y - height / 2).toBeGreaterThanOrEqual(-ROUNDING);
      expect(y + height / 2).toBeLessThanOrEqual(100 + ROUNDING);
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])("of %i agents leave the middle to the plan", (count) => {
    for (const seat of seatsFor(count)) {
      const [dx, dy] = [Math.abs(seat.x - 50) - seat.width / 2, Math.abs(seat.y - 50) - seat.height / 2];
      for (const shape of SHAPES) {
        // The plan is round; agentDiagram.css makes it as wide as the smaller of these.
        const plan = Math.min(42 * shape, 50);
        expect(Math.hypot(Math.max(0, dx) * shape, Math.max(0, dy))).toBeGreaterThanOrEqual(plan / 2 - ROUNDING);
      }
    }
  });

  it("are none for nobody", () => {
    expect(seatsFor(0)).toEqual([]);
  });
});
