// Does an administrator see all that was saved, and does a form that is not saved ask before it is lost?
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLanguage } from "../../i18n/locale";
import { WORDS as PERSON } from "../humanInTheLoop/messages";
import { useSessionState } from "../session/session";
import { AgentDetails } from "./AgentDetails";
import { ProfileForm } from "./ProfileForm";
import { WORDS as FORM } from "./profileFormMessages";
import { WORDS } from "./messages";

const AGENT = { agent_id: "agent_bob", display_name: "Bob", summary: "", capabilities: [], tags: [], languages: [], remote: false, active: true };
let answers: Record<string, object> = {};
let asked: string[] = [];

beforeEach(() => {
  useLanguage.setState({ language: "en" });
  asked = [];
  answers = { "agents/agent_bob": AGENT, "admin/agents/agent_bob": { ...AGENT, user_id: "user_bob", price: 1200, capacity: 40 } };
  vi.stubGlobal("fetch", (url: string) => {
    const path = url.replace("/api/v1/", "");
    asked.push(path);
    return Promise.resolve(new Response(JSON.stringify(answers[path] ?? { items: [] }), { status: 200 }));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(admin: boolean, changes = 0): HTMLElement {
  useSessionState.setState({ session: { user_id: "root", admin, sign_in: true } });
  const nothing = (): void => undefined;
  return render(
    <MemoryRouter><AgentDetails agentId="agent_bob" changes={changes} admin={admin} onEdit={nothing} onChanged={nothing} onClose={nothing} /></MemoryRouter>,
  ).container;
}

it("shows an administrator whose an agent is, what it costs and how many it serves", async () => {
  const page = show(true);
  await screen.findByText("user_bob");
  for (const said of [`${FORM.en.label.user_id}user_bob`, `${FORM.en.label.price}1,200`, `${FORM.en.label.capacity}40`]) expect(page.textContent).toContain(said);
});

it("says free of charge apart from not said", async () => {
  answers["admin/agents/agent_bob"] = { ...AGENT, price: 0 };
  const page = show(true);
  await waitFor(() => { expect(page.textContent).toContain(`${FORM.en.label.price}0`); });
  expect(page.textContent).toContain(`${FORM.en.label.capacity}${WORDS.en.unsaid}`);
});

it("asks nobody else for them", async () => {
  const page = show(false);
  await screen.findByText("agent_bob");
  expect(page.querySelector("[data-part=OwnFields]")).toBeNull();
  expect(asked).not.toContain("admin/agents/agent_bob");
});

it.each([[true, 1], [false, 0]])("offers to answer for an agent when it can be invited: %s", async (active, buttons) => {
  answers["agents/agent_bob"] = { ...AGENT, active };
  show(true);
  await screen.findByText("user_bob");
  expect(screen.queryAllByRole("button", { name: PERSON.en.attend })).toHaveLength(buttons);
});

/** Whether the browser would ask before the page is left. */
function asksToStay(): boolean {
  return !dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

it("asks before the page is left with a form that was changed, and only then", () => {
  const nothing = (): void => undefined;
  const { unmount } = render(<ProfileForm profile={AGENT} onDone={nothing} onClose={nothing} />);
  const name = screen.getByLabelText(FORM.en.label.display_name);
  expect(asksToStay()).toBe(false);
  fireEvent.change(name, { target: { value: "Bobby" } });
  expect(asksToStay()).toBe(true);
  fireEvent.change(name, { target: { value: "Bob" } });
  expect(asksToStay()).toBe(false);
  fireEvent.change(name, { target: { value: "Bobby" } });
  unmount();
  expect(asksToStay()).toBe(false);
});
