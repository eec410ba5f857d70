// Agent details for administrators, and the unsaved-changes prompt.
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLocaleStore } from "../../i18n/locale";
import { MESSAGES as PERSON } from "../humanInTheLoop/messages";
import { useSessionStore } from "../session/session";
import { AgentDetails } from "./AgentDetails";
import { ProfileForm } from "./ProfileForm";
import { PROFILE_FORM_MESSAGES as FORM } from "./profileFormMessages";
import { MESSAGES } from "./messages";

const AGENT = { agent_id: "agent_bob", display_name: "Bob", summary: "", capabilities: [], tags: [], languages: [], remote: false, active: true };
let responses: Record<string, object> = {};
let requests: string[] = [];

beforeEach(() => {
  useLocaleStore.setState({ locale: "en" });
  requests = [];
  responses = { "agents/agent_bob": AGENT, "admin/agents/agent_bob": { ...AGENT, user_id: "user_bob", price: 1200, currency: "GBP", capacity: 40 } };
  vi.stubGlobal("fetch", (url: string) => {
    const path = url.replace("/api/v1/", "");
    requests.push(path);
    return Promise.resolve(new Response(JSON.stringify(responses[path] ?? { items: [] }), { status: 200 }));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function renderDetails(admin: boolean, changes = 0): HTMLElement {
  useSessionStore.setState({ session: { user_id: "root", admin, sign_in: true } });
  const nothing = (): void => undefined;
  return render(
    <MemoryRouter><AgentDetails agentId="agent_bob" revision={changes} admin={admin} onEdit={nothing} onChanged={nothing} onClose={nothing} /></MemoryRouter>,
  ).container;
}

it("shows owner, price and capacity to an administrator", async () => {
  const page = renderDetails(true);
  await screen.findByText("user_bob");
  for (const said of [`${FORM.en.label.user_id}user_bob`, `${FORM.en.label.price}£1,200`, `${FORM.en.label.capacity}40`]) expect(page.textContent).toContain(said);
});

it("distinguishes a price of 0 from none", async () => {
  responses["admin/agents/agent_bob"] = { ...AGENT, price: 0 };
  const page = renderDetails(true);
  await waitFor(() => { expect(page.textContent).toContain(`${FORM.en.label.price}CN¥0`); });
  expect(page.textContent).toContain(`${FORM.en.label.capacity}${MESSAGES.en.unsaid}`);
});

it("does not fetch private fields for others", async () => {
  const page = renderDetails(false);
  await screen.findByText("agent_bob");
  expect(page.querySelector("[data-part=OwnFields]")).toBeNull();
  expect(requests).not.toContain("admin/agents/agent_bob");
});

it.each([[true, 1], [false, 0]])("offers attendance only for active agents: %s", async (active, buttons) => {
  responses["agents/agent_bob"] = { ...AGENT, active };
  renderDetails(true);
  await screen.findByText("user_bob");
  expect(screen.queryAllByRole("button", { name: PERSON.en.attend })).toHaveLength(buttons);
});

/** Whether unloading the page would prompt the user. */
function isUnloadPrevented(): boolean {
  return !dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

it("prompts before unloading only with unsaved changes", () => {
  const nothing = (): void => undefined;
  const { unmount } = render(<ProfileForm profile={AGENT} onDone={nothing} onClose={nothing} />);
  const name = screen.getByLabelText(FORM.en.label.display_name);
  expect(isUnloadPrevented()).toBe(false);
  fireEvent.change(name, { target: { value: "Bobby" } });
  expect(isUnloadPrevented()).toBe(true);
  fireEvent.change(name, { target: { value: "Bob" } });
  expect(isUnloadPrevented()).toBe(false);
  fireEvent.change(name, { target: { value: "Bobby" } });
  unmount();
  expect(isUnloadPrevented()).toBe(false);
});
