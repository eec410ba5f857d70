// User text: collapsing and bidirectional controls.
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useLocaleStore } from "../i18n/locale";
import { escapeBidi } from "./escapeBidi";
import { Avatar } from "./Avatar";
import { UserText } from "./UserText";

beforeEach(() => { useLocaleStore.setState({ locale: "en" }); });
afterEach(cleanup);

it("shows bidirectional controls as visible text", () => {
  expect(escapeBidi("a\u202eb\u2066c\u2069d\u202c")).toBe("a⟨U+202E⟩b⟨U+2066⟩c⟨U+2069⟩d⟨U+202C⟩");
  expect(escapeBidi("مرحبا 👩‍🚀 שלום")).toBe("مرحبا 👩‍🚀 שלום");
  const { container } = render(<UserText text={"pay \u202e001 to Bob"} />);
  expect(container.querySelector("bdi")?.textContent).toBe("pay ⟨U+202E⟩001 to Bob");
});

it("ignores bidirectional controls in avatar initials", () => {
  expect(render(<Avatar agentId="a" name={"\u202eevil"} />).container.textContent).toBe("E");
});

it("collapses long texts, and headings at a lower limit", () => {
  const { container, rerender } = render(<UserText text={"字".repeat(600)} />);
  expect(screen.queryByRole("button")).toBeNull();
  rerender(<UserText text={"字".repeat(601)} />);
  expect(container.querySelector("bdi")?.textContent).toBe(`${"字".repeat(600)}…`);
  rerender(<UserText heading text={"字".repeat(160)} />);
  expect(screen.queryByRole("button")).toBeNull();
  rerender(<UserText heading text={"😀".repeat(161)} />);
  expect(container.querySelector("h1")?.textContent).toBe(`${"😀".repeat(160)}…`);
});

it("excludes the toggle from the name of a collapsed heading", () => {
  render(<UserText heading text={`${"a".repeat(160)}b`} />);
  const heading = screen.getByRole("heading", { level: 1 });
  const button = screen.getByRole("button", { name: "Show all" });
  expect(heading.contains(button)).toBe(false);
  expect(heading.textContent).toBe(`${"a".repeat(160)}…`);
  fireEvent.click(button);
  expect(heading.textContent).toBe(`${"a".repeat(160)}b`);
  expect(button.getAttribute("aria-expanded")).toBe("true");
});
