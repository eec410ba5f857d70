// Sign-in on every page, and attendance while the stage replaces the panel.
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { acquireLease, releaseLease } from "../features/humanInTheLoop/attendanceLease";
import { MESSAGES as PERSON } from "../features/humanInTheLoop/messages";
import { closeSignIn, requestSignIn } from "../features/session/session";
import { MESSAGES } from "../features/session/messages";
import { setLocale } from "../i18n/locale";
import { App } from "./App";

beforeEach(() => {
  setLocale("en");
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
});

afterEach(() => {
  closeSignIn(false);
  cleanup();
  vi.unstubAllGlobals();
});

it.each(["/", "/agents", "/d/d-1", "/stage/d-1", "/nowhere"])("shows one sign-in dialog on %s", async (path) => {
  history.replaceState(null, "", path);
  render(<App />);
  expect(screen.queryByRole("dialog")).toBeNull();
  const done = vi.fn();
  await act(async () => {
    void requestSignIn().then(done);
    await import("../features/stage/StagePage");
  });
  expect(await screen.findByRole("main")).toBeTruthy();
  expect(screen.getAllByLabelText(MESSAGES.en.key)).toHaveLength(1);
  await act(async () => {
    closeSignIn(false);
    await Promise.resolve();
  });
  expect(screen.queryByLabelText(MESSAGES.en.key)).toBeNull();
  expect(done).toHaveBeenCalledWith(false);
});

it("pauses attendance on the stage and resumes it afterwards", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (url: string, { method = "GET" }: RequestInit = {}) => {
    if (!url.includes("/agents/bob/")) return new Promise(() => undefined);
    asked.push(`${method} ${url.slice(url.lastIndexOf("/") + 1)}`);
    if (method === "DELETE") return Promise.resolve(new Response(null, { status: 204 }));
    const now = new Date().toISOString();
    return Promise.resolve(new Response(JSON.stringify({ agent_id: "bob", now, attended_until: now, waits_s: 60, items: [] })));
  });
  const go = (path: string): Promise<void> => act(async () => {
    history.pushState(null, "", path);
    window.dispatchEvent(new PopStateEvent("popstate"));
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  history.replaceState(null, "", "/d/d-1");
  render(<App />);
  await act(() => acquireLease("bob"));
  expect(screen.getByRole("complementary", { name: PERSON.en.region })).toBeTruthy();
  await go("/stage/d-1");
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(asked).toEqual(["PUT attendance", "GET questions", "DELETE attendance"]);
  document.dispatchEvent(new Event("visibilitychange"));
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(asked).toHaveLength(3);
  await go("/d/d-1");
  await waitFor(() => { expect(asked.slice(3, 5)).toEqual(["PUT attendance", "GET questions"]); });
  expect(screen.getByRole("complementary", { name: PERSON.en.region })).toBeTruthy();
  await act(() => releaseLease("bob"));
});
