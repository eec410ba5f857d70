// Bar of a plan's sum: only where there is something to compare, in both languages.
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { useLocaleStore, type Locale } from "../../i18n/locale";
import { BudgetBar } from "./BudgetBar";
import type { CostTotal, PersonCost } from "./planCosts";

const CURRENCY = "GBP";

afterEach(cleanup);

function createPerson(agentId: string, amount: number, currency = CURRENCY): PersonCost {
  return { agentId, name: agentId, roles: [], fees: [], amounts: [{ amount, currency }], asked: null, start: "", end: "" };
}

function createTotal(amount: number, budget: number | null): CostTotal {
  const over = budget !== null && amount > budget ? { amount: amount - budget, currency: CURRENCY } : null;
  return { total: { amount, currency: CURRENCY }, budget: budget === null ? null : { amount: budget, currency: CURRENCY }, over };
}

function renderBar(language: Locale, total: CostTotal, people: readonly PersonCost[]): HTMLElement {
  useLocaleStore.setState({ locale: language });
  return render(<BudgetBar total={total} people={people} />).container;
}

describe.each([
  { language: "zh", sum: "合计 £380", against: "合计 £380，预算 £400" },
  { language: "en", sum: "In all £380", against: "In all £380 of £400" },
] as const)("the bar of a plan's sum in $language", ({ language, sum, against }) => {
  it("is not there for one fee without a budget in its currency", () => {
    expect(renderBar(language, createTotal(38_000, null), [createPerson("agent_bob", 38_000)]).childElementCount).toBe(0);
    cleanup();
    // The fee of the other person has a bar of its own.
    const people = [createPerson("agent_bob", 38_000), createPerson("agent_cat", 5000, "EUR"), createPerson("agent_eve", 0)];
    expect(renderBar(language, createTotal(38_000, null), people).childElementCount).toBe(0);
  });

  it("compares one fee with the budget", () => {
    const container = renderBar(language, createTotal(38_000, 40_000), [createPerson("agent_bob", 38_000)]);
    expect(screen.getByRole("img", { name: against })).toBeTruthy();
    expect([...container.querySelectorAll<HTMLElement>(".budget-part")].map((part) => part.style.inlineSize)).toEqual(["95%"]);
  });

  it("compares two fees with each other, also without a budget", () => {
    const container = renderBar(language, createTotal(38_000, null), [createPerson("agent_bob", 28_500), createPerson("agent_cat", 9500)]);
    expect(screen.getByRole("img", { name: sum })).toBeTruthy();
    expect([...container.querySelectorAll<HTMLElement>(".budget-part")].map((part) => part.style.inlineSize)).toEqual(["75%", "25%"]);
  });
});
