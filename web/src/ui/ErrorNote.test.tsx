// Error messages, details and sign-in.
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../api/client";
import { setLocale } from "../i18n/locale";
import { getFieldProblems, ErrorNote } from "./ErrorNote";

beforeEach(() => { setLocale("en"); });
afterEach(cleanup);

const fields = [{ field: "capabilities.0", problem: "too odd" }, { field: "body", problem: "not JSON" }];
const error = new ApiError(400, "E001", "the request is not well formed", fields, null);

it("separates the problems of one field from the others", () => {
  expect(getFieldProblems(error, "capabilities")).toEqual(["too odd"]);
  expect(getFieldProblems(error, "cap")).toEqual([]);
  render(<ErrorNote error={error} omitFields={["capabilities"]} />);
  expect(screen.getByRole("alert").textContent).toBe("the request is not well formedbody: not JSON");
});

it.each([
  [new ApiError(0, "unreachable", "", undefined, null), /does not answer/],
  [new ApiError(502, "unknown", "", undefined, null), /does not answer/],
  [new ApiError(418, "unknown", "", undefined, null), /418/],
  [new ApiError(429, "E017", "too many requests", "at most 60", 12), /too many.*at most 60.*12 s/],
  [new ApiError(409, "E014", "conflict", { id: "a", status: "registered" }, null), /a is now registered/],
])("shows the error's message", (given, said) => {
  render(<ErrorNote error={given} />);
  expect(screen.getByRole("alert").textContent).toMatch(said);
});

it("offers to sign in only for 401 and with a handler", () => {
  const signIn = vi.fn();
  for (const [status, code] of [[401, "E012"], [403, "E013"]] as const) {
    render(<ErrorNote error={new ApiError(status, code, "not so", undefined, null)} signIn={signIn} />);
    render(<ErrorNote error={new ApiError(status, code, "not so", undefined, null)} />);
  }
  const note = screen.getByRole("button").closest("[data-refused]");
  expect([note?.getAttribute("data-refused"), note?.textContent]).toEqual(["E012", "not soSign in"]);
  fireEvent.click(screen.getByRole("button"));
  expect(signIn).toHaveBeenCalledOnce();
});

it("isolates the direction of server text", () => {
  const { container } = render(<ErrorNote error={new ApiError(400, "E001", "said", [{ field: "a", problem: "wrong" }], null)} />);
  expect([...container.querySelectorAll("bdi")].map((bdi) => bdi.textContent)).toEqual(["said", "a: wrong"]);
});
