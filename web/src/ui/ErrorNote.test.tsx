// Does a refusal say what is wrong, in whose words, and what one can do about it?
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Refused } from "../api/client";
import { speak } from "../i18n/locale";
import { problemsOf, RefusalNote } from "./ErrorNote";

beforeEach(() => { speak("en"); });
afterEach(cleanup);

const fields = [{ field: "capabilities.0", problem: "too odd" }, { field: "body", problem: "not JSON" }];
const refused = new Refused(400, "E001", "the request is not well formed", fields, null);

it("tells the problems of a field beside it, the others in the note", () => {
  expect(problemsOf(refused, "capabilities")).toEqual(["too odd"]);
  expect(problemsOf(refused, "cap")).toEqual([]);
  render(<RefusalNote refused={refused} without={["capabilities"]} />);
  expect(screen.getByRole("alert").textContent).toBe("the request is not well formedbody: not JSON");
});

it.each([
  [new Refused(0, "unreachable", "", undefined, null), /does not answer/],
  [new Refused(502, "unknown", "", undefined, null), /does not answer/],
  [new Refused(418, "unknown", "", undefined, null), /418/],
  [new Refused(429, "E017", "too many requests", "at most 60", 12), /too many.*at most 60.*12 s/],
  [new Refused(409, "E014", "conflict", { id: "a", status: "registered" }, null), /a is now registered/],
])("says what it is", (given, said) => {
  render(<RefusalNote refused={given} />);
  expect(screen.getByRole("alert").textContent).toMatch(said);
});

it("offers to sign in where that is what is asked for, and where it can be done", () => {
  const signIn = vi.fn();
  for (const [status, code] of [[401, "E012"], [403, "E013"]] as const) {
    render(<RefusalNote refused={new Refused(status, code, "not so", undefined, null)} signIn={signIn} />);
    render(<RefusalNote refused={new Refused(status, code, "not so", undefined, null)} />);
  }
  const note = screen.getByRole("button").closest("[data-refused]");
  expect([note?.getAttribute("data-refused"), note?.textContent]).toEqual(["E012", "not soSign in"]);
  fireEvent.click(screen.getByRole("button"));
  expect(signIn).toHaveBeenCalledOnce();
});

it("keeps what others wrote in a direction of its own", () => {
  const { container } = render(<RefusalNote refused={new Refused(400, "E001", "said", [{ field: "a", problem: "wrong" }], null)} />);
  expect([...container.querySelectorAll("bdi")].map((bdi) => bdi.textContent)).toEqual(["said", "a: wrong"]);
});
