// When is what is typed searched for, and what stays when the gateway does not answer?
import { describe, expect, it } from "vitest";
import { Refused } from "../../api/client";
import { due, typing } from "./searchInput";
import type { Typed, Typing } from "./searchInput";
import { againAfter, heard } from "./useResource";
import type { Asked } from "./useResource";

const after = (...actions: Typing[]): Typed => actions.reduce(typing, { text: "", asked: "", composing: false });
const typed = (text: string, composing = false): Typing => ({ type: "typed", text, composing });

describe("typing", () => {
  it("is searched for once", () => {
    expect(due(after())).toBeNull();
    expect(due(after(typed("ve")))).toBe("ve");
    expect(due(after(typed("ve"), { type: "asked", q: "ve" }))).toBeNull();
    expect(due(after(typed("ve"), { type: "asked", q: "ve" }, typed(" ve ")))).toBeNull();
    expect(due(after(typed("ve"), { type: "asked", q: "ve" }, typed("")))).toBe("");
  });

  it("waits while characters are composed", () => {
    expect(due(after(typed("chang di", true)))).toBeNull();
    expect(due(after(typed("chang di", true), typed("场地")))).toBe("场地");
  });

  it("gives way to the address, but not to its own echo", () => {
    const asked = after(typed("a"), { type: "asked", q: "a" }, typed("ab"));
    expect(typing(asked, { type: "moved", q: "a" })).toBe(asked);
    expect(typing(asked, { type: "moved", q: "back" })).toEqual({ text: "back", asked: "back", composing: false });
  });
});

describe("an answer", () => {
  const nothing: Asked<string> = { key: "", answer: null, refused: null };
  const refusal = (status: number, code: string, retry: number | null = null): Refused => new Refused(status, code, "", undefined, retry);

  it("stays while it cannot be had anew, but not as that of another question", () => {
    const answered = heard(nothing, { key: "a", answer: "yes" });
    const away = refusal(0, "unreachable");
    expect(heard(answered, { key: "a", refused: away })).toEqual({ key: "a", answer: "yes", refused: away });
    expect(heard(answered, { key: "b", refused: away }).answer).toBeNull();
    expect(heard(answered, { key: "a", refused: refusal(404, "E008") }).answer).toBeNull();
    expect(heard(heard(answered, { key: "a", refused: away }), { key: "a", answer: "new" }).refused).toBeNull();
  });

  it("is asked for again when that may help, and when the gateway says", () => {
    expect(againAfter(null)).toBeNull();
    expect(againAfter(refusal(503, "E018", 7))).toBe(7);
    expect(againAfter(refusal(503, "E018"))).toBeGreaterThan(0);
    expect(againAfter(refusal(0, "unreachable"))).toBeGreaterThan(0);
    expect(againAfter(refusal(404, "E008"))).toBeNull();
    expect(againAfter(refusal(400, "E001"))).toBeNull();
  });
});
