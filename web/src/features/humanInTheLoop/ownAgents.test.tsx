// Own agents: users, refetching, failures.
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useSessionStore } from "../session/session";
import { AttendanceToggle } from "./AttendanceToggle";
import { MyAgents } from "./MyAgents";

let pendingResponses: { ok: (names: readonly string[]) => void; fail: () => void }[] = [];

function signInAs(user: string): Promise<void> {
  return act(() => {
    useSessionStore.setState({ session: { sign_in: true, user_id: user, admin: false } });
    return Promise.resolve();
  });
}

function renderMyAgents(): void {
  render(<MemoryRouter><MyAgents /></MemoryRouter>);
}

async function actAndSettle(change: () => void): Promise<void> {
  await act(async () => {
    change();
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}

const getListedNames = (): readonly (string | null)[] => screen.queryAllByRole("link").map((one) => one.textContent);

beforeEach(() => {
  pendingResponses = [];
  vi.stubGlobal("fetch", (url: string) => {
    if (!url.endsWith("session/agents")) return new Promise(() => undefined);
    return new Promise<Response>((resolve, reject) => {
      pendingResponses.push({
        ok: (names) => {
          const items = names.map((name) => ({ agent_id: name.toLowerCase(), display_name: name }));
          resolve(new Response(JSON.stringify({ items })));
        },
        fail: () => { reject(new TypeError("away")); },
      });
    });
  });
});

afterEach(() => {
  cleanup();
  useSessionStore.setState(useSessionStore.getInitialState());
  vi.unstubAllGlobals();
});

it.each([
  ["fails", "before"], ["fails", "after"], ["comes", "before"], ["comes", "after"],
])("shows the current user's agents when the previous user's request %s %s theirs", async (what, when) => {
  renderMyAgents();
  await signInAs(`ann ${what} ${when}`);
  await signInAs(`ben ${what} ${when}`);
  const [earlier, own] = pendingResponses;
  const late = (): void => (what === "fails" ? earlier?.fail() : earlier?.ok(["Ada"]));
  const order = [late, () => own?.ok(["Bob"])];
  for (const settled of when === "before" ? order : order.reverse()) await actAndSettle(settled);
  expect(getListedNames()).toEqual(["Bob"]);
});

it("refetches on mount and shows cached agents meanwhile", async () => {
  await signInAs("cat");
  renderMyAgents();
  await actAndSettle(() => pendingResponses[0]?.ok(["Dan"]));
  cleanup();
  renderMyAgents();
  expect(getListedNames()).toEqual(["Dan"]);
  expect(pendingResponses).toHaveLength(2);
  await actAndSettle(() => pendingResponses[1]?.ok(["Dan", "Eve"]));
  expect(getListedNames()).toEqual(["Dan", "Eve"]);
  cleanup();
  renderMyAgents();
  await actAndSettle(() => pendingResponses[2]?.fail());
  expect(getListedNames()).toEqual(["Dan", "Eve"]);
});

it("refetches after a failure when next mounted", async () => {
  await signInAs("fay");
  render(<AttendanceToggle agentId="gus" />);
  await actAndSettle(() => pendingResponses[0]?.fail());
  expect(screen.queryByRole("button")).toBeNull();
  cleanup();
  render(<AttendanceToggle agentId="gus" />);
  await actAndSettle(() => pendingResponses[1]?.ok(["Gus"]));
  expect(screen.getByRole("button")).toBeTruthy();
});
