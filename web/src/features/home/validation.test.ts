// Validation of demands and user names, and submission attempts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAX_DEMAND_CHARS, MAX_USER_ID_CHARS } from "../../generated/bounds";
import { getSubmitAttempt } from "./draftStore";
import { validateDemand, isUserName, countCharacters } from "./validation";
import { MESSAGES } from "./messages";

const DEMANDS = join(import.meta.dirname, "../../../../examples/demands.jsonl");

describe("a demand", () => {
  it.each([
    ["", 0],
    ["会", 1],
    ["👩‍🚀", 3],
    ["e\u0301", 1],
    [" a ", 3],
    ["a\r\nb", 4],
  ])("%j is counted in code points after NFC", (text, length) => {
    expect(countCharacters(text)).toBe(length);
  });

  it.each(["", " ", "\n\t", "\u3000\u00a0\u2028", "\u0085\u001c\u001f"])("%j is blank", (text) => {
    expect(validateDemand(text)).toBe("blank");
  });

  it.each(["\u200b", "\ufeff", "。", "\u202e"])("%j is not blank, as in Python", (text) => {
    expect(validateDemand(text)).toBeNull();
  });

  it("is rejected above the maximum length, not at it", () => {
    expect(validateDemand("😀".repeat(MAX_DEMAND_CHARS))).toBeNull();
    expect(validateDemand("😀".repeat(MAX_DEMAND_CHARS + 1))).toBe("long");
    expect(validateDemand("e\u0301".repeat(MAX_DEMAND_CHARS))).toBeNull();
    expect(validateDemand(` ${"a".repeat(MAX_DEMAND_CHARS)}`)).toBe("long");
  });
});

describe("a user name", () => {
  it.each([MESSAGES.zh.guest, MESSAGES.en.guest, "user_alice", "李 雷", "😀", "a".repeat(MAX_USER_ID_CHARS)])("%j is valid", (name) => {
    expect(isUserName(name)).toBe(true);
  });

  it.each(["", " ", " a", "a ", "a\nb", "a\u200fb", "a\u3000b", "a".repeat(MAX_USER_ID_CHARS + 1)])("%j is invalid", (name) => {
    expect(isUserName(name)).toBe(false);
  });
});

describe("a submission attempt", () => {
  it("keeps its idempotency key for the same payload only", () => {
    const first = getSubmitAttempt(null, ["a", "guest", undefined]);
    expect(getSubmitAttempt(first, ["a", "guest", undefined])).toBe(first);
    for (const other of [["b", "guest", undefined], ["a", "alice", undefined], ["a", "guest", "private"]]) {
      expect(getSubmitAttempt(first, other).idempotencyKey).not.toBe(first.idempotencyKey);
    }
  });
});

it("uses the shipped example demands", () => {
  const shipped = new Set(
    readFileSync(DEMANDS, "utf8").trimEnd().split("\n").map((line) => (JSON.parse(line) as { raw_input: string }).raw_input),
  );
  const [, ...english] = MESSAGES.en.example; // the first example comes from the seed data, in English
  expect([...MESSAGES.zh.example, ...english].filter((example) => !shipped.has(example))).toEqual([]);
  expect(MESSAGES.en.example).toHaveLength(MESSAGES.zh.example.length);
});
