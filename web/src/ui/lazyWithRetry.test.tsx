// Does a page that could not be loaded come once the gateway is back?
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import type { ComponentType } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLanguage } from "../i18n/locale";
import { Boundary } from "../app/ErrorBoundary";
import { Loading } from "../app/LoadingFallback";
import { AGAIN, lazily } from "./lazyWithRetry";

const Page: ComponentType = () => <p>agents</p>;
let away = true;

beforeEach(() => {
  vi.useFakeTimers();
  useLanguage.setState({ language: "en" });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", () => (away ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(new Response("ok"))));
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function shown(load: () => Promise<ComponentType>): Promise<void> {
  const Lazy = lazily(load);
  render(<Boundary instead={<p>failed</p>}><Suspense fallback={<Loading />}><Lazy /></Suspense></Boundary>);
  await act(() => vi.advanceTimersByTimeAsync(3 * AGAIN));
}

it("waits while nobody answers, and comes then", async () => {
  away = true;
  await shown(() => (away ? Promise.reject(new TypeError("Failed to fetch dynamically imported module")) : Promise.resolve(Page)));
  expect(screen.getByRole("status").textContent).toContain("may not answer");
  away = false;
  await act(() => vi.advanceTimersByTimeAsync(AGAIN));
  expect(screen.getByText("agents")).toBeTruthy();
});

it("fails when the gateway answers and has no such file", async () => {
  away = false;
  await shown(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
  expect(screen.getByText("failed")).toBeTruthy();
});

it("fails when what is in the file does", async () => {
  away = true;
  await shown(() => Promise.reject(new RangeError("broken")));
  expect(screen.getByText("failed")).toBeTruthy();
});
