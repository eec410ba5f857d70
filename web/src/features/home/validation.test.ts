// Is a demand counted and refused as the gateway counts and refuses it?
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LONGEST_DEMAND, LONGEST_USER } from "../../generated/bounds";
import { attemptOf } from "./draftStore";
import { faultOf, isName, lengthOf } from "./validation";
import { WORDS } from "./messages";

const DEMANDS = join(import.meta.dirname, "../../../../examples/demands.jsonl");

describe("a demand", () => {
  it.each([
    ["", 0],
    ["会", 1],
    ["👩‍🚀", 3],
    ["e\u0301", 1],
    [" a ", 3],
    ["a\r\nb", 4],
  ])("%j has as many characters as code points in NFC", (text, length) => {
    expect(lengthOf(text)).toBe(length);
  });

  it.each(["", " ", "\n\t", "\u3000\u00a0\u2028", "\u0085\u001c\u001f"])("%j is blank", (text) => {
    expect(faultOf(text)).toBe("blank");
  });

  it.each(["\u200b", "\ufeff", "。", "\u202e"])("%j is not blank, for Python neither", (text) => {
    expect(faultOf(text)).toBeNull();
  });

  it("is refused beyond the bound, not at it", () => {
    expect(faultOf("😀".repeat(LONGEST_DEMAND))).toBeNull();
    expect(faultOf("😀".repeat(LONGEST_DEMAND + 1))).toBe("long");
    expect(faultOf("e\u0301".repeat(LONGEST_DEMAND))).toBeNull();
    expect(faultOf(` ${"a".repeat(LONGEST_DEMAND)}`)).toBe("long");
  });
});

describe("a name", () => {
  it.each([...Object.values(WORDS).map((words) => words.guest), "user_alice", "李 雷", "😀", "a".repeat(LONGEST_USER)])("%j will do", (name) => {
    expect(isName(name)).toBe(true);
  });

  it.each(["", " ", " a", "a ", "a\nb", "a\u200fb", "a\u3000b", "a".repeat(LONGEST_USER + 1)])("%j will not", (name) => {
    expect(isName(name)).toBe(false);
  });
});

describe("an attempt", () => {
  it("keeps its key while the same is sent, and takes another for anything else", () => {
    const first = attemptOf(null, ["a", "guest", undefined]);
    expect(attemptOf(first, ["a", "guest", undefined])).toBe(first);
    for (const other of [["b", "guest", undefined], ["a", "alice", undefined], ["a", "guest", "private"]]) {
      expect(attemptOf(first, other).key).not.toBe(first.key);
    }
  });
});

it("offers demands that the project ships", () => {
  const shipped = new Set(
    readFileSync(DEMANDS, "utf8").trimEnd().split("\n").map((line) => (JSON.parse(line) as { raw_input: string }).raw_input),
  );
  const [, ...english] = WORDS.en.example; // the first one is the seed's, in English
  expect([...WORDS.zh.example, ...english].filter((example) => !shipped.has(example))).toEqual([]);
  expect(WORDS.en.example).toHaveLength(WORDS.zh.example.length);
});
