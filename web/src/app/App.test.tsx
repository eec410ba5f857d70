// Does every page let one sign in, and is nobody waited for where no question can be shown?
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { attend, leave } from "../features/humanInTheLoop/attendanceLease";
import { WORDS as PERSON } from "../features/humanInTheLoop/messages";
import { close, requestSignIn } from "../features/session/session";
import { WORDS } from "../features/session/messages";
import { speak } from "../i18n/locale";
import { App } from "./App";

beforeEach(() => {
  speak("en");
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
});

afterEach(() => {
  close(false);
  cleanup();
  vi.unstubAllGlobals();
});

it.each(["/", "/agents", "/d/d-1", "/stage/d-1", "/nowhere"])("asks for the key on %s, once", async (path) => {
  history.replaceState(null, "", path);
  render(<App />);
  expect(screen.queryByRole("dialog")).toBeNull();
  const done = vi.fn();
  await act(async () => {
    void requestSignIn().then(done);
    await import("../features/stage/StagePage");
  });
  expect(await screen.findByRole("main")).toBeTruthy();
  expect(screen.getAllByLabelText(WORDS.en.key)).toHaveLength(1);
  await act(async () => {
    close(false);
    await Promise.resolve();
  });
  expect(screen.queryByLabelText(WORDS.en.key)).toBeNull();
  expect(done).toHaveBeenCalledWith(false);
});

it("answers for nobody on the stage, and again behind it", async () => {
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
  await act(() => attend("bob"));
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
  await act(() => leave("bob"));
});
