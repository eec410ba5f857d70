// How do a demand's events come, each once and in order, whatever becomes of the line? Over SSE, resumed by id.
import { createParser } from "eventsource-parser";
import { notBefore } from "./serverClock";
import { fields, text } from "./readJson";
import { append, connected, lookAt, openLog, useLog } from "./logStore";
import type { Entry } from "./types";

const RESET = "towow.stream.reset";
/** ms on average: each viewer waits between half and one and a half of it, so that not all come back in step. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;
/** s of `Retry-After`: a timer that is set to weeks goes off at once. */
const LONGEST_ASKED = 3600;
/** ms without a byte after which a line is given up: the gateway says something every 15 s. */
const SILENCE = 40_000;
/** Events of one piece of the stream that are shown one by one. */
const MOST_PACED = 24;
/** ms */
const LONGEST_FRAME = 100;

/** An answer that another attempt would not change. */
class Missing extends Error {}

/** An answer that another attempt may change, `after` ms at the earliest. */
class Later extends Error {
  readonly after: number;

  constructor(readonly status: number, headers: Headers) {
    super(`status ${status}`);
    const seconds = Number(headers.get("Retry-After"));
    this.after = (status === 429 || status === 503) && seconds > 0 ? 1000 * Math.min(seconds, LONGEST_ASKED) : 0;
  }
}

/** How far a stream has been read: the last id, "" at the beginning. */
export interface Cursor {
  id: string;
}

/**
 * Follow a demand until its last event is here or `signal` aborts. A line that breaks is taken up again at `cursor`,
 * which moves on with what comes; `wake` ends a pause between attempts early.
 */
export async function follow(
  demandId: string,
  signal: AbortSignal,
  cursor: Cursor = { id: "" },
  wake: EventTarget = globalThis,
): Promise<void> {
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    const begun = cursor.id;
    let refused: Later | null = null;
    try {
      const over = await once(demandId, signal, cursor);
      if (over) {
        connected("over");
        return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Missing) {
        connected("missing");
        return;
      }
      if (error instanceof Later) refused = error;
    }
    if (signal.aborted) return;
    connected(refused?.status === 429 ? "full" : "lost");
    pause = cursor.id === begun ? Math.min(pause * 2, LONGEST_PAUSE) : FIRST_PAUSE;
    await pauseFor((refused?.after ?? 0) + pause * (0.5 + Math.random()), signal, wake);
  }
}

/** One connection; true when the log has ended. Throws when the line breaks. */
async function once(demandId: string, signal: AbortSignal, cursor: Cursor): Promise<boolean> {
  const line = new AbortController();
  const stop = (): void => {
    line.abort();
  };
  signal.addEventListener("abort", stop, { once: true });
  let timer = setTimeout(stop, SILENCE);
  try {
    const answer = await fetch(`/api/v1/events/negotiations/${encodeURIComponent(demandId)}/stream`, {
      headers: { Accept: "text/event-stream", ...(cursor.id ? { "Last-Event-ID": cursor.id } : {}) },
      signal: line.signal,
      cache: "no-store",
    });
    if (answer.status === 204) return true;
    if ([400, 401, 403, 404].includes(answer.status)) throw new Missing();
    if (!answer.ok || answer.body === null) throw new Later(answer.status, answer.headers);
    notBefore(Date.parse(answer.headers.get("Date") ?? ""));
    connected("live");
    const reading = new Reading(demandId, cursor, line.signal);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    line.signal.addEventListener("abort", () => void reader.cancel().catch(() => undefined), { once: true });
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return reading.over;
      clearTimeout(timer);
      timer = setTimeout(stop, SILENCE);
      await reading.feed(value);
      if (reading.over) return true;
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    stop();
  }
}

/** Reads frames, hands entries on, and tells how far it has come. */
class Reading {
  over = false;
  private entries: Entry[] = [];
  private last = "";
  private readonly parser = createParser({
    onEvent: ({ id, event, data }) => {
      if (event === RESET) this.restart();
      else this.take(id ?? "", data);
    },
  });

  constructor(
    private readonly demandId: string,
    private readonly cursor: Cursor,
    private readonly signal: AbortSignal,
  ) {}

  /** Throws at a gap: what is missing comes when the line is taken up again. */
  async feed(text: string): Promise<void> {
    this.parser.feed(text);
    const entries = this.entries;
    this.entries = [];
    for (const some of paced(entries)) {
      if (this.signal.aborted) return;
      if (!append(some, this.demandId)) throw new Error("a gap in the stream");
      if (some.length < entries.length) await nextFrame();
    }
    if (this.last) this.cursor.id = this.last;
  }

  private take(id: string, data: string): void {
    const seq = Number(id.slice(id.lastIndexOf("-") + 1));
    if (!Number.isSafeInteger(seq)) return;
    const said = fields(JSON.parse(data));
    const entry: Entry = {
      seq,
      event_id: text(said.event_id),
      event_type: text(said.event_type),
      timestamp: text(said.timestamp),
      payload: fields(said.payload),
    };
    this.entries.push(entry);
    this.last = id;
    if (entry.event_type === "towow.demand.closed") this.over = true;
  }

  /** The store was restored to an earlier state: what is here may never have happened. */
  private restart(): void {
    const { at } = useLog.getState();
    this.entries = [];
    openLog(this.demandId);
    lookAt(at);
    connected("live");
  }
}

/** One by one, so that each moment is seen; many together, so that who comes late is there at once. */
function paced(entries: Entry[]): Entry[][] {
  return entries.length > MOST_PACED ? [entries] : entries.map((entry) => [entry]);
}

/** When the display has shown what there is; soon also when nobody looks. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(shown, LONGEST_FRAME);
    const frame = requestAnimationFrame(shown);
    function shown(): void {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      resolve();
    }
  });
}

function pauseFor(ms: number, signal: AbortSignal, wake: EventTarget): Promise<void> {
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
