import { afterEach, describe, expect, it, vi } from "vitest";
import { ask, Refused } from "./client";

afterEach(() => { vi.unstubAllGlobals(); });

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
