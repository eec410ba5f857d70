// Do events come each once and in order, whatever becomes of the line? Pieces, breaks, repeats, gaps, refusals.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isObject } from "./readJson";
import { recorded } from "../testUtils/recordedLogs";
import { append, openLog, useLog } from "./logStore";
import { follow } from "./sseClient";
import type { Entry } from "./types";

const LOG = recorded("agreed-at-once").entries;
const DEMAND = "d-1";
const END = LOG.length;

/** What a gateway answers, request by request, and what it was asked. */
let answers: (() => Response | Promise<Response>)[] = [];
let cursors: (string | null)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"] });
  answers = [];
  cursors = [];
  openLog(DEMAND);
  vi.stubGlobal("fetch", (_: string, asked: { headers: Record<string, string> }) => {
    cursors.push(asked.headers["Last-Event-ID"] ?? null);
    const answer = answers.shift();
    if (answer === undefined) throw new Error("asked too often");
    return Promise.resolve(answer());
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function frame({ seq, ...data }: Entry, epoch = ""): string {
  return `id: ${epoch}${seq}\nevent: ${data.event_type}\ndata: ${JSON.stringify(data)}\n\n`;
}

function frames(from: number, to: number): string {
  return LOG.slice(from - 1, to).map((entry) => frame(entry)).join("");
}

/** A stream that says this in pieces of `size` bytes, and ends. */
function stream(text: string, size = 1000): () => Response {
  const bytes = new TextEncoder().encode(`retry: 3000\n\n: ping\n\n${text}`);
  return () =>
    new Response(
      new ReadableStream({
        start(to) {
          for (let at = 0; at < bytes.length; at += size) to.enqueue(bytes.slice(at, at + size));
          to.close();
        },
      }),
      { status: 200 },
    );
}

async function followed(): Promise<void> {
  const over = follow(DEMAND, new AbortController().signal, { id: "" }, new EventTarget());
  await vi.advanceTimersByTimeAsync(60_000);
  await over;
}

function shown(): number[] {
  return useLog.getState().entries.map((entry) => entry.seq);
}

const whole = Array.from({ length: END }, (_, index) => index + 1);

describe("following a demand", () => {
  it.each([1, 7, 100, 1_000_000])("reads events in pieces of %i bytes", async (size) => {
    answers = [stream(frames(1, END), size)];
    await followed();
    expect(useLog.getState().entries).toEqual(LOG);
    expect(useLog.getState().views).toHaveLength(END);
    expect(useLog.getState().connection).toBe("over");
  });

  it("takes a broken line up where it broke", async () => {
    const half = frames(3, 8);
    answers = [stream(frames(1, 4)), () => new Response(null, { status: 503 }), stream(half.slice(0, -40)), stream(frames(6, END))];
    await followed();
    expect(shown()).toEqual(whole);
    expect(cursors).toEqual([null, "4", "4", "7"]);
  });

  it("says that the line is lost until it is there again", async () => {
    const said: string[] = [];
    const stop = useLog.subscribe(({ connection }) => said.push(connection));
    answers = [stream(frames(1, 2)), () => Promise.reject(new TypeError("refused")), stream(frames(3, END))];
    await followed();
    stop();
    expect(said.filter((state, index) => state !== said[index - 1])).toEqual(["live", "lost", "live", "over"]);
  });

  it("asks again at a gap", async () => {
    answers = [stream(frames(1, 3) + frames(5, 6), 1_000_000), stream(frames(4, END))];
    await followed();
    expect(shown()).toEqual(whole);
    expect(cursors).toEqual([null, null]);
  });

  it("begins anew when the store was restored to an earlier state", async () => {
    const reset = 'event: towow.stream.reset\ndata: {}\n\n';
    const again = LOG.slice(0, END).map((entry) => frame(entry, "e2-")).join("");
    answers = [stream(frames(1, 5)), stream(reset + again)];
    await followed();
    expect(shown()).toEqual(whole);
  });

  it("ends where nothing will ever come", async () => {
    answers = [stream(frames(1, END - 1)), () => new Response(null, { status: 204 })];
    await followed();
    expect(useLog.getState().connection).toBe("over");
  });

  it.each([401, 403, 404])("does not insist on %i", async (status) => {
    answers = [() => new Response("{}", { status })];
    await followed();
    expect(useLog.getState().connection).toBe("missing");
  });

  it("gives a line up that is silent", async () => {
    const silent = (): Response => new Response(new ReadableStream({}), { status: 200 });
    answers = [silent, stream(frames(1, END))];
    await followed();
    expect(shown()).toEqual(whole);
  });

  it("stops when nobody watches any more", async () => {
    const stopped = new AbortController();
    answers = [() => new Response(new ReadableStream({}), { status: 200 })];
    const over = follow(DEMAND, stopped.signal, { id: "" }, new EventTarget());
    await vi.advanceTimersByTimeAsync(10);
    stopped.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    await over;
    expect(cursors).toHaveLength(1);
  });
});

describe("the pause before another attempt", () => {
  /** ms from the first request to the second, which ends it. */
  async function pause(random: number, refusal: () => Response): Promise<number> {
    vi.spyOn(Math, "random").mockReturnValue(random);
    answers = [refusal, () => new Response(null, { status: 204 })];
    cursors = [];
    const over = follow(DEMAND, new AbortController().signal, { id: "" }, new EventTarget());
    let passed = 0;
    for (; cursors.length < 2 && passed < 8_000_000; passed += 50) await vi.advanceTimersByTimeAsync(50);
    await over;
    vi.restoreAllMocks();
    return passed;
  }
  const refused = (status: number, after?: string) => (): Response =>
    new Response("{}", { status, headers: after === undefined ? {} : { "Retry-After": after } });

  it("is not the same for everybody who lost the same gateway", async () => {
    expect(await pause(0, refused(502))).toBe(500);
    expect(await pause(0.5, refused(502))).toBe(1000);
    expect(await pause(0.98, refused(502))).toBeGreaterThan(1400);
  });

  it.each([429, 503])("is as long as the gateway asks with %i, and not the same for everybody", async (status) => {
    expect(await pause(0, refused(status, "10"))).toBeGreaterThanOrEqual(10_000);
    expect(await pause(0.98, refused(status, "10"))).toBeGreaterThan(await pause(0, refused(status, "10")) + 500);
  });

  it.each(["", "soon", "-5", "Thu, 01 Jan 2099 00:00:00 GMT"])("is the usual one when it asks for %j", async (after) => {
    expect(await pause(0.5, refused(503, after))).toBe(1000);
  });

  it.each(["7200", "1e12", "Infinity"])("is an hour when it asks for %s s", async (after) => {
    expect(Math.round((await pause(0.5, refused(503, after))) / 60_000)).toBe(60);
  });

  it("is told as what it is when there are too many lines", async () => {
    const said: string[] = [];
    const stop = useLog.subscribe(({ connection }) => said.push(connection));
    answers = [refused(429, "10"), refused(429, "10"), stream(frames(1, END))];
    await followed();
    stop();
    expect(said.filter((state, index) => state !== said[index - 1])).toEqual(["full", "live", "over"]);
  });
});

describe("what can go wrong with an event", () => {
  it.each([
    ["limits are null", { payload: { ...LOG[0]?.payload, limits: null } }],
    ["spent is null", { payload: { ...LOG[0]?.payload, spent: null } }],
    ["payload is null", { payload: null }],
    ["payload is a list", { payload: [1] }],
    ["kind is another, which cannot be folded", { event_type: "towow.filter.completed", payload: { ...LOG[0]?.payload, candidates: null } }],
  ])("keeps the log going when the very first is wrong: its %s", async (_, wrong) => {
    const first = { ...LOG[0], ...wrong } as unknown as Entry;
    answers = [stream(frame(first) + frames(2, END))];
    await followed();
    expect(shown()).toEqual(whole);
    expect(isObject(useLog.getState().entries.at(0)?.payload)).toBe(true);
    expect(useLog.getState().views.at(0)).toMatchObject({ last_seq: 1, status: "processing", cost: { calls: 0 }, subnets: [] });
    expect(useLog.getState().connection).toBe("over");
  });

  it("keeps the log going when one cannot be folded", async () => {
    const third = LOG[2];
    if (third === undefined) throw new Error("nothing was recorded");
    const broken = { ...third, payload: { ...third.payload, candidates: null } };
    answers = [stream(frames(1, 2) + frame(broken) + frames(4, END))];
    await followed();
    expect(shown()).toEqual(whole);
    expect(useLog.getState().views.at(2)?.last_seq).toBe(3);
    expect(useLog.getState().connection).toBe("over");
  });

  it("never puts one into the log of another demand", () => {
    openLog("d-2");
    expect(append(LOG.slice(0, 1), DEMAND)).toBe(false);
    expect(shown()).toEqual([]);
  });
});
