// Date formats.
import { expect, it } from "vitest";
import { getFormat } from "./format";

it.each([
  ["2026-02-28", "28 February 2026"],
  ["2028-02-29", "29 February 2028"],
  ["2026-02-30", "2026-02-30"],
  ["2026-02-29", "2026-02-29"],
  ["next week", "next week"],
])("formats the day %s as %s", (said, written) => {
  expect(getFormat("en").day(said)).toBe(written);
});
