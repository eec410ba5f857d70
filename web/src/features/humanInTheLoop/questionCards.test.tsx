// Cards of questions: their order and facts, answers that can be changed, what is told beside the page.
import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLocaleStore } from "../../i18n/locale";
import { advanceTime, createQuestion, installFakeGateway, resetFakeGateway, type FakeGateway } from "../../testUtils/fakeGateway";
import { acquireLease } from "./attendanceLease";
import { QuestionsPanel } from "./QuestionsPanel";
import { MESSAGES } from "./messages";

const messages = MESSAGES.en;
const DECLINED = { decision: "decline", reasoning: "" };
const CONDITIONAL = { decision: "conditional", contribution: "my hall", conditions: ["till ten", "no shoes"], reasoning: "" };

let fakeGateway: FakeGateway;

function createItem(id: string, more: object): unknown {
  return { ...(createQuestion(id) as object), ...more };
}

async function renderPanel(demandId: string | null = null): Promise<void> {
  void acquireLease("bob");
  render(<MemoryRouter><QuestionsPanel demandId={demandId} /></MemoryRouter>);
  await advanceTime(100);
}

async function send(): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name: messages.send }));
  await advanceTime(100);
}

beforeEach(() => {
  useLocaleStore.setState({ locale: "en" });
  fakeGateway = installFakeGateway();
});

afterEach(() => resetFakeGateway(fakeGateway));

it("offers to change an answer as long as the gateway says that it can be, with what was said", async () => {
  fakeGateway.answered = [createItem("q", { answer: CONDITIONAL })];
  await renderPanel();
  fireEvent.click(screen.getByRole("button", { name: messages.region }));
  expect(screen.getByText(messages.decisions.conditional)).toBeTruthy();
  expect(document.title).toBe("ToWow"); // It does not wait.
  fireEvent.click(screen.getByRole("button", { name: messages.change }));
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Your conditions/).value).toBe("till ten\nno shoes");
  fireEvent.click(screen.getByLabelText(messages.decisions.decline));
  await advanceTime(4_000);
  expect(screen.getByLabelText<HTMLInputElement>(messages.decisions.decline).checked).toBe(true); // Kept while polls go on.
  fakeGateway.answered = [];
  await advanceTime(2_000);
  expect(screen.getByRole("status").textContent).toBe(messages.kept);
  await advanceTime(12_000);
  expect(screen.queryByText(messages.kept)).toBeNull();
});

it("shows what was answered elsewhere as changeable, and sends another answer", async () => {
  fakeGateway.items = [createQuestion("q")];
  await renderPanel();
  [fakeGateway.items, fakeGateway.answered] = [[], [createItem("q", { answer: DECLINED })]];
  await advanceTime(2_000);
  fireEvent.click(screen.getByRole("button", { name: messages.change }));
  fireEvent.click(screen.getByLabelText(messages.decisions.participate));
  await send();
  expect(fakeGateway.times("POST q")).toBe(1);
  expect(screen.getByRole("status").textContent).toBe(messages.sent);
  expect(screen.getByText(messages.decisions.participate)).toBeTruthy();
});

it("lists the questions of the demand on the page first, then the newest first, and their number in the tab's title", async () => {
  const at = (id: string, demand_id: string, second: number): unknown => createItem(id, { demand_id, surface_demand: `demand ${id}`, asked_at: `2026-01-22T10:00:0${second}.000Z` });
  fakeGateway.items = [at("old", "other", 1), at("here", "d-1", 2), at("new", "other", 3)];
  await renderPanel("d-1");
  expect(screen.getAllByText(/^demand /).map((node) => node.textContent)).toEqual(["demand here", "demand new", "demand old"]);
  expect(document.title).toBe("(3) ToWow");
  fakeGateway.items = [];
  await advanceTime(30_000);
  expect(document.title).toBe("ToWow");
});

it("says who asks, when, where, for how much, for what, and with whom", async () => {
  fakeGateway.items = [createItem("q", {
    asked_by: "Alice", needs: ["a venue"], others: ["Amy", "Cai", "Dan", "Eva", "Fay", "Gus"], fee: { amount: 200_000, currency: "CNY" },
    limits: { place: "Beijing", dates: ["2026-12-05"], hours: "evening", budget: { amount: 800_000, currency: "CNY" } },
  })];
  await renderPanel();
  const facts = screen.getAllByRole("definition").map((node) => node.textContent);
  expect(facts.slice(0, 6)).toEqual(["Alice", "5 December 2026 · evening", "Beijing", "you usually ask for CN¥2,000, budget CN¥8,000 in all", "a venue", "Amy, Cai, Dan, Eva, Fay and 1 more"]);
});

it("says what a question of an earlier gateway does not tell", async () => {
  fakeGateway.items = [createQuestion("bare")];
  await renderPanel();
  expect(screen.getAllByText(messages.unsaid)).toHaveLength(3);
});

it("asks for permission to notify by a button only, and notifies of a new question while the page is hidden", async () => {
  const shown: string[] = [];
  const ask = vi.fn(() => Promise.resolve("granted"));
  const Fake = Object.assign(function notify(title: string) { shown.push(title); }, { permission: "default", requestPermission: ask });
  vi.stubGlobal("Notification", Fake);
  await renderPanel();
  expect(ask).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: messages.region }));
  fireEvent.click(screen.getByRole("button", { name: messages.notify }));
  await advanceTime(100);
  Fake.permission = "granted";
  expect(ask).toHaveBeenCalledOnce();
  expect(screen.queryByRole("button", { name: messages.notify })).toBeNull();
  fakeGateway.items = [createQuestion("seen")];
  await advanceTime(2_000);
  expect(shown).toEqual([]); // The page is visible.
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  fakeGateway.items = [createQuestion("seen"), createQuestion("hidden")];
  await advanceTime(4_000);
  expect(shown).toEqual([messages.invitation("Bob")]);
});
