// Stream of a session: resumed after a break, each event once, over at its end.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AGREED, SESSION, foldSession, toStreamed } from "../../../testUtils/deliberationLog";
import { followLog } from "../../../eventLog/sseClient";
import { SESSION_LOG, SESSION_STREAM, useSessionLog } from "./sessionLog";

let responses: (() => Response)[] = [];
let asked: (readonly [url: string, lastEventId: string | undefined])[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"] });
  responses = [];
  asked = [];
  SESSION_LOG.open(SESSION);
  vi.stubGlobal("fetch", (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push([url, headers["Last-Event-ID"]]);
    const answer = responses.shift();
    if (answer === undefined) throw new Error("unexpected request: no response is left");
    return Promise.resolve(answer());
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const FRAMES = toStreamed(AGREED).map((event, index) => `id: ${index + 1}\ndata: ${JSON.stringify(event)}\n\n`);
const DONE = "data: [DONE]\n\n";
const URL = `/api/v1/deliberations/${SESSION}/stream`;

const stream = (text: string) => (): Response => new Response(`retry: 3000\n\n: ping\n\n${text}`, { status: 200 });

async function follow(): Promise<string[]> {
  const states: string[] = [];
  const stop = useSessionLog.subscribe(({ connection }) => states.push(connection));
  const over = followLog(SESSION_STREAM, SESSION, new AbortController().signal, { id: "" }, new EventTarget());
  await vi.advanceTimersByTimeAsync(60_000);
  await over;
  stop();
  expect(useSessionLog.getState().views.at(-1)).toEqual(foldSession(AGREED));
  expect(useSessionLog.getState().entries.map(({ seq }) => seq)).toEqual(AGREED.map(({ seq }) => seq));
  return states.filter((state, index) => state !== states[index - 1]);
}

it("is over after the last event", async () => {
  responses = [stream(FRAMES.join("") + DONE)];
  expect(await follow()).toEqual(["live", "over"]);
  expect(asked).toEqual([[URL, undefined]]);
});

it("resumes after a break with the last event, and takes none twice", async () => {
  responses = [stream(FRAMES.slice(0, 6).join("") + (FRAMES[6] ?? "").slice(0, 40)), () => new Response(null, { status: 503 }), stream(FRAMES.slice(4).join("") + DONE)];
  expect(await follow()).toEqual(["live", "lost", "live", "over"]);
  expect(asked.map(([, id]) => id)).toEqual([undefined, "6", "6"]);
});

it("is over when only the text at the end was missing", async () => {
  responses = [stream(FRAMES.slice(0, -1).join("")), stream((FRAMES.at(-1) ?? "") + DONE)];
  expect(await follow()).toEqual(["live", "lost", "live", "over"]);
});
