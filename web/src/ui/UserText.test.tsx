// Are people's words shown as they are: folded when long, and with no mark in them that turns the text around?
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useLanguage } from "../i18n/locale";
import { asText } from "./escapeBidi";
import { Avatar } from "./Avatar";
import { OwnWords } from "./UserText";

beforeEach(() => { useLanguage.setState({ language: "en" }); });
afterEach(cleanup);

it("shows the marks that would turn a text around", () => {
  expect(asText("a\u202eb\u2066c\u2069d\u202c")).toBe("a⟨U+202E⟩b⟨U+2066⟩c⟨U+2069⟩d⟨U+202C⟩");
  expect(asText("مرحبا 👩‍🚀 שלום")).toBe("مرحبا 👩‍🚀 שלום");
  const { container } = render(<OwnWords text={"pay \u202e001 to Bob"} />);
  expect(container.querySelector("bdi")?.textContent).toBe("pay ⟨U+202E⟩001 to Bob");
});

it("gives an avatar a letter, not a mark", () => {
  expect(render(<Avatar agentId="a" name={"\u202eevil"} />).container.textContent).toBe("E");
});

it("folds a long text, and a heading sooner", () => {
  const { container, rerender } = render(<OwnWords text={"字".repeat(600)} />);
  expect(screen.queryByRole("button")).toBeNull();
  rerender(<OwnWords text={"字".repeat(601)} />);
  expect(container.querySelector("bdi")?.textContent).toBe(`${"字".repeat(600)}…`);
  rerender(<OwnWords heading text={"字".repeat(160)} />);
  expect(screen.queryByRole("button")).toBeNull();
  rerender(<OwnWords heading text={"😀".repeat(161)} />);
  expect(container.querySelector("h1")?.textContent).toBe(`${"😀".repeat(160)}…`);
});

it("calls a folded heading by its words only, the button beside it", () => {
  render(<OwnWords heading text={`${"a".repeat(160)}b`} />);
  const heading = screen.getByRole("heading", { level: 1 });
  const button = screen.getByRole("button", { name: "Show all" });
  expect(heading.contains(button)).toBe(false);
  expect(heading.textContent).toBe(`${"a".repeat(160)}…`);
  fireEvent.click(button);
  expect(heading.textContent).toBe(`${"a".repeat(160)}b`);
  expect(button.getAttribute("aria-expanded")).toBe("true");
});
