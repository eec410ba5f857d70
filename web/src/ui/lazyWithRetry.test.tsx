// Lazy loading while the gateway is unreachable.
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense, type ComponentType } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLocaleStore } from "../i18n/locale";
import { ErrorBoundary } from "../app/ErrorBoundary";
import { LoadingFallback } from "../app/LoadingFallback";
import { RETRY_MS, lazyWithRetry } from "./lazyWithRetry";

const Page: ComponentType = () => <p>agents</p>;
let gatewayDown = true;

beforeEach(() => {
  vi.useFakeTimers();
  useLocaleStore.setState({ locale: "en" });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", () => (gatewayDown ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(new Response("ok"))));
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function renderLazily(load: () => Promise<ComponentType>): Promise<void> {
  const Lazy = lazyWithRetry(load);
  render(<ErrorBoundary fallback={<p>failed</p>}><Suspense fallback={<LoadingFallback />}><Lazy /></Suspense></ErrorBoundary>);
  await act(() => vi.advanceTimersByTimeAsync(3 * RETRY_MS));
}

it("retries while the gateway is down, then renders", async () => {
  gatewayDown = true;
  await renderLazily(() => (gatewayDown ? Promise.reject(new TypeError("Failed to fetch dynamically imported module")) : Promise.resolve(Page)));
  expect(screen.getByRole("status").textContent).toContain("may not answer");
  gatewayDown = false;
  await act(() => vi.advanceTimersByTimeAsync(RETRY_MS));
  expect(screen.getByText("agents")).toBeTruthy();
});

it("fails when the gateway is up but the chunk is missing", async () => {
  gatewayDown = false;
  await renderLazily(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
  expect(screen.getByText("failed")).toBeTruthy();
});

it("fails when the module itself throws", async () => {
  gatewayDown = true;
  await renderLazily(() => Promise.reject(new RangeError("broken")));
  expect(screen.getByText("failed")).toBeTruthy();
});
