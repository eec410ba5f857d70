// Questions about limits at the plan, reserves and terms in it.
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AGREEMENT_LOG, BUDGET_QUESTION, CONTRADICTION, OVER_BUDGET, seqsOf } from "../../testUtils/agreementLog";
import { addOwnDemand } from "../../app/ownDemands";
import { EMPTY_LOG, appendEntries, openLog, seekTo, useLogStore, useVisibleView } from "../../eventLog/logStore";
import { useLocaleStore } from "../../i18n/locale";
import { CandidateList } from "../candidates/CandidateList";
import { useSessionStore } from "../session/session";
import { UnderstandingSummary } from "../understanding/UnderstandingSummary";
import { getLimitQuestions } from "../understanding/limitQuestions";
import { ProposalCard } from "./ProposalCard";

const DEMAND = "d-abcdefghijklm";
const [, ASKED = 0] = seqsOf("question.asked");
const [ANSWERED = 0, ALL_ANSWERED = 0] = seqsOf("question.answered");

let sent: { readonly path: string; readonly body: unknown }[] = [];
let status = 202;

beforeEach(() => {
  sent = [];
  status = 202;
  localStorage.clear();
  useLocaleStore.setState({ locale: "en" });
  useSessionStore.setState({ session: { user_id: null, admin: false, sign_in: false } });
  vi.stubGlobal("fetch", (url: string, { body }: RequestInit = {}) => {
    sent.push({ path: url, body: JSON.parse(body as string) as unknown });
    return Promise.resolve(new Response(JSON.stringify(status === 202 ? {} : { error_code: "E014", message: "no" }), { status }));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useLogStore.setState(EMPTY_LOG);
});

function Page() {
  const view = useVisibleView(DEMAND);
  return view && <MemoryRouter><UnderstandingSummary view={view} /><ProposalCard view={view} /><CandidateList view={view} /></MemoryRouter>;
}

function open(count: number): HTMLElement {
  openLog(DEMAND);
  appendEntries(AGREEMENT_LOG.slice(0, count));
  return render(<Page />).container;
}

const listPanels = (container: HTMLElement): Element[] => [...container.querySelectorAll('[data-part="question"]')];

describe("the requester", () => {
  beforeEach(() => { addOwnDemand(DEMAND); });

  it("decides at the plan, with two options and the time left", async () => {
    const container = open(ASKED);
    const [budget, day] = listPanels(container);
    expect(budget?.querySelector("h3")?.textContent).toBe("You decide (budget): The fees come to £430. May it cost that much?");
    expect([...(budget?.querySelectorAll("button") ?? [])].map((button) => button.dataset.option)).toEqual(["keep", "allow"]);
    expect(budget?.querySelector("[data-option=keep]")?.textContent).toContain("default");
    expect(day?.querySelector("[role=timer]")?.getAttribute("aria-label")).toMatch(/\d+ s left|\d+ seconds left/);
    await act(async () => { fireEvent.click(screen.getByRole("button", { name: /Allow it \(budget\)/ })); await Promise.resolve(); });
    expect(sent).toEqual([{ path: `/api/v1/demands/${DEMAND}/answers`, body: { question_id: BUDGET_QUESTION, option: "allow" } }]);
    act(() => { appendEntries(AGREEMENT_LOG.slice(0, ANSWERED)); });
    expect(listPanels(container)).toHaveLength(1);
    act(() => { appendEntries(AGREEMENT_LOG.slice(0, ALL_ANSWERED)); });
    expect(listPanels(container)).toHaveLength(0);
  });

  it("is told that a question is over", async () => {
    open(ASKED);
    status = 409;
    await act(async () => { fireEvent.click(screen.getByRole("button", { name: /Keep the budget/ })); await new Promise((resolve) => setTimeout(resolve, 5)); });
    expect(screen.getByRole("alert").textContent).toContain("This question is over");
  });

  it("decides nothing while an earlier moment is shown", () => {
    const container = open(AGREEMENT_LOG.length);
    act(() => { useLogStore.setState({ connection: "over" }); seekTo(ASKED); });
    expect(listPanels(container)).toHaveLength(0);
    expect(container.querySelectorAll('[data-part="limit-asked"]')).toHaveLength(2);
  });
});

it("others see in a line what is asked", () => {
  const container = open(ASKED);
  expect(listPanels(container)).toHaveLength(0);
  expect(container.querySelector('[data-part="limit-asked"]')?.textContent).toContain("The requester decides about the budget: The fees come to £430. May it cost that much?");
  cleanup();
  useLocaleStore.setState({ locale: "zh" });
  expect(open(ASKED).querySelectorAll('[data-part="limit-asked"]')[1]?.textContent).toContain("等提出者决定日期：");
});

it("answers and changes stand in the history of the understanding", () => {
  const history = open(ALL_ANSWERED).querySelector('[data-part="revisions"]');
  expect(history?.textContent).toContain("Answer: Allow it (budget)");
  expect(history?.textContent).toContain("No answer, so the default: Keep the dates");
  expect(history?.textContent).toContain("£400 becomes  → £420");
});

it("no question is open after the end", () => {
  const end = AGREEMENT_LOG.at(-1);
  expect(getLimitQuestions(AGREEMENT_LOG.slice(0, ASKED))).toHaveLength(2);
  expect(getLimitQuestions([...AGREEMENT_LOG.slice(0, ASKED), { ...end, seq: ASKED + 1 }] as typeof AGREEMENT_LOG)).toEqual([]);
});

describe("the plan", () => {
  it("lists what was found against it", () => {
    const found = [...open(ASKED).querySelectorAll<HTMLElement>('[data-part="findings"] li')];
    expect(found.map(({ dataset, textContent }) => [dataset.kind, textContent])).toEqual([["over_budget", `⚠over budget ${OVER_BUDGET}`], ["contradiction", `⚠contradiction ${CONTRADICTION}`]]);
  });

  it("has reserves apart, and terms that the text does not say", () => {
    const container = open(AGREEMENT_LOG.length);
    const reserves = container.querySelector('[data-part="reserves"]');
    expect(reserves?.textContent).toContain("Eve");
    expect(reserves?.querySelector("[data-holding]")?.getAttribute("data-holding")).toBe("reserve");
    const bob = container.querySelector(".proposal-assignment");
    expect([...(bob?.querySelectorAll<HTMLElement>("[data-term]") ?? [])].map(({ dataset }) => dataset.term)).toEqual(["people", "notice", "deposit", "condition"]);
  });

  it("and the offers name their terms", () => {
    const container = open(AGREEMENT_LOG.length);
    const offer = container.querySelector<HTMLDetailsElement>("[data-agent=agent_bob] details");
    if (offer === null) throw new Error("Bob has made no offer");
    act(() => { offer.open = true; offer.dispatchEvent(new Event("toggle")); });
    expect(offer.querySelector("[data-term=fee]")?.textContent).toBe("Fee £420");
  });
});
