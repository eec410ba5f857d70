// SSE client: chunks, reconnects, duplicates, gaps, errors and retry delays.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isJsonObject } from "./readJson";
import { readRecordedLog } from "../testUtils/recordedLogs";
import { appendEntries, openLog, useLogStore } from "./logStore";
import { DEMAND_STREAM } from "./demandStream";
import { followLog } from "./sseClient";
import type { LogEntry } from "./types";

const LOG = readRecordedLog("agreed-at-once").entries;
const DEMAND = "d-1";
const END = LOG.length;

/** Responses in order of the requests, and the `Last-Event-ID` of each request. */
let responses: (() => Response | Promise<Response>)[] = [];
let lastEventIds: (string | null)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"] });
  responses = [];
  lastEventIds = [];
  openLog(DEMAND);
  vi.stubGlobal("fetch", (_: string, asked: { headers: Record<string, string> }) => {
    lastEventIds.push(asked.headers["Last-Event-ID"] ?? null);
    const answer = responses.shift();
    if (answer === undefined) throw new Error("unexpected request: no response is left");
    return Promise.resolve(answer());
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function createFrame({ seq, ...data }: LogEntry, epoch = ""): string {
  return `id: ${epoch}${seq}\nevent: ${data.event_type}\ndata: ${JSON.stringify(data)}\n\n`;
}

function createFrames(from: number, to: number): string {
  return LOG.slice(from - 1, to).map((entry) => createFrame(entry)).join("");
}

/** Create a streamed response of `text` in chunks of `size` bytes. */
function createStreamResponse(text: string, size = 1000): () => Response {
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

async function followToEnd(): Promise<void> {
  const over = followLog(DEMAND_STREAM, DEMAND, new AbortController().signal, { id: "" }, new EventTarget());
  await vi.advanceTimersByTimeAsync(60_000);
  await over;
}

function getVisibleSeqs(): number[] {
  return useLogStore.getState().entries.map((entry) => entry.seq);
}

const allSeqs = Array.from({ length: END }, (_, index) => index + 1);

describe("followLog", () => {
  it.each([1, 7, 100, 1_000_000])("reads chunks of %i bytes", async (size) => {
    responses = [createStreamResponse(createFrames(1, END), size)];
    await followToEnd();
    expect(useLogStore.getState().entries).toEqual(LOG);
    expect(useLogStore.getState().views).toHaveLength(END);
    expect(useLogStore.getState().connection).toBe("over");
  });

  it("resumes a broken connection at the cursor", async () => {
    const half = createFrames(3, 8);
    responses = [createStreamResponse(createFrames(1, 4)), () => new Response(null, { status: 503 }), createStreamResponse(half.slice(0, -40)), createStreamResponse(createFrames(6, END))];
    await followToEnd();
    expect(getVisibleSeqs()).toEqual(allSeqs);
    expect(lastEventIds).toEqual([null, "4", "4", "7"]);
  });

  it("reports the connection as lost until it is back", async () => {
    const said: string[] = [];
    const stop = useLogStore.subscribe(({ connection }) => said.push(connection));
    responses = [createStreamResponse(createFrames(1, 2)), () => Promise.reject(new TypeError("refused")), createStreamResponse(createFrames(3, END))];
    await followToEnd();
    stop();
    expect(said.filter((state, index) => state !== said[index - 1])).toEqual(["live", "lost", "live", "over"]);
  });

  it("reconnects at a gap", async () => {
    responses = [createStreamResponse(createFrames(1, 3) + createFrames(5, 6), 1_000_000), createStreamResponse(createFrames(4, END))];
    await followToEnd();
    expect(getVisibleSeqs()).toEqual(allSeqs);
    expect(lastEventIds).toEqual([null, null]);
  });

  it("starts over after a stream reset", async () => {
    const reset = 'event: towow.stream.reset\ndata: {}\n\n';
    const again = LOG.slice(0, END).map((entry) => createFrame(entry, "e2-")).join("");
    responses = [createStreamResponse(createFrames(1, 5)), createStreamResponse(reset + again)];
    await followToEnd();
    expect(getVisibleSeqs()).toEqual(allSeqs);
  });

  it("ends on 204", async () => {
    responses = [createStreamResponse(createFrames(1, END - 1)), () => new Response(null, { status: 204 })];
    await followToEnd();
    expect(useLogStore.getState().connection).toBe("over");
  });

  it.each([401, 403, 404])("does not retry on %i", async (status) => {
    responses = [() => new Response("{}", { status })];
    await followToEnd();
    expect(useLogStore.getState().connection).toBe("missing");
  });

  it("closes an idle connection", async () => {
    const silent = (): Response => new Response(new ReadableStream({}), { status: 200 });
    responses = [silent, createStreamResponse(createFrames(1, END))];
    await followToEnd();
    expect(getVisibleSeqs()).toEqual(allSeqs);
  });

  it("stops on abort", async () => {
    const stopped = new AbortController();
    responses = [() => new Response(new ReadableStream({}), { status: 200 })];
    const over = followLog(DEMAND_STREAM, DEMAND, stopped.signal, { id: "" }, new EventTarget());
    await vi.advanceTimersByTimeAsync(10);
    stopped.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    await over;
    expect(lastEventIds).toHaveLength(1);
  });
});

describe("the retry delay", () => {
  /** Measure the delay (ms) between the first and the second request. */
  async function pause(random: number, refusal: () => Response): Promise<number> {
    vi.spyOn(Math, "random").mockReturnValue(random);
    responses = [refusal, () => new Response(null, { status: 204 })];
    lastEventIds = [];
    const over = followLog(DEMAND_STREAM, DEMAND, new AbortController().signal, { id: "" }, new EventTarget());
    let passed = 0;
    for (; lastEventIds.length < 2 && passed < 8_000_000; passed += 50) await vi.advanceTimersByTimeAsync(50);
    await over;
    vi.restoreAllMocks();
    return passed;
  }
  const error = (status: number, after?: string) => (): Response =>
    new Response("{}", { status, headers: after === undefined ? {} : { "Retry-After": after } });

  it("is random", async () => {
    expect(await pause(0, error(502))).toBe(500);
    expect(await pause(0.5, error(502))).toBe(1000);
    expect(await pause(0.98, error(502))).toBeGreaterThan(1400);
  });

  it.each([429, 503])("is at least Retry-After on %i, plus a random part", async (status) => {
    expect(await pause(0, error(status, "10"))).toBeGreaterThanOrEqual(10_000);
    expect(await pause(0.98, error(status, "10"))).toBeGreaterThan(await pause(0, error(status, "10")) + 500);
  });

  it.each(["", "soon", "-5", "Thu, 01 Jan 2099 00:00:00 GMT"])("ignores the Retry-After value %j", async (after) => {
    expect(await pause(0.5, error(503, after))).toBe(1000);
  });

  it.each(["7200", "1e12", "Infinity"])("is capped at an hour for Retry-After %s", async (after) => {
    expect(Math.round((await pause(0.5, error(503, after))) / 60_000)).toBe(60);
  });

  it("reports too many streams", async () => {
    const said: string[] = [];
    const stop = useLogStore.subscribe(({ connection }) => said.push(connection));
    responses = [error(429, "10"), error(429, "10"), createStreamResponse(createFrames(1, END))];
    await followToEnd();
    stop();
    expect(said.filter((state, index) => state !== said[index - 1])).toEqual(["full", "live", "over"]);
  });
});

describe("malformed events", () => {
  it.each([
    ["limits are null", { payload: { ...LOG[0]?.payload, limits: null } }],
    ["spent is null", { payload: { ...LOG[0]?.payload, spent: null } }],
    ["payload is null", { payload: null }],
    ["payload is a list", { payload: [1] }],
    ["kind is another, which cannot be folded", { event_type: "towow.filter.completed", payload: { ...LOG[0]?.payload, candidates: null } }],
  ])("tolerates a malformed first event: its %s", async (_, wrong) => {
    const first = { ...LOG[0], ...wrong } as unknown as LogEntry;
    responses = [createStreamResponse(createFrame(first) + createFrames(2, END))];
    await followToEnd();
    expect(getVisibleSeqs()).toEqual(allSeqs);
    expect(isJsonObject(useLogStore.getState().entries.at(0)?.payload)).toBe(true);
    expect(useLogStore.getState().views.at(0)).toMatchObject({ last_seq: 1, status: "processing", cost: { calls: 0 }, subnets: [] });
    expect(useLogStore.getState().connection).toBe("over");
  });

  it("tolerates an event that cannot be projected", async () => {
    const third = LOG[2];
    if (third === undefined) throw new Error("the recorded log is too short");
    const broken = { ...third, payload: { ...third.payload, candidates: null } };
    responses = [createStreamResponse(createFrames(1, 2) + createFrame(broken) + createFrames(4, END))];
    await followToEnd();
    expect(getVisibleSeqs()).toEqual(allSeqs);
    expect(useLogStore.getState().views.at(2)?.last_seq).toBe(3);
    expect(useLogStore.getState().connection).toBe("over");
  });

  it("never appends to the log of another demand", () => {
    openLog("d-2");
    expect(appendEntries(LOG.slice(0, 1), DEMAND)).toBe(false);
    expect(getVisibleSeqs()).toEqual([]);
  });
});
