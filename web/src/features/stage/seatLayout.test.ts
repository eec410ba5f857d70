// Seats without overlaps on all aspect ratios.
import { describe, expect, it } from "vitest";
import { layoutSeats, type Seat } from "./seatLayout";

/** Aspect ratios (width ÷ height) of a phone, a card and a large screen. */
const ASPECT_RATIOS = [0.7, 0.8, 1, 1.1, 1.2, 1.333, 1.5, 2, 2.7];
const ROUNDING = 0.02;

function areApart(one: Seat, other: Seat): boolean {
  const beside = Math.abs(one.x - other.x) >= (one.width + other.width) / 2 - ROUNDING;
  const below = Math.abs(one.y - other.y) >= (one.height + other.height) / 2 - ROUNDING;
  return beside || below;
}

function listOverlaps(seats: readonly Seat[]): (readonly [Seat, Seat])[] {
  return seats.flatMap((one, place) => seats.slice(0, place).filter((other) => !areApart(one, other)).map((other) => [one, other] as const));
}

describe("the seat layout", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 24])("of %i agents has no overlaps and stays within the stage", (count) => {
    const seats = layoutSeats(count);
    expect(seats).toHaveLength(count);
    expect(listOverlaps(seats)).toEqual([]);
    for (const { x, y, width, height } of seats) {
      expect(x - width / 2).toBeGreaterThanOrEqual(-ROUNDING);
      expect(x + width / 2).toBeLessThanOrEqual(100 + ROUNDING);
      expect(y - height / 2).toBeGreaterThanOrEqual(-ROUNDING);
      expect(y + height / 2).toBeLessThanOrEqual(100 + ROUNDING);
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])("of %i agents keeps the centre free", (count) => {
    for (const seat of layoutSeats(count)) {
      const [dx, dy] = [Math.abs(seat.x - 50) - seat.width / 2, Math.abs(seat.y - 50) - seat.height / 2];
      for (const shape of ASPECT_RATIOS) {
        // The plan is round; agentDiagram.css limits its diameter to the smaller of these.
        const plan = Math.min(42 * shape, 50);
        expect(Math.hypot(Math.max(0, dx) * shape, Math.max(0, dy))).toBeGreaterThanOrEqual(plan / 2 - ROUNDING);
      }
    }
  });

  it.each([1, 2, 3, 4, 5, 6, 8, 10])("of %i agents is as heavy on the left as on the right", (count) => {
    const xs = layoutSeats(count).map(({ x }) => x);
    expect(xs.reduce((sum, x) => sum + (x - 50), 0)).toBeCloseTo(0, 0);
  });

  it("is empty without agents", () => {
    expect(layoutSeats(0)).toEqual([]);
  });
});
