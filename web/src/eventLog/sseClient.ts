// SSE client that delivers a log's events once and in order, and resumes with `Last-Event-ID` after a break.
import { createParser } from "eventsource-parser";
import type { AnyEventLog } from "./eventLog";
import { observeServerTime } from "./serverClock";
import type { LogEntry } from "./types";

const RESET_EVENT = "towow.stream.reset";
/** Mean retry delay (ms); each viewer waits 0.5 to 1.5 times as long, so that reconnects are spread out. */
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 8000;
/** Upper bound (s) for `Retry-After`: browser timers overflow beyond 24 days and fire at once. */
const MAX_RETRY_AFTER_S = 3600;
/** Idle time (ms) after which a connection is closed; the gateway sends a heartbeat every 15 s. */
const IDLE_TIMEOUT_MS = 40_000;
/** Maximum number of events per chunk that are shown one per frame; larger chunks are applied at once. */
const MAX_PACED_EVENTS = 24;
/** Maximum wait (ms) for an animation frame; hidden tabs get none. */
const MAX_FRAME_MS = 100;

/** Response that a retry would not change (400, 401, 403, 404). */
class NotAccessible extends Error {}

/** Response that a retry may change, after at least `delayMs`. */
class RetryLater extends Error {
  readonly delayMs: number;

  constructor(readonly status: number, headers: Headers) {
    super(`the gateway responded with status ${status}`);
    const seconds = Number(headers.get("Retry-After"));
    this.delayMs = (status === 429 || status === 503) && seconds > 0 ? 1000 * Math.min(seconds, MAX_RETRY_AFTER_S) : 0;
  }
}

/** Position in the stream: the last event id, "" at the start. */
export interface Cursor {
  id: string;
}

/** What one frame says: an entry of the log, or nothing to append; `last` ends the stream. */
export interface Frame {
  readonly entry: LogEntry | null;
  readonly last: boolean;
}

/** Kind of event stream: which log it fills, where it is served, and how its frames are read. */
export interface EventStream {
  readonly log: AnyEventLog;
  readonly getUrl: (logId: string) => string;
  /** Read a frame; null ignores it. `seq` is the number in its id, NaN without one. Throws on invalid JSON. */
  readonly readFrame: (seq: number, data: string) => Frame | null;
}

/**
 * Follow a log's events until the last one has arrived or `signal` aborts. Reconnects from `cursor`, which advances
 * with the events; an `online` event on `wake` ends a retry delay early.
 */
export async function followLog(
  stream: EventStream,
  logId: string,
  signal: AbortSignal,
  cursor: Cursor = { id: "" },
  wake: EventTarget = globalThis,
): Promise<void> {
  const { setConnection } = stream.log;
  let retryMs = FIRST_RETRY_MS;
  while (!signal.aborted) {
    const startId = cursor.id;
    let retryLater: RetryLater | null = null;
    try {
      const ended = await connectOnce(stream, logId, signal, cursor);
      if (ended) {
        setConnection("over");
        return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof NotAccessible) {
        setConnection("missing");
        return;
      }
      if (error instanceof RetryLater) retryLater = error;
    }
    if (signal.aborted) return;
    setConnection(retryLater?.status === 429 ? "full" : "lost");
    retryMs = cursor.id === startId ? Math.min(retryMs * 2, MAX_RETRY_MS) : FIRST_RETRY_MS;
    await waitForRetry((retryLater?.delayMs ?? 0) + retryMs * (0.5 + Math.random()), signal, wake);
  }
}

/**
 * Open one connection and read it to its end; returns true when the log is complete. Throws when the connection breaks.
 */
async function connectOnce(stream: EventStream, logId: string, signal: AbortSignal, cursor: Cursor): Promise<boolean> {
  const controller = new AbortController();
  const stop = (): void => {
    controller.abort();
  };
  signal.addEventListener("abort", stop, { once: true });
  let timer = setTimeout(stop, IDLE_TIMEOUT_MS);
  try {
    const response = await fetch(stream.getUrl(logId), {
      headers: { Accept: "text/event-stream", ...(cursor.id ? { "Last-Event-ID": cursor.id } : {}) },
      signal: controller.signal,
      cache: "no-store",
    });
    if (response.status === 204) return true;
    if ([400, 401, 403, 404].includes(response.status)) throw new NotAccessible();
    if (!response.ok || response.body === null) throw new RetryLater(response.status, response.headers);
    observeServerTime(Date.parse(response.headers.get("Date") ?? ""));
    stream.log.setConnection("live");
    const frameReader = new FrameReader(stream, logId, cursor, controller.signal);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    controller.signal.addEventListener("abort", () => void reader.cancel().catch(() => undefined), { once: true });
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return frameReader.ended;
      clearTimeout(timer);
      timer = setTimeout(stop, IDLE_TIMEOUT_MS);
      await frameReader.feed(value);
      if (frameReader.ended) return true;
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    stop();
  }
}

/** Parser of SSE frames that appends entries to the store and advances the cursor. */
class FrameReader {
  ended = false;
  private entries: LogEntry[] = [];
  private lastId = "";
  private readonly parser = createParser({
    onEvent: ({ id, event, data }) => {
      if (event === RESET_EVENT) this.resetLog();
      else this.addFrame(id ?? "", data);
    },
  });

  constructor(
    private readonly stream: EventStream,
    private readonly logId: string,
    private readonly cursor: Cursor,
    private readonly signal: AbortSignal,
  ) {}

  /** Parse a chunk and append its entries. Throws at a gap: reconnecting fetches what is missing. */
  async feed(text: string): Promise<void> {
    this.parser.feed(text);
    const entries = this.entries;
    this.entries = [];
    for (const batch of splitForDisplay(entries)) {
      if (this.signal.aborted) return;
      if (!this.stream.log.append(batch, this.logId)) throw new Error("gap in the event stream: reconnecting fetches the missing events");
      if (batch.length < entries.length) await waitForFrame();
    }
    if (this.lastId) this.cursor.id = this.lastId;
  }

  private addFrame(id: string, data: string): void {
    const frame = this.stream.readFrame(id === "" ? NaN : Number(id.slice(id.lastIndexOf("-") + 1)), data);
    if (frame === null) return;
    if (frame.entry !== null) {
      this.entries.push(frame.entry);
      this.lastId = id;
    }
    if (frame.last) this.ended = true;
  }

  /** Discard the log: the store was restored to an earlier state, so known events may not exist any more. */
  private resetLog(): void {
    const { log } = this.stream;
    const { replaySeq } = log.store.getState();
    this.entries = [];
    log.open(this.logId);
    log.seekTo(replaySeq);
    log.setConnection("live");
  }
}

/** Split a few entries into batches of one, so that each is shown; keep many in one batch. */
function splitForDisplay(entries: LogEntry[]): LogEntry[][] {
  return entries.length > MAX_PACED_EVENTS ? [entries] : entries.map((entry) => [entry]);
}

/** Resolve after the next animation frame, or after MAX_FRAME_MS in a hidden tab. */
function waitForFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(shown, MAX_FRAME_MS);
    const frame = requestAnimationFrame(shown);
    function shown(): void {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      resolve();
    }
  });
}

/** Resolve after `ms`, on abort, or when the browser comes back online. */
function waitForRetry(ms: number, signal: AbortSignal, wake: EventTarget): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    wake.addEventListener("online", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      wake.removeEventListener("online", done);
      resolve();
    }
  });
}
