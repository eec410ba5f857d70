// Page of a deliberation with a given log, in a document of its own; requests are recorded and answered by the test.
import { act, cleanup, render, screen } from "@testing-library/react";
import { BrowserRouter, Route, Routes } from "react-router";
import { vi } from "vitest";
import type { LogEntry } from "../eventLog/types";
import { DeliberationPage } from "../features/deliberation/DeliberationPage";
import { SESSION_LOG } from "../features/deliberation/model/sessionLog";
import { useLocaleStore, type Locale } from "../i18n/locale";
import { SESSION } from "./deliberationLog";

/** Requests of the page, as "METHOD url", and what answers them; nothing does by default. */
export const gateway: { requests: string[]; respond: (url: string) => Promise<Response> } = { requests: [], respond: () => new Promise(() => undefined) };

/** Record requests, and load what the page loads on demand. */
export async function installDeliberation(): Promise<void> {
  await import("../features/deliberation/result/Markdown");
  gateway.requests = [];
  gateway.respond = () => new Promise(() => undefined);
  vi.stubGlobal("fetch", (url: string, { method = "GET" }: RequestInit = {}) => {
    gateway.requests.push(`${method} ${url}`);
    return gateway.respond(url);
  });
}

/** Unmount the page and forget its log. */
export function resetDeliberation(): void {
  cleanup();
  vi.unstubAllGlobals();
  SESSION_LOG.open("");
}

interface Options {
  readonly locale?: Locale;
  /** Query of the address. */
  readonly search?: string;
  /** Whether the stream is over. */
  readonly ended?: boolean;
}

/** Render the page of the session with a log; returns its container. */
export function openDeliberation(entries: readonly LogEntry[], { locale = "en", search = "", ended = true }: Options = {}): HTMLElement {
  useLocaleStore.setState({ locale });
  history.replaceState(null, "", `/deliberations/${SESSION}${search}`);
  const { container } = render(
    <BrowserRouter><Routes><Route path="/deliberations/:sessionId" element={<main><DeliberationPage /></main>} /></Routes></BrowserRouter>,
  );
  act(() => {
    SESSION_LOG.append(entries, SESSION);
    SESSION_LOG.setConnection(ended ? "over" : "live");
  });
  return container;
}

/** Wait until what is loaded on demand is there. */
export function settle(): Promise<void> {
  return act(async () => { await new Promise((resolve) => setTimeout(resolve, 20)); });
}

/** Return the part of the page that depends on the view alone. */
export function getRegion(): HTMLElement {
  return screen.getByTestId("deliberation");
}

/** Return the one element that a selector finds. Throws without one. */
export function getElement(selector: string, root: ParentNode = document): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`nothing is ${selector}`);
  return found;
}
