// HTTP client: unreachable gateways, API errors, aborts and timeouts.
import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchJson, ApiError } from "./client";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Create a response whose body is cut off after the first bytes. */
function createTruncatedResponse(status: number): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"items": ['));
      controller.error(new TypeError("network error"));
    },
  });
  return new Response(body, { status });
}

async function catchError(answer: () => Promise<Response>, signal?: AbortSignal): Promise<unknown> {
  vi.stubGlobal("fetch", answer);
  return fetchJson("demands", signal ? { signal } : {}).then(() => null, (error: unknown) => error);
}

describe("a response", () => {
  it.each([
    ["breaks off", () => Promise.resolve(createTruncatedResponse(200))],
    ["is no JSON", () => Promise.resolve(new Response("<html>", { status: 200 }))],
    ["never comes", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("counts as unreachable when it %s", async (_, answer) => {
    const error = await catchError(answer);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 0, code: "unreachable" });
  });

  it("is still an API error when an error body is truncated", async () => {
    expect(await catchError(() => Promise.resolve(createTruncatedResponse(503)))).toMatchObject({ status: 503, code: "unknown" });
  });

  it("rethrows the abort reason when the caller aborts", async () => {
    const left = new AbortController();
    left.abort();
    expect(await catchError(() => Promise.resolve(createTruncatedResponse(200)), left.signal)).not.toBeInstanceOf(ApiError);
  });

  it("is null without a body", async () => {
    expect(await catchError(() => Promise.resolve(new Response(null, { status: 204 })))).toBeNull();
  });
});

describe("a response with a time limit", () => {
  /** Request from a gateway that hangs, possibly after the start of the body, with a 1 s time limit. */
  const hanging = (body: boolean) => (_: string, { signal }: { signal: AbortSignal }): Promise<Response> =>
    body
      ? Promise.resolve(new Response(new ReadableStream({ start(to) { signal.addEventListener("abort", () => { to.error(signal.reason); }); } })))
      : new Promise((_, reject) => { signal.addEventListener("abort", () => { reject(signal.reason as Error); }); });

  async function requestWithTimeout(ms: number, body: boolean, left?: AbortController): Promise<unknown> {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.stubGlobal("fetch", hanging(body));
    let told: unknown = "nothing yet";
    const asked = fetchJson("demands", { timeoutMs: 1000, ...(left ? { signal: left.signal } : {}) });
    void asked.catch((error: unknown) => { told = error; });
    await vi.advanceTimersByTimeAsync(ms);
    left?.abort();
    await vi.advanceTimersByTimeAsync(1);
    return told;
  }

  it.each([["never begins", false], ["never ends", true]])("counts as unreachable when its body %s", async (_, body) => {
    expect(await requestWithTimeout(990, body)).toBe("nothing yet");
    expect(await requestWithTimeout(1000, body)).toMatchObject({ status: 0, code: "unreachable" });
  });

  it.each([false, true])("rethrows the abort reason when aborted before the limit (body started: %s)", async (body) => {
    const told = await requestWithTimeout(500, body, new AbortController());
    expect(told).toBeInstanceOf(DOMException);
    expect(told).not.toBeInstanceOf(ApiError);
  });

  it("clears its timer on completion", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}")));
    await fetchJson("demands", { timeoutMs: 1000 });
    expect(vi.getTimerCount()).toBe(0);
  });
});
