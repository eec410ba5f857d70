// Outcome card of an agreement that is not complete, and the same facts wherever an agreement stands.
import { act, cleanup, render, within } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AGREEMENT_LOG, COMPLETE_OUTCOME, CONTRADICTION, OVER_BUDGET, PLAN_OUTCOME, createAgreementLog } from "../../testUtils/agreementLog";
import { RAW_VALUE, projectViews } from "../../testUtils/recordedLogs";
import type { DemandItem } from "../../api/demands";
import { EMPTY_LOG, appendEntries, openLog, seekTo, useLogStore } from "../../eventLog/logStore";
import type { DemandView, JsonObject } from "../../eventLog/types";
import { useLocaleStore, type Locale } from "../../i18n/locale";
import { RecentDemandItem } from "../home/RecentDemands";
import { NegotiationPage } from "../negotiation/NegotiationPage";
import { findKeyMoments } from "../replay/keyMoments";
import { StagePage } from "../stage/StagePage";
import { Outcome } from "./Outcome";
import { getPlanCosts } from "./planCosts";

const DEMAND = "d-abcdefghijklm";
const PARTLY = { zh: "部分达成（4 项中 2 项）", en: "Partly agreed (2 of 4)" } as const;
/** What may stand only when nothing is missing. */
const GREEN = /达成一致|已达成|方案完整|没有缺口|\bAgreed\b|\bagreed\b(?! \()|nothing is missing|every need has somebody/;

/** List the texts of a page, of all its tabs, that claim more than a part. */
function listClaims(page: HTMLElement): readonly string[] {
  const tabs = [...page.querySelectorAll<HTMLElement>("[role=tab]")];
  if (tabs.length === 0) return listShownClaims(page);
  return tabs.flatMap((tab) => {
    act(() => { tab.click(); });
    return listShownClaims(page);
  });
}

/** List those of what is shown; the gauge names its thresholds. */
function listShownClaims(page: HTMLElement): readonly string[] {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const claims: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (GREEN.test(node.nodeValue ?? "") && node.parentElement?.closest(".stage-gauge-marks, select") === null) claims.push(node.nodeValue ?? "");
  }
  return claims;
}

beforeEach(() => {
  useLocaleStore.setState({ locale: "en" });
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useLogStore.setState(EMPTY_LOG);
});

function open(path: string, outcome?: JsonObject): HTMLElement {
  const { container } = render(
    <MemoryRouter initialEntries={[path]}>
      <Routes><Route path="/d/:demandId" element={<NegotiationPage />} /><Route path="/stage/:demandId" element={<StagePage />} /></Routes>
    </MemoryRouter>,
  );
  act(() => {
    openLog(DEMAND);
    appendEntries(createAgreementLog(outcome));
    useLogStore.setState({ connection: "over" });
  });
  return container;
}

function getView(outcome?: JsonObject): DemandView {
  const view = projectViews(createAgreementLog(outcome)).at(-1);
  if (view === undefined) throw new Error("the log is empty");
  return view;
}

function renderOutcome(view: DemandView): HTMLElement {
  return render(<MemoryRouter><Outcome view={view} /></MemoryRouter>).container;
}

const part = (container: HTMLElement, name: string): HTMLElement => {
  const found = container.querySelector<HTMLElement>(`[data-part=${name}]`);
  if (found === null) throw new Error(`no ${name}`);
  return found;
};

describe.each(["zh", "en"] as const)("an agreement in %s", (language: Locale) => {
  beforeEach(() => { useLocaleStore.setState({ locale: language }); });

  it("is partly agreed, in amber, on the page and in its title", () => {
    const page = open(`/d/${DEMAND}`);
    expect(page.querySelector("[data-state] > strong")?.textContent).toBe(PARTLY[language]);
    expect(page.querySelector("[data-state]")?.className).toContain("tone-warn");
    expect(document.title).toContain(PARTLY[language]);
    const outcome = part(page, "Outcome");
    expect(outcome.querySelector(".badge")?.textContent).toBe(PARTLY[language]);
    expect(outcome.querySelector(".badge")?.className).toContain("tone-warn");
    expect(page.querySelector(".stage-plan")?.getAttribute("data-complete")).toBe("false");
    expect(page.querySelector(".stage-ring")?.getAttribute("class")).toContain("tone-warn");
    expect(listClaims(page)).toEqual([]);
    expect(page.textContent).not.toMatch(RAW_VALUE);
  });

  it("is partly agreed on the stage, with what is missing first", () => {
    const stage = open(`/stage/${DEMAND}`);
    const finish = part(stage, "finish");
    expect(finish.className).toContain("tone-warn");
    expect(finish.querySelector("h2")?.textContent).toBe(PARTLY[language]);
    expect(finish.querySelector("dl > div")?.textContent).toContain("Nobody is the host yet.");
    expect(part(finish, "reserve").textContent).toContain("Eve");
    expect(listClaims(stage)).toEqual([]);
  });

  it("is partly agreed in the list", () => {
    const item = { demand_id: "d-1", channel_id: "c", status: "finalized", user_id: "u", created_at: "2026-11-22T10:00:00Z", round: 1, ...PLAN_OUTCOME } as unknown as DemandItem;
    const badge = render(<MemoryRouter><RecentDemandItem item={item} /></MemoryRouter>).container.querySelector(".badge");
    expect(badge?.textContent).toBe(PARTLY[language]);
    expect(badge?.className).toContain("tone-warn");
  });

  it("is partly agreed in the replay", () => {
    const page = open(`/d/${DEMAND}`);
    const seq = AGREEMENT_LOG.findIndex(({ event_type }) => event_type === "towow.proposal.finalized") + 1;
    act(() => { seekTo(seq); });
    expect(page.querySelector(".replay-what")?.textContent).toBe(PARTLY[language]);
    expect(findKeyMoments(AGREEMENT_LOG).find((moment) => moment.seq === seq)?.kind).toBe("warn");
    expect(findKeyMoments(createAgreementLog(COMPLETE_OUTCOME)).find((moment) => moment.seq === seq)?.kind).toBe("good");
  });
});

describe("a complete agreement", () => {
  it("is green", () => {
    const page = open(`/d/${DEMAND}`, COMPLETE_OUTCOME);
    expect(page.querySelector("[data-state]")?.textContent).toBe("Agreed");
    expect(page.querySelector("[data-state]")?.className).toContain("tone-good");
    expect(page.querySelector(".stage-plan")?.getAttribute("data-complete")).toBe("true");
    expect(page.querySelector("[data-part=missing]")).toBeNull();
    expect(listClaims(page).length).toBeGreaterThan(2);
  });

  it("is what an agreement of an earlier release is taken for", () => {
    const page = open(`/d/${DEMAND}`, { complete: undefined, needs: undefined, missing: undefined });
    expect(page.querySelector("[data-state]")?.textContent).toBe("Agreed");
    expect(page.querySelector("[data-part=needs]")).toBeNull();
  });
});

it.each([
  ["force_finalized", PLAN_OUTCOME, PARTLY.en],
  ["finalized", { ...COMPLETE_OUTCOME, complete: false, missing: [OVER_BUDGET] }, "Partly agreed (1 point open)"],
  ["finalized", { complete: false, needs: [], missing: [] }, "Partly agreed"],
] as const)("an agreement %s with %o is called so", (status, outcome, label) => {
  const view = getView(outcome);
  const ended = { ...view, status, outcome: { ...view.outcome, status } } as DemandView;
  const badge = renderOutcome(ended).querySelector(".badge");
  expect(badge?.textContent).toBe(label);
  expect(badge?.className).toContain("tone-warn");
});

describe("the outcome card", () => {
  it("has what is missing first, then people, cost and steps, the needs with their holders by name, and what was found", () => {
    const card = part(renderOutcome(getView()), "Outcome");
    expect([...card.querySelectorAll("[data-part]")].map((one) => one.getAttribute("data-part")).filter((name) => name !== "trust" && name !== "Saving")).toEqual(["cover", "missing", "reserve", "Costs", "total", "steps", "needs", "findings", "decision", "Receipt"]);
    const missing = part(card, "missing");
    expect([...missing.querySelectorAll("li")].map((one) => one.textContent)).toEqual(["Nobody is the host yet.", `⚠over budget ${OVER_BUDGET}`, "flowers (not required)"]);
    const needs = [...part(card, "needs").querySelectorAll<HTMLElement>("li")];
    expect(needs.map(({ dataset, textContent }) => [dataset.met, textContent.trim()])).toEqual([["true", "✓met venue Bob"], ["true", "✓met catering Cat"], ["false", "○not met host"], ["false", "○not met flowers"]]);
    expect(part(card, "findings").textContent).toContain(`contradiction ${CONTRADICTION}`);
    expect(card.textContent.split(OVER_BUDGET)).toHaveLength(2);
  });

  it("has reserves on a line of their own, neither confirmed nor missing", () => {
    const card = renderOutcome(getView());
    expect(part(card, "reserve").textContent).toBe("In reserve: Eve (catering)");
    expect([...card.querySelectorAll<HTMLElement>("[data-agent][data-standing]")].map(({ dataset }) => `${dataset.agent} ${dataset.standing}`)).toEqual(["agent_bob confirmed", "agent_cat confirmed"]);
  });

  it("has the plan's cost: who, part, fee, when, what was bargained, the sum against the budget", () => {
    const costs = part(renderOutcome(getView()), "Costs");
    const rows = [...costs.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows).toEqual([
      ["Bob", "venue", "£420 bargained to  → £380", "5 December 2026, 18:00–22:30"],
      ["Cat", "catering", "£50 per hour (£100)", "5 December 2026, 16:00–18:00"],
    ]);
    expect(part(costs, "total").textContent).toBe("In all £430 of £420 ⚠over by £10");
    expect(within(costs).getByRole("region", { name: "What it costs" })).toBeTruthy();
  });

  it("keeps the model's price apart", () => {
    const receipt = part(renderOutcome(getView()), "Receipt");
    expect(receipt.querySelector("summary")?.textContent).toBe("Model calls: 9");
    expect(receipt.hasAttribute("open")).toBe(false);
    expect(receipt.textContent).not.toMatch(/\bCost\b|£/);
  });
});

describe("the plan's cost", () => {
  it("does not compare sums with a budget in another currency", () => {
    const view = getView();
    const totals = [{ amount: 43_000, currency: "GBP" }, { amount: 9000, currency: "JPY" }];
    const yuan = { ...view, proposal: { ...view.proposal, totals }, understanding: { ...view.understanding, limits: { budget: { amount: 100, currency: "CNY" } } } } as unknown as DemandView;
    expect(getPlanCosts(yuan)).toMatchObject({ totals: [{ budget: null, over: null }, { budget: null, over: null }], otherBudget: { currency: "CNY" } });
    expect(part(renderOutcome(yuan), "Costs").textContent).toContain("in another currency, not compared");
  });

  it("takes the first point about a fee where the offer names none", () => {
    const view = getView();
    const [bob, ...rest] = view.candidates;
    const point = { aspect: "fee", current_value: "", desired_value: "", reason: "", terms: { fee: { amount: 45_000, currency: "GBP" } } };
    const candidates = [{ ...bob, offer: { ...bob?.offer, terms: undefined, negotiation_points: [point] } }, ...rest];
    expect(getPlanCosts({ ...view, candidates } as unknown as DemandView)?.people[0]?.asked?.fee?.amount).toBe(45_000);
  });

  it("is null when the plan names no fee", () => {
    const view = getView();
    const free = { ...view, proposal: { ...view.proposal, totals: [], assignments: view.proposal?.assignments?.map((one) => ({ ...one, terms: undefined })) } } as unknown as DemandView;
    expect(getPlanCosts(free)).toBeNull();
    expect(getPlanCosts({ ...view, proposal: null })).toBeNull();
  });
});
