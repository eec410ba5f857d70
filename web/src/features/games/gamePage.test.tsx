// The page of a game: the board, a person's moves, the conversation, replay, both languages.
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { BrowserRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LogEntry } from "../../eventLog/types";
import { useLocaleStore, type Locale } from "../../i18n/locale";
import { RAW_VALUE } from "../../testUtils/recordedLogs";
import { getElement } from "../../testUtils/openDeliberation";
import { createPersonsLog, readGameLog } from "../../testUtils/gameLogs";
import { useSessionStore } from "../session/session";
import { GamePage } from "./GamePage";
import { BOARD_MESSAGES } from "./board/messages";
import { MESSAGES } from "./messages";
import { GAME_LOG } from "./model/gameLog";

let requests: string[] = [];
let answer: () => Promise<Response> = () => Promise.resolve(new Response("{}", { status: 202 }));

beforeEach(() => {
  requests = [];
  answer = () => Promise.resolve(new Response("{}", { status: 202 }));
  useSessionStore.setState({ session: { user_id: null, admin: false, sign_in: false } });
  vi.stubGlobal("fetch", (url: string, { method = "GET", body }: RequestInit = {}) => {
    if (method === "GET") return new Promise(() => undefined);
    requests.push(`${method} ${url} ${typeof body === "string" ? body : ""}`.trim());
    return answer();
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  GAME_LOG.open("");
});

function open(entries: readonly LogEntry[], { locale = "en", ended = false }: { locale?: Locale; ended?: boolean } = {}): HTMLElement {
  const gameId = String(entries[0]?.payload.game_id);
  useLocaleStore.setState({ locale });
  history.replaceState(null, "", `/games/${gameId}`);
  const { container } = render(<BrowserRouter><Routes><Route path="/games/:gameId" element={<main><GamePage /></main>} /></Routes></BrowserRouter>);
  act(() => {
    GAME_LOG.append(entries, gameId);
    GAME_LOG.setConnection(ended ? "over" : "live");
  });
  return container;
}

function getPoint(x: number, y: number): HTMLElement {
  return getElement(`[data-x="${x}"][data-y="${y}"]`);
}

const play = (x: number, y: number): void => { fireEvent.click(getPoint(x, y)); };
const said = (): string => document.querySelector(".gm-said")?.textContent ?? "";

describe.each(["misere", "every-event"] as const)("the page of %s", (name) => {
  it.each(["en", "zh"] as const)("has words for every moment in %s", (locale) => {
    const entries = readGameLog(name);
    const container = open(entries, { locale, ended: true });
    for (const box of container.querySelectorAll("details")) box.open = true;
    for (const { seq } of entries) {
      act(() => { GAME_LOG.seekTo(seq < entries.length ? seq : null); });
      expect(screen.getByTestId("game").textContent, `after ${seq}`).not.toMatch(RAW_VALUE);
      expect(screen.getByTestId("game").getAttribute("data-at")).toBe(String(seq));
    }
  });
});

describe("a played game", () => {
  it("shows the end, the reason of the last move, and the conversation as a tree", () => {
    const container = open(readGameLog("misere"), { ended: true });
    expect(container.querySelector("[data-state=ended]")?.textContent).toContain(MESSAGES.en.draw);
    expect(container.querySelector("[data-reason]")?.textContent).toContain("收官计算专家首选");
    expect([...container.querySelectorAll("[data-decision]")].map((part) => part.getAttribute("data-decision"))).toEqual(["9", "7", "5", "3", "1"]);
    const expert = container.querySelector("[data-decision='9'] [data-tool=call_task_agent] [data-turn=endgame_calculator]");
    expect(expert).not.toBeNull();
  });

  it("shows ghosts, candidates and threats at their moment, to the eye and in words", () => {
    open(readGameLog("every-event"), { ended: true });
    act(() => { GAME_LOG.seekTo(14); });
    expect(getPoint(0, 0).getAttribute("data-ghost")).toBe("taken_back");
    expect(getPoint(0, 0).getAttribute("aria-label")).toBe("Row 0, column 0: empty and taken back");
    expect(getPoint(1, 1).textContent).toBe("D");
    expect(getPoint(0, 1).textContent).toBe("≤50");
    act(() => { GAME_LOG.seekTo(27); });
    expect(getPoint(0, 2).getAttribute("data-heat")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: BOARD_MESSAGES.en.heat }));
    expect(getPoint(0, 2).getAttribute("data-heat")).toBe("against");
    fireEvent.click(screen.getByRole("button", { name: BOARD_MESSAGES.en.heat }));
    expect(getPoint(1, 1).getAttribute("aria-label")).toBe("Row 1, column 1: Cross and Move 1");
    expect(getPoint(0, 0).getAttribute("aria-label")).toBe("Row 0, column 0: Nought, Move 2 and last move");
  });
});

describe("a person's move", () => {
  const requested = ["decision_requested", { request_id: "r", ply: 2, side: 2, deadline: "2026-11-27T03:01:00.000Z", board: ["000", "010", "000"] }] as const;
  const first = ["move_played", { ply: 1, side: 1, x: 1, y: 1, by: "human", board: ["000", "010", "000"] }] as const;

  it("is sent once with its number, and is a ghost until it is there", async () => {
    open(createPersonsLog());
    play(1, 1);
    play(0, 0);
    expect(said()).toBe(BOARD_MESSAGES.en.refused.sending);
    expect(requests).toEqual(['POST /api/v1/games/g-person/move {"x":1,"y":1,"ply":1}']);
    expect(getPoint(1, 1).getAttribute("data-ghost")).toBe("pending");
    await act(() => Promise.resolve());
    act(() => { GAME_LOG.append(createPersonsLog(first), "g-person"); });
    expect(getPoint(1, 1).getAttribute("data-ghost")).toBeNull();
    expect(getPoint(1, 1).getAttribute("data-stone")).toBe("1");
  });

  it("is made with the keyboard as well", () => {
    open(createPersonsLog());
    getPoint(1, 1).focus();
    for (const [key, x, y] of [["ArrowUp", 0, 1], ["ArrowUp", 0, 1], ["ArrowRight", 0, 2], ["Home", 0, 0], ["End", 0, 2], ["ArrowDown", 1, 2]] as const) {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      expect(document.activeElement).toBe(getPoint(x, y));
    }
    expect(document.querySelectorAll("[role=gridcell][tabindex='0']")).toHaveLength(1);
  });

  it("says why it is not possible", () => {
    open(createPersonsLog(first, requested));
    play(0, 0);
    expect(said()).toBe(BOARD_MESSAGES.en.refused.theirs("The team"));
    act(() => { GAME_LOG.seekTo(1); });
    play(0, 0);
    expect(said()).toBe(BOARD_MESSAGES.en.refused.looking);
    cleanup();
    GAME_LOG.open("");
    const answered = ["move_played", { ply: 2, side: 2, x: 0, y: 0, by: "team", board: ["200", "010", "000"] }] as const;
    open(createPersonsLog(first, answered));
    play(0, 0);
    expect(said()).toBe(BOARD_MESSAGES.en.refused.stone("(0,0)"));
    act(() => { GAME_LOG.setConnection("lost"); });
    play(2, 2);
    expect(said()).toBe(BOARD_MESSAGES.en.refused.away);
    act(() => { GAME_LOG.append(createPersonsLog(first, answered, ["ended", { winner: 2, reason: "resigned", plies: 2 }]), "g-person"); });
    play(2, 2);
    expect(said()).toBe(BOARD_MESSAGES.en.refused.over);
    expect(requests).toEqual([]);
    cleanup();
    GAME_LOG.open("");
    open(readGameLog("misere").slice(0, 29));
    play(2, 2);
    expect(said()).toBe(BOARD_MESSAGES.en.refused.watching);
  });

  it("tells what the gateway says to it, and is not on the board then", async () => {
    answer = () => Promise.resolve(new Response(JSON.stringify({ error_code: "E014", message: "not now", details: { id: "g-person", status: "running: next ply 3" } }), { status: 409 }));
    open(createPersonsLog());
    play(2, 2);
    expect((await screen.findByRole("alert")).textContent).toContain("not now");
    expect(getPoint(2, 2).getAttribute("data-ghost")).toBeNull();
  });

  it("can be taken back, and the game given up", async () => {
    open(createPersonsLog(first, requested));
    fireEvent.click(screen.getByRole("button", { name: MESSAGES.en.takeBack }));
    await waitFor(() => { expect(requests).toEqual(['POST /api/v1/games/g-person/undo {"ply":1}']); });
    fireEvent.click(screen.getByRole("button", { name: MESSAGES.en.resign }));
    fireEvent.click(getElement("[data-action=resign-yes]"));
    await waitFor(() => { expect(requests.at(-1)).toBe("POST /api/v1/games/g-person/resign"); });
  });
});
