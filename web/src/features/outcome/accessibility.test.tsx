// Structure of the page of an agreement, as axe judges it; colours are judged in a browser.
import axe from "axe-core";
import { act, cleanup, render } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AGREEMENT_LOG, seqsOf } from "../../testUtils/agreementLog";
import { addOwnDemand } from "../../app/ownDemands";
import { EMPTY_LOG, appendEntries, openLog, useLogStore } from "../../eventLog/logStore";
import { useLocaleStore } from "../../i18n/locale";
import { NegotiationPage } from "../negotiation/NegotiationPage";

const DEMAND = "d-abcdefghijklm";

beforeEach(() => {
  useLocaleStore.setState({ locale: "en" });
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  addOwnDemand(DEMAND);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useLogStore.setState(EMPTY_LOG);
  localStorage.clear();
});

it.each([
  ["while the requester is asked", seqsOf("question.asked").at(-1)],
  ["at the end", AGREEMENT_LOG.length],
])("is sound %s", async (_, count) => {
  const { container } = render(
    <MemoryRouter initialEntries={[`/d/${DEMAND}`]}>
      <Routes><Route path="/d/:demandId" element={<main><NegotiationPage /></main>} /></Routes>
    </MemoryRouter>,
  );
  act(() => {
    openLog(DEMAND);
    appendEntries(AGREEMENT_LOG.slice(0, count));
  });
  const { violations } = await axe.run(container, { resultTypes: ["violations"], rules: { "color-contrast": { enabled: false } } });
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([]);
});
