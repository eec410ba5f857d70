// Search input reducer, and resource reducer with retry delays.
import { describe, expect, it } from "vitest";
import { ApiError } from "../../api/client";
import { getPendingQuery, searchInputReducer, type SearchInputState, type SearchInputAction } from "./searchInput";
import { getRetryDelay, resourceReducer, type ResourceState } from "./useResource";

const reduceActions = (...actions: SearchInputAction[]): SearchInputState => actions.reduce(searchInputReducer, { text: "", submitted: "", composing: false });
const createInput = (text: string, composing = false): SearchInputAction => ({ type: "input", text, composing });

describe("the search input", () => {
  it("submits a query once", () => {
    expect(getPendingQuery(reduceActions())).toBeNull();
    expect(getPendingQuery(reduceActions(createInput("ve")))).toBe("ve");
    expect(getPendingQuery(reduceActions(createInput("ve"), { type: "submitted", q: "ve" }))).toBeNull();
    expect(getPendingQuery(reduceActions(createInput("ve"), { type: "submitted", q: "ve" }, createInput(" ve ")))).toBeNull();
    expect(getPendingQuery(reduceActions(createInput("ve"), { type: "submitted", q: "ve" }, createInput("")))).toBe("");
  });

  it("waits for IME composition", () => {
    expect(getPendingQuery(reduceActions(createInput("chang di", true)))).toBeNull();
    expect(getPendingQuery(reduceActions(createInput("chang di", true), createInput("场地")))).toBe("场地");
  });

  it("follows URL changes, but not its own", () => {
    const asked = reduceActions(createInput("a"), { type: "submitted", q: "a" }, createInput("ab"));
    expect(searchInputReducer(asked, { type: "navigated", q: "a" })).toBe(asked);
    expect(searchInputReducer(asked, { type: "navigated", q: "back" })).toEqual({ text: "back", submitted: "back", composing: false });
  });
});

describe("a response", () => {
  const nothing: ResourceState<string> = { key: "", data: null, error: null };
  const createError = (status: number, code: string, retry: number | null = null): ApiError => new ApiError(status, code, "", undefined, retry);

  it("keeps data on an error with the same key only", () => {
    const answered = resourceReducer(nothing, { key: "a", data: "yes" });
    const away = createError(0, "unreachable");
    expect(resourceReducer(answered, { key: "a", error: away })).toEqual({ key: "a", data: "yes", error: away });
    expect(resourceReducer(answered, { key: "b", error: away }).data).toBeNull();
    expect(resourceReducer(answered, { key: "a", error: createError(404, "E008") }).data).toBeNull();
    expect(resourceReducer(resourceReducer(answered, { key: "a", error: away }), { key: "a", data: "new" }).error).toBeNull();
  });

  it("has a retry delay for retryable errors only", () => {
    expect(getRetryDelay(null)).toBeNull();
    expect(getRetryDelay(createError(503, "E018", 7))).toBe(7);
    expect(getRetryDelay(createError(503, "E018"))).toBeGreaterThan(0);
    expect(getRetryDelay(createError(0, "unreachable"))).toBeGreaterThan(0);
    expect(getRetryDelay(createError(404, "E008"))).toBeNull();
    expect(getRetryDelay(createError(400, "E001"))).toBeNull();
  });
});
