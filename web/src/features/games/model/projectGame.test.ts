// Fold of a game's events: the gateway's views, repeats, unknown and malformed events, and what the page adds.
import { describe, expect, it } from "vitest";
import { GAME_LOGS, createPersonsLog, foldGame, readGameLog, readGameViews } from "../../../testUtils/gameLogs";
import { findActiveAgent } from "./activity";
import { getDecisions } from "./decisions";
import { GAME_STREAM } from "./gameLog";
import type { GameView } from "./gameView";
import { projectGame } from "./projectGame";
import { findGhosts, findHeat, getShownDecision, rateMoves } from "./moveRatings";
import { findWinningLine } from "./winningLine";

/** Return what a view has in common with the gateway's, without fields that have no value. */
function toWire(view: GameView): unknown {
  return withoutNulls({ ...view, decisions: null, seqOfPly: null });
}

function withoutNulls(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, each: unknown) => (isObject(each) ? Object.fromEntries(Object.entries(each).filter(([, field]) => field !== null)) : each)));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

describe("the fold", () => {
  it.each(GAME_LOGS)("equals the gateway's views of %s", (name) => {
    const entries = readGameLog(name);
    for (const { after, view } of readGameViews(name)) expect(toWire(foldGame(entries.slice(0, after))), `after ${after}`).toEqual(withoutNulls(view));
  });

  it("gives the same whichever part is repeated, and does not change the view it is given", () => {
    const entries = readGameLog("every-event");
    expect(foldGame(entries.flatMap((entry, index) => [entry, ...entries.slice(0, index + 1)]))).toEqual(foldGame(entries));
    let view: GameView | null = null;
    for (const entry of entries) {
      const copy = JSON.stringify(view);
      const next = projectGame(view, entry);
      expect(JSON.stringify(view)).toBe(copy);
      view = next;
    }
  });

  it("only counts events of unknown types, also those named like methods", () => {
    const before = foldGame(readGameLog("every-event").slice(0, 5));
    for (const event_type of ["towow.game.weather", "constructor", "toString", ""]) {
      expect(projectGame(before, { seq: 6, event_id: "", event_type, timestamp: "", payload: {} })).toEqual({ ...before, last_seq: 6 });
    }
  });

  it("never throws, whatever the fields of an event are", () => {
    const entries = readGameLog("every-event");
    for (const [index, entry] of entries.entries()) {
      const before = index === 0 ? null : foldGame(entries.slice(0, index));
      for (const odd of [undefined, null, 3, "text", [], {}]) {
        const payload = Object.fromEntries(Object.keys(entry.payload).map((field) => [field, odd]));
        expect(projectGame(before, { ...entry, payload }).last_seq).toBe(entry.seq);
      }
    }
  });
});

describe("what the page keeps", () => {
  it("has each decision with its conversation, also after the next one was asked for", () => {
    const view = foldGame(readGameLog("misere"));
    const decisions = getDecisions(view);
    expect(decisions.map(({ ply, made }) => [ply, made?.x, made?.y])).toEqual([[1, 1, 1], [3, 2, 0], [5, 2, 1], [7, 1, 2], [9, 0, 0]]);
    expect(decisions.every(({ loops }) => loops.length === 1 && (loops[0]?.entries.length ?? 0) > 3)).toBe(true);
    expect(view.seqOfPly).toMatchObject({ 1: 28, 2: 29 });
  });

  it("tells decisions that were given up", () => {
    const view = foldGame(readGameLog("every-event"));
    expect(getDecisions(view).map(({ requestId, made, dropped }) => [requestId, made?.delivery, dropped])).toEqual([["first", "no_callback_url", false], ["second", undefined, true], ["third", undefined, true]]);
  });

  it("weighs the recommendations of all sources; an engine's score counts", () => {
    const decision = getShownDecision(foldGame(readGameLog("every-event").slice(0, 11)));
    expect(decision && rateMoves(decision).map(({ x, y, score, proof, isBound, sources }) => ({ x, y, score, proof, isBound, sources }))).toEqual([
      { x: 1, y: 1, score: 0.5, proof: "drawn", isBound: false, sources: ["engine", "opening_expert"] },
      { x: 0, y: 1, score: 0.5, proof: null, isBound: true, sources: ["engine"] },
    ]);
  });

  it("has ghosts of what was proposed, taken back and overruled", () => {
    const entries = readGameLog("every-event");
    const ghosts = (count: number): unknown => {
      const decision = getShownDecision(foldGame(entries.slice(0, count)));
      return decision && findGhosts(decision).map(({ x, y, kind }) => [x, y, kind]);
    };
    expect(ghosts(13)).toEqual([[0, 0, "proposed"]]);
    expect(ghosts(14)).toEqual([[0, 0, "taken_back"]]);
    expect(ghosts(19)).toEqual([[0, 0, "taken_back"], [0, 1, "proposed"]]);
    expect(ghosts(23)).toEqual([[0, 0, "taken_back"], [0, 1, "overruled"]]);
  });

  it("has the heat of threats, by whose they are", () => {
    const decision = getShownDecision(foldGame(readGameLog("every-event").slice(0, 27)));
    expect(decision && findHeat(decision)).toEqual([{ x: 0, y: 2, kind: "against", urgent: true }]);
  });

  it("knows who is at work", () => {
    const entries = readGameLog("every-event");
    const active = [2, 3, 4, 7, 9, 12, 21, 26].map((count) => findActiveAgent(foldGame(entries.slice(0, count))));
    expect(active).toEqual([null, null, "rule_analyst", "rule_analyst", null, "strategist", null, "tactician"]);
  });

  it("finds the line that ended a game", () => {
    const board = ["111", "220", "000"];
    const view = foldGame(createPersonsLog(["move_played", { ply: 5, side: 1, x: 0, y: 1, by: "human", board }], ["ended", { winner: 1, reason: "line", plies: 5 }]));
    expect(findWinningLine(view)).toEqual([{ x: 0, y: 0 }, { x: 0, y: 1 }, { x: 0, y: 2 }]);
    expect(findWinningLine(foldGame(readGameLog("misere")))).toEqual([]);
  });
});

it("reads the frames of a stream", () => {
  const [first] = readGameLog("misere");
  const ended = readGameLog("misere").at(-1);
  expect(GAME_STREAM.readFrame(1, JSON.stringify(first))).toEqual({ entry: first, last: false });
  expect(GAME_STREAM.readFrame(144, JSON.stringify(ended))?.last).toBe(true);
  expect(GAME_STREAM.readFrame(NaN, "{}")).toBeNull();
});
