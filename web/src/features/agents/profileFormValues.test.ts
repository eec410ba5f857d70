// Conversion and validation of profile form values.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAX_IMPORT_BYTES, type Profile } from "./agentsApi";
import { EMPTY_FORM, validateProfile, toFormValues, splitLines, toProfile } from "./profileFormValues";

const ROOT = join(import.meta.dirname, "../../../..");
const AGENTS = join(ROOT, "examples/agents");
const exampleProfiles = readdirSync(AGENTS)
  .filter((file) => file.endsWith(".jsonl"))
  .flatMap((file) => readFileSync(join(AGENTS, file), "utf8").trimEnd().split("\n"))
  .map((line) => JSON.parse(line) as Profile);

const DEFAULTS = {
  summary: "",
  capabilities: [],
  tags: [],
  languages: [],
  remote: false,
  currency: "CNY",
  free_dates: [],
  busy_weekdays: [],
  interests: [],
  constraints: [],
  temperament: "even",
  active: true,
};

describe("the profile form", () => {
  it("round-trips every example profile", () => {
    expect(exampleProfiles.length).toBeGreaterThan(300);
    for (const profile of exampleProfiles) {
      expect(validateProfile(toFormValues(profile))).toEqual({});
      expect(toProfile(toFormValues(profile))).toEqual({ ...DEFAULTS, ...profile });
    }
  });

  it("omits empty fields and trims blanks", () => {
    const form = { ...EMPTY_FORM, agent_id: " a ", display_name: " A ", capabilities: " venue \r\n\n music", temperament: " " };
    expect(toProfile(form)).toEqual({ ...DEFAULTS, agent_id: "a", display_name: "A", capabilities: ["venue", "music"] });
  });

  it("sorts weekdays and distinguishes a price of 0 from none", () => {
    const profile = toProfile({ ...EMPTY_FORM, busy_weekdays: [6, 0, 3], price: "0", capacity: "" });
    expect(profile.busy_weekdays).toEqual([0, 3, 6]);
    expect(profile.price).toBe(0);
    expect("capacity" in profile).toBe(false);
  });

  it("reports validation problems", () => {
    const good = { ...EMPTY_FORM, agent_id: "a", display_name: "A" };
    expect(validateProfile(good)).toEqual({});
    expect(validateProfile(EMPTY_FORM)).toEqual({ agent_id: "id", display_name: "name" });
    for (const agent_id of ["A", "a b", "中", "a".repeat(65)]) expect(validateProfile({ ...good, agent_id })).toEqual({ agent_id: "id" });
    for (const price of ["-1", "1.5", "1e3", "x", "99999999999999999999"]) expect(validateProfile({ ...good, price })).toEqual({ price: "price" });
    for (const currency of ["GB", "euro", "1GB", "€"]) expect(validateProfile({ ...good, currency })).toEqual({ currency: "currency" });
    expect(toProfile({ ...good, currency: " gbp " }).currency).toBe("GBP");
    expect(toProfile({ ...good, currency: "" }).currency).toBe("CNY");
    expect(validateProfile({ ...good, capacity: "0" })).toEqual({ capacity: "capacity" });
    for (const free_dates of ["2026-02-30", "2026-2-3", "tomorrow", "2026-01-01\nx"]) expect(validateProfile({ ...good, free_dates })).toEqual({ free_dates: "date" });
    expect(validateProfile({ ...good, display_name: "😀".repeat(80) })).toEqual({});
    expect(validateProfile({ ...good, display_name: "😀".repeat(81) })).toEqual({ display_name: "name" });
  });

  it("splits lines at any line ending", () => {
    expect(splitLines("a\r\nb\rc\n\n d ")).toEqual(["a", "b", "c", "d"]);
  });
});

it("has the gateway's import limit", () => {
  const source = readFileSync(join(ROOT, "gateway/negotiation/routes/admin_agents.py"), "utf8");
  const factors = /^MAX_IMPORT_BYTES = ([\d *]+)$/m.exec(source)?.[1]?.split("*").map(Number) ?? [];
  expect(factors.reduce((product, factor) => product * factor, 1)).toBe(MAX_IMPORT_BYTES);
});
