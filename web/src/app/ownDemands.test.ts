// Ids of own demands: order, bound, damaged storage.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { addOwnDemand, getOwnDemands } from "./ownDemands";

beforeEach(() => { localStorage.clear(); });
afterEach(() => { vi.restoreAllMocks(); });

it("keeps the latest 500 ids, each once", () => {
  expect(getOwnDemands().size).toBe(0);
  for (let number = 0; number < 501; number += 1) addOwnDemand(`d-${number}`);
  addOwnDemand("d-7");
  const ids = [...getOwnDemands()];
  expect(ids).toHaveLength(500);
  expect([ids[0], ids.at(-2), ids.at(-1)]).toEqual(["d-1", "d-500", "d-7"]);
});

it.each(["{", "null", "7", '{"d-1": 1}', '[1, null, ["d-1"]]'])("reads damaged storage %j as empty", (stored) => {
  localStorage.setItem("towow.demands", stored);
  expect(getOwnDemands().size).toBe(0);
  addOwnDemand("d-1");
  expect([...getOwnDemands()]).toEqual(["d-1"]);
});
