// Does every page let one sign in?
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { close, requestSignIn } from "../features/session/session";
import { WORDS } from "../features/session/words";
import { speak } from "../words/language";
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
