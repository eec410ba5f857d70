// Does every recorded event read well in both languages, and does it when parts of it are missing, odd or hostile?
import { cleanup, fireEvent, render } from "@testing-library/react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MACHINE, NAMES, recorded } from "../../testUtils/recordedLogs";
import type { Entry, Json } from "../../eventLog/types";
import { asText } from "../../ui/escapeBidi";
import { useLanguage } from "../../i18n/locale";
import type { Language } from "../../i18n/locale";
import { EventContent } from "./EventContent";
import { linesOf, payloadOf } from "./timelineRows";
import type { Line } from "./timelineRows";
import { ROWS, rowOf } from "./rows/rowRegistry";
import { WORDS } from "./messages/common";

const LANGUAGES: readonly Language[] = ["zh", "en"];
/** Keys under which no free text stands: ids, words of fixed sets, days and instants. */
const FIXED =
  /(_id|_agents|^participants|_participants|^demand_id|^visibility|^language|^today|^timezone|^model|^follows|^confidence|^decision|_type|^reason|^status|^detail|^error_code|_at|^deadline|date|^requested_by)$/;
/** Under these keys stands free text all the same, in events or parts of that kind. */
const FREE = /gap_type|bargain_type/;

/** The free texts in what an event says. What was changed is told when the plan goes out the first time. */
function freeTexts(value: unknown, key = "", resent = false): string[] {
  if (typeof value === "string") return FIXED.test(key) && !FREE.test(key) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((item) => freeTexts(item, key, resent));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => (name === "adjustment_summary" && resent ? [] : freeTexts(item, name, resent)));
}

function shown(line: Line): HTMLElement {
  const { container } = render(<MemoryRouter><EventContent line={line} /></MemoryRouter>);
  container.querySelectorAll('button[aria-expanded="false"]').forEach((button) => fireEvent.click(button));
  return container;
}

/** As it reads without its boundary: what fails, fails the test. */
function markup(line: Line, payload: Json): string {
  const row = createElement(rowOf(line.entry.event_type), { payload, scene: line.scene });
  return renderToStaticMarkup(<MemoryRouter>{row}</MemoryRouter>);
}

/** What is read of it. */
function words(html: string): string {
  return html.replaceAll(/<[^>]*>/g, " ");
}

function there(line: Line | undefined): Line {
  if (line === undefined) throw new Error("no such line was recorded");
  return line;
}

function speakIn(language: Language): void {
  useLanguage.setState({ language });
}

function strange(entry: Partial<Entry>): Line {
  const before = recorded("agreed-at-once").entries.slice(0, 3);
  const base = { seq: 4, event_id: "e", event_type: "towow.something.new", timestamp: "2026-01-22T10:00:00.000Z", payload: {} };
  return there(linesOf([...before, { ...base, ...entry }])[3]);
}

const ALL = NAMES.flatMap((name) => linesOf(recorded(name).entries));

/** Which fields a payload has, which of them are empty, and the words of fixed sets: what a row may treat differently. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length > 0 ? shapeOf(value[0]) : ""}]`;
  if (typeof value === "object" && value !== null) return `{${Object.entries(value).map(([name, item]) => `${name}:${shapeOf(item)}`).join()}}`;
  return typeof value === "string" && /^[a-z_]{1,20}$/.test(value) && !value.includes("agent_") ? value : `${typeof value}${value ? 1 : 0}`;
}

/** One line of each shape that was recorded; the others differ only in their texts and numbers. */
const SHAPES = [...new Map(ALL.map((line) => [line.entry.event_type + shapeOf(line.entry.payload), line])).values()];

/** What every event has besides; no row reads it. */
const FRAME = ["demand_id", "channel_id", "usage", "spent"];

const FIELDS = SHAPES.flatMap((line) =>
  Object.keys(line.entry.payload)
    .filter((name) => !FRAME.includes(name))
    .map((name) => ({ line, name, rest: Object.fromEntries(Object.entries(line.entry.payload).filter(([other]) => other !== name)) })),
);

beforeEach(() => { speakIn("en"); });
afterEach(cleanup);

describe("the rows", { timeout: 60_000 }, () => {
  it("are there for every type, and every type was recorded", () => {
    expect(new Set(ALL.map((line) => line.entry.event_type))).toEqual(new Set(Object.keys(ROWS)));
  });

  describe.each(LANGUAGES)("in %s", (language) => {
    it.each(NAMES)("tell all of %s", (name) => {
      speakIn(language);
      for (const line of linesOf(recorded(name).entries)) {
        const { event_type: type, payload } = line.entry;
        const text = shown(line).textContent;
        expect(text).not.toMatch(MACHINE);
        expect(text).not.toContain(WORDS[language].broken);
        if (typeof payload.display_name === "string") expect(text).toContain(payload.display_name);
        const repeated = type !== "towow.proposal.distributed" || payload.resent === true;
        for (const free of freeTexts(payload, "", repeated)) if (free !== "proposal" && free !== payload.display_name) expect(text).toContain(free);
        cleanup();
      }
    });

    it("tell what is left when any one field is missing", () => {
      speakIn(language);
      for (const { line, name, rest } of FIELDS) expect(`${name}: ${words(markup(line, rest))}`).not.toMatch(MACHINE);
    });

    it("tell something when nothing is said", () => {
      speakIn(language);
      for (const type of Object.keys(ROWS)) {
        const text = shown(strange({ event_type: type })).textContent;
        expect(text).not.toMatch(MACHINE);
        expect(text).not.toContain(WORDS[language].broken);
        cleanup();
      }
    });
  });

  it.each([null, 7, "x", {}, [null]])("tell what they can when any one field is %o", (odd) => {
    for (const { line, name, rest } of FIELDS) expect(`${name}: ${words(markup(line, { ...rest, [name]: odd }))}`).not.toMatch(MACHINE);
  });

  it("never tell a fixed word as it stands on the wire", () => {
    for (const language of LANGUAGES) {
      speakIn(language);
      for (const line of SHAPES) expect(markup(line, line.entry.payload)).not.toContain(WORDS[language].odd("x").replace("x", ""));
    }
  });

  it("tell an event of an unknown type plainly: whose, its values, and that there is more", () => {
    const payload = { channel_id: "c", agent_id: "agent_bob", mood_now: "<b>fine</b>", count: 1200, sure: true, deep: { a: 1 }, none: null };
    const text = shown(strange({ payload })).textContent;
    for (const part of [WORDS.en.strange, "Bob", "mood now", "<b>fine</b>", "1,200", "yes", WORDS.en.more(2)]) expect(text).toContain(part);
    expect(text).not.toMatch(MACHINE);
  });

  it("take the names of objects' own functions for unknown types and words", () => {
    expect(shown(strange({ event_type: "constructor" })).textContent).toContain(WORDS.en.strange);
    const odd = strange({ event_type: "towow.offer.submitted", payload: { decision: "toString", response_type: "__proto__" } });
    expect(shown(odd).textContent).toContain(WORDS.en.odd("toString"));
  });

  it("say so when a payload is no payload or a row fails", () => {
    for (const payload of [null, "text", 3, []]) {
      expect(shown(strange({ event_type: "towow.demand.closed", payload: payload as unknown as Json })).textContent).not.toMatch(MACHINE);
      cleanup();
    }
    const trap = new Proxy({}, { get: () => { throw new Error("trap"); } });
    const line = { ...strange({ event_type: "towow.demand.closed" }), entry: { ...strange({}).entry, event_type: "towow.demand.closed", payload: trap } };
    expect(shown(line).textContent).toContain(WORDS.en.broken);
  });

  it("show hostile texts as text", () => {
    const texts = ["<img src=x onerror=alert(1)>", "\u202Eevil\u202C", "👩‍👩‍👧‍👦🏳️‍🌈", "مرحبا", "x".repeat(500), "{{constructor}}"];
    for (const text of texts) {
      for (const line of SHAPES.filter(({ entry }) => entry.payload.display_name !== undefined)) {
        const payload = { ...line.entry.payload, display_name: text, reasoning: text, content: text, reason: text, conditions: [text] };
        const [made] = linesOf([{ ...line.entry, payload }]) as [Line];
        const container = shown(made);
        expect(container.textContent).toContain(asText(text));
        expect(container.textContent).not.toContain("\u202E");
        expect(container.querySelector("img, script")).toBeNull();
        cleanup();
      }
    }
  });

  it("mark who answered, lateness and stand-ins", () => {
    const offer = there(ALL.find(({ entry }) => entry.event_type === "towow.offer.submitted"));
    const marked = (marks: Json): string => markup(offer, { ...payloadOf(offer.entry), ...marks });
    expect(marked({ answered_by: "person" })).toContain(WORDS.en.inPerson);
    expect(marked({ answered_by: "agent" })).toContain(WORDS.en.forPerson);
    expect(marked({})).not.toContain(WORDS.en.inPerson);
    expect(marked({ late: true })).toContain(">late<");
    expect(marked({ fallback: true })).toContain(WORDS.en.standIn);
  });
});
