// Keys of the whole page, and elements that keep theirs.
import { beforeEach, describe, expect, it } from "vitest";
import { KEY_NAMES, getPageAction, keepsKey } from "./pageKeys";

const stroke = (key: string, held: Partial<KeyboardEvent> = {}): Parameters<typeof getPageAction>[0] => ({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held });

describe("the keys of the page", () => {
  it.each([
    [" ", "toggle"], ["ArrowLeft", "previous"], ["ArrowRight", "next"], ["Home", "first"], ["End", "newest"],
    ["1", "now"], ["2", "plan"], ["3", "people"], ["/", "search"], ["c", "copy"], ["?", "help"],
    ["x", null], ["Enter", null], ["Escape", null], ["toString", null],
  ])("%j does %s", (key, action) => {
    expect(getPageAction(stroke(key))).toBe(action);
  });

  it("step by round with Shift, and do nothing with Ctrl, Alt or Meta", () => {
    expect(getPageAction(stroke("ArrowLeft", { shiftKey: true }))).toBe("previousDecision");
    expect(getPageAction(stroke("ArrowRight", { shiftKey: true }))).toBe("nextDecision");
    expect(getPageAction(stroke("?", { shiftKey: true }))).toBe("help");
    for (const held of ["ctrlKey", "altKey", "metaKey"]) {
      for (const key of [" ", "c", "1", "/", "ArrowLeft"]) expect(getPageAction(stroke(key, { [held]: true }))).toBeNull();
    }
  });

  it("are all in the help", () => {
    const found = [" ", "ArrowLeft", "ArrowRight", "Home", "End", "1", "2", "3", "/", "c", "?"].flatMap((key) => [getPageAction(stroke(key)), getPageAction(stroke(key, { shiftKey: true }))]);
    expect(new Set(found.filter((action) => action !== null))).toEqual(new Set(Object.keys(KEY_NAMES)));
  });
});

describe("an element that has the focus", () => {
  let bar: Element | null = null;
  beforeEach(() => {
    document.body.innerHTML = `
      <input id="text"><input id="search" type="search"><textarea id="area"></textarea><select id="select"></select>
      <button id="button"></button><details><summary id="summary"></summary></details><a id="link" href="/"></a>
      <input id="slider" type="range"><input id="check" type="checkbox">
      <div role="tablist"><button role="tab" id="tab"></button></div><div role="grid"><button id="point"></button></div>
      <div role="log" id="log" tabindex="0"><button id="inLog"></button></div>
      <section id="bar"><input id="moment" type="range"><button id="play"></button></section>`;
    bar = document.querySelector("#bar");
  });
  const keeps = (id: string, key: string): boolean => keepsKey(document.getElementById(id), key, bar);

  it.each(["text", "search", "area", "select"])("keeps every key in which one types: %s", (id) => {
    for (const key of [" ", "ArrowLeft", "Home", "1", "c", "/", "?"]) expect(keeps(id, key)).toBe(true);
  });

  it.each(["button", "summary", "tab", "point", "play", "check"])("keeps Space that presses it: %s", (id) => {
    expect([keeps(id, " "), keeps(id, "c"), keeps(id, "?")]).toEqual([true, false, false]);
  });

  it.each([["slider", true], ["tab", true], ["point", true], ["log", true], ["check", true], ["button", false], ["link", false], ["inLog", false], ["moment", false], ["play", false]])("of %s keeps the arrows: %s", (id, kept) => {
    for (const key of ["ArrowLeft", "ArrowRight", "Home", "End"]) expect(keeps(id, key)).toBe(kept);
  });

  it("is the body, which keeps nothing", () => {
    expect([keepsKey(document.body, " ", bar), keepsKey(document, "ArrowLeft", bar), keepsKey(null, "1", bar)]).toEqual([false, false, false]);
  });
});
