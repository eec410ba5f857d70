// Parameters of the URL changed by several parts of the page at once.
import { act, render } from "@testing-library/react";
import { BrowserRouter } from "react-router";
import { expect, it } from "vitest";
import { useUpdateSearchParams, type SearchParamsChange } from "./useUpdateSearchParams";

const changers: ((change: SearchParamsChange) => void)[] = [];

function Part() {
  changers.push(useUpdateSearchParams());
  return null;
}

it("keeps what another part changed before the router has rendered it", () => {
  history.replaceState(null, "", "/d/d-1?view=list&tab=now");
  render(<BrowserRouter><Part /><Part /></BrowserRouter>);
  const [first, second] = changers;
  act(() => {
    first?.((params) => { params.set("tab", "plan"); });
    second?.((params) => { params.set("at", "3"); });
    first?.((params) => { params.delete("view"); });
  });
  expect(location.search).toBe("?tab=plan&at=3");
});
