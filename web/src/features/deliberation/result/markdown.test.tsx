// Markdown: what it shows, and what it never becomes.
import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { Markdown } from "./Markdown";
import { getSafeUrl } from "./parseMarkdown";

afterEach(cleanup);

const show = (text: string): HTMLElement => render(<Markdown text={text} headingLevel={3} />).container;

describe("Markdown", () => {
  it("has headings below the page's, tables, lists, check boxes, code", () => {
    const box = show("# A\n\n## B\n\n| x | y |\n|---|--:|\n| 1 | **2** |\n\n- [x] done\n- [ ] open\n\n3. three\n\n> said\n\n`a` *b*\n\n---\n\n```\ncode\n```");
    expect([...box.querySelectorAll("h3, h4")].map(({ tagName, textContent }) => [tagName, textContent])).toEqual([["H3", "A"], ["H4", "B"]]);
    expect([...box.querySelectorAll("th, td")].map(({ textContent }) => textContent)).toEqual(["x", "y", "1", "2"]);
    expect(box.querySelector("td strong")?.textContent).toBe("2");
    expect([...box.querySelectorAll("ul li")].map(({ textContent }) => textContent)).toEqual(["☑ done", "☐ open"]);
    expect(box.querySelector("ol")?.getAttribute("start")).toBe("3");
    for (const name of ["blockquote", "code", "em", "hr", "pre"]) expect(box.querySelector(name)).not.toBeNull();
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "a <b onclick=alert(1)>b</b>",
    "<iframe src=//evil></iframe>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    "[x](//evil.example)",
    "![x](https://evil.example/pixel.png)",
    "[x][y]\n\n[y]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "[x](\u0001javascript:alert(1))",
  ])("makes no element and no link of %j", (text) => {
    const box = show(text);
    expect(box.querySelector("script, img, iframe, b, a, [onclick], [onerror]")).toBeNull();
    expect(box.textContent).not.toBe("");
  });

  it.each(["https://ielts.org/", "http://a.example/x?y=1#z", "mailto:a@b.example"])("links to %s", (address) => {
    const link = show(`[there](${address})`).querySelector("a");
    expect(link?.getAttribute("href")).toBe(address);
    expect(link?.getAttribute("rel")).toContain("noopener");
    expect(getSafeUrl(address)).toBe(address);
  });

  it.each([
    ["**目标：**七分", "目标："],
    ["我的**“目标”**是七分", "“目标”"],
    ["第1步**（必做）**3天", "（必做）"],
    ["**Goal:**seven", "Goal:"],
    ["a **b** c", "b"],
  ])("emphasises %j", (text, strong) => {
    const box = show(text);
    expect(box.querySelector("strong")?.textContent).toBe(strong);
    expect(box.textContent).toBe(text.replaceAll("*", ""));
  });

  it("leaves asterisks that emphasise nothing, and code", () => {
    expect(show("3 * 4 * 5 = 60").querySelector("em")).toBeNull();
    expect(show("`a**b：**c`").querySelector("code")?.textContent).toBe("a**b：**c");
  });

  it("shows HTML as text, entities as characters and bidirectional controls visibly", () => {
    expect(show("a <script>x</script> &amp; b \u202ec").textContent).toBe("a <script>x</script> & b ⟨U+202E⟩c");
  });

  it("stays whole under very deep nesting and long text", () => {
    expect(show(`${">".repeat(1500)} deep`).textContent).toContain("deep");
    expect(show(`${"- ".repeat(500)}deep`).textContent).toContain("deep");
    for (const text of ["[", "*a", "`a", "![", "<a", "|a\n|-\n|"]) expect(show(text.repeat(1500 / text.length)).textContent).not.toBe("");
  });
});
