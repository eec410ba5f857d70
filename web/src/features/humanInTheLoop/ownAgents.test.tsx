// Whose agents are listed, and are those among them that were added meanwhile?
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useSessionState } from "../session/session";
import { AttendToggle } from "./AttendanceToggle";
import { MyAgents } from "./MyAgents";

let answers: { ok: (names: readonly string[]) => void; fail: () => void }[] = [];

function signedIn(user: string): Promise<void> {
  return act(() => {
    useSessionState.setState({ session: { sign_in: true, user_id: user, admin: false } });
    return Promise.resolve();
  });
}

function shown(): void {
  render(<MemoryRouter><MyAgents /></MemoryRouter>);
}

async function settle(change: () => void): Promise<void> {
  await act(async () => {
    change();
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}

const listed = (): readonly (string | null)[] => screen.queryAllByRole("link").map((one) => one.textContent);

beforeEach(() => {
  answers = [];
  vi.stubGlobal("fetch", (url: string) => {
    if (!url.endsWith("session/agents")) return new Promise(() => undefined);
    return new Promise<Response>((resolve, reject) => {
      answers.push({
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
  useSessionState.setState(useSessionState.getInitialState());
  vi.unstubAllGlobals();
});

it.each([
  ["fails", "before"], ["fails", "after"], ["comes", "before"], ["comes", "after"],
])("shows one user's agents though the list of who was here earlier %s %s theirs", async (what, when) => {
  shown();
  await signedIn(`ann ${what} ${when}`);
  await signedIn(`ben ${what} ${when}`);
  const [earlier, own] = answers;
  const late = (): void => (what === "fails" ? earlier?.fail() : earlier?.ok(["Ada"]));
  const order = [late, () => own?.ok(["Bob"])];
  for (const settled of when === "before" ? order : order.reverse()) await settle(settled);
  expect(listed()).toEqual(["Bob"]);
});

it("shows an agent that was added meanwhile when one comes back, and what is known until then", async () => {
  await signedIn("cat");
  shown();
  await settle(() => answers[0]?.ok(["Dan"]));
  cleanup();
  shown();
  expect(listed()).toEqual(["Dan"]);
  expect(answers).toHaveLength(2);
  await settle(() => answers[1]?.ok(["Dan", "Eve"]));
  expect(listed()).toEqual(["Dan", "Eve"]);
  cleanup();
  shown();
  await settle(() => answers[2]?.fail());
  expect(listed()).toEqual(["Dan", "Eve"]);
});

it("asks again, after it failed, where it is needed next", async () => {
  await signedIn("fay");
  render(<AttendToggle agentId="gus" />);
  await settle(() => answers[0]?.fail());
  expect(screen.queryByRole("button")).toBeNull();
  cleanup();
  render(<AttendToggle agentId="gus" />);
  await settle(() => answers[1]?.ok(["Gus"]));
  expect(screen.getByRole("button")).toBeTruthy();
});
