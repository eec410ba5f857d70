// Does a profile come through the form as it was, and is a bad one seen before it is sent?
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MOST_IMPORTED } from "./agentsApi";
import type { Profile } from "./agentsApi";
import { EMPTY, faultsOf, formOf, linesOf, profileOf } from "./profileFormValues";

const ROOT = join(import.meta.dirname, "../../../..");
const AGENTS = join(ROOT, "examples/agents");
const shipped = readdirSync(AGENTS)
  .filter((file) => file.endsWith(".jsonl"))
  .flatMap((file) => readFileSync(join(AGENTS, file), "utf8").trimEnd().split("\n"))
  .map((line) => JSON.parse(line) as Profile);

const DEFAULTS = {
  summary: "",
  capabilities: [],
  tags: [],
  languages: [],
  remote: false,
  free_dates: [],
  busy_weekdays: [],
  interests: [],
  constraints: [],
  temperament: "even",
  active: true,
};

describe("the form", () => {
  it("gives back every profile that the project ships", () => {
    expect(shipped.length).toBeGreaterThan(300);
    for (const profile of shipped) {
      expect(faultsOf(formOf(profile))).toEqual({});
      expect(profileOf(formOf(profile))).toEqual({ ...DEFAULTS, ...profile });
    }
  });

  it("leaves out what is empty and takes the blanks away", () => {
    const form = { ...EMPTY, agent_id: " a ", display_name: " A ", capabilities: " venue \r\n\n music", temperament: " " };
    expect(profileOf(form)).toEqual({ ...DEFAULTS, agent_id: "a", display_name: "A", capabilities: ["venue", "music"] });
  });

  it("sorts the weekdays and keeps free of charge apart from not said", () => {
    const profile = profileOf({ ...EMPTY, busy_weekdays: [6, 0, 3], price: "0", capacity: "" });
    expect(profile.busy_weekdays).toEqual([0, 3, 6]);
    expect(profile.price).toBe(0);
    expect("capacity" in profile).toBe(false);
  });

  it("says what is wrong", () => {
    const good = { ...EMPTY, agent_id: "a", display_name: "A" };
    expect(faultsOf(good)).toEqual({});
    expect(faultsOf(EMPTY)).toEqual({ agent_id: "id", display_name: "name" });
    for (const agent_id of ["A", "a b", "中", "a".repeat(65)]) expect(faultsOf({ ...good, agent_id })).toEqual({ agent_id: "id" });
    for (const price of ["-1", "1.5", "1e3", "x", "99999999999999999999"]) expect(faultsOf({ ...good, price })).toEqual({ price: "price" });
    expect(faultsOf({ ...good, capacity: "0" })).toEqual({ capacity: "capacity" });
    for (const free_dates of ["2026-02-30", "2026-2-3", "tomorrow", "2026-01-01\nx"]) expect(faultsOf({ ...good, free_dates })).toEqual({ free_dates: "date" });
    expect(faultsOf({ ...good, display_name: "😀".repeat(80) })).toEqual({});
    expect(faultsOf({ ...good, display_name: "😀".repeat(81) })).toEqual({ display_name: "name" });
  });

  it("reads lines whatever ends them", () => {
    expect(linesOf("a\r\nb\rc\n\n d ")).toEqual(["a", "b", "c", "d"]);
  });
});

it("knows how much the gateway imports", () => {
  const source = readFileSync(join(ROOT, "gateway/admin/routes/agents.py"), "utf8");
  const factors = /^MOST_IMPORTED = ([\d *]+)$/m.exec(source)?.[1]?.split("*").map(Number) ?? [];
  expect(factors.reduce((product, factor) => product * factor, 1)).toBe(MOST_IMPORTED);
});
