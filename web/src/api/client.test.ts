// Is every way in which an answer does not come told as one of two things: nobody is there, or nobody waits any more?
import { afterEach, describe, expect, it, vi } from "vitest";
import { ask, Refused } from "./client";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A body whose first bytes come, and then the line breaks. */
function brokenOff(status: number): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"items": ['));
      controller.error(new TypeError("network error"));
    },
  });
  return new Response(body, { status });
}

async function refusal(answer: () => Promise<Response>, signal?: AbortSignal): Promise<unknown> {
  vi.stubGlobal("fetch", answer);
  return ask("demands", signal ? { signal } : {}).then(() => null, (error: unknown) => error);
}

describe("an answer", () => {
  it.each([
    ["breaks off", () => Promise.resolve(brokenOff(200))],
    ["is no JSON", () => Promise.resolve(new Response("<html>", { status: 200 }))],
    ["never comes", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("that %s is a gateway that cannot be reached", async (_, answer) => {
    const refused = await refusal(answer);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({ status: 0, code: "unreachable" });
  });

  it("that refuses and breaks off is a refusal still", async () => {
    expect(await refusal(() => Promise.resolve(brokenOff(503)))).toMatchObject({ status: 503, code: "unknown" });
  });

  it("that one does not wait for any more is no refusal", async () => {
    const left = new AbortController();
    left.abort();
    expect(await refusal(() => Promise.resolve(brokenOff(200)), left.signal)).not.toBeInstanceOf(Refused);
  });

  it("without a body is null", async () => {
    expect(await refusal(() => Promise.resolve(new Response(null, { status: 204 })))).toBeNull();
  });
});

describe("an answer that is waited for only so long", () => {
  /** What a gateway does that takes a question, begins to answer perhaps, and hangs. */
  const hanging = (body: boolean) => (_: string, { signal }: { signal: AbortSignal }): Promise<Response> =>
    body
      ? Promise.resolve(new Response(new ReadableStream({ start(to) { signal.addEventListener("abort", () => { to.error(signal.reason); }); } })))
      : new Promise((_, reject) => { signal.addEventListener("abort", () => { reject(signal.reason as Error); }); });

  async function after(ms: number, body: boolean, left?: AbortController): Promise<unknown> {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.stubGlobal("fetch", hanging(body));
    let told: unknown = "nothing yet";
    const asked = ask("demands", { patience: 1000, ...(left ? { signal: left.signal } : {}) });
    void asked.catch((error: unknown) => { told = error; });
    await vi.advanceTimersByTimeAsync(ms);
    left?.abort();
    await vi.advanceTimersByTimeAsync(1);
    return told;
  }

  it.each([["that never begins", false], ["that never ends", true]])("and %s is a gateway that cannot be reached", async (_, body) => {
    expect(await after(990, body)).toBe("nothing yet");
    expect(await after(1000, body)).toMatchObject({ status: 0, code: "unreachable" });
  });

  it.each([false, true])("is no refusal when one leaves before (body begun: %s)", async (body) => {
    const told = await after(500, body, new AbortController());
    expect(told).toBeInstanceOf(DOMException);
    expect(told).not.toBeInstanceOf(Refused);
  });

  it("leaves no timer behind when it came", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}")));
    await ask("demands", { patience: 1000 });
    expect(vi.getTimerCount()).toBe(0);
  });
});
