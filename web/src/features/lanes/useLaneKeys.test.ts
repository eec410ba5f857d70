// Arrow keys inside the lanes.
import { expect, it } from "vitest";
import { findNextButton } from "./useLaneKeys";

const positions = [
  { lane: 0, column: 0 }, { lane: 0, column: 3 },
  { lane: 1, column: 1 }, { lane: 1, column: 2 },
  { lane: 3, column: 0 },
];

it.each([
  [0, "ArrowRight", 1], [1, "ArrowRight", null], [1, "ArrowLeft", 0], [2, "ArrowLeft", null],
  [1, "ArrowDown", 3], [0, "ArrowDown", 2], [3, "ArrowDown", 4], [4, "ArrowDown", null],
  [2, "ArrowUp", 0], [4, "ArrowUp", 2], [0, "ArrowUp", null], [2, "Enter", null], [9, "ArrowUp", null],
])("lead from button %d by %s to %s", (from, key, next) => {
  expect(findNextButton(positions, from, key)).toBe(next);
});
