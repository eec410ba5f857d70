// Rows of every recorded event in both locales, with missing, malformed and hostile data.
import { cleanup, fireEvent, render } from "@testing-library/react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RAW_VALUE, RECORDED_LOGS, readRecordedLog } from "../../testUtils/recordedLogs";
import { AGREEMENT_LOG } from "../../testUtils/agreementLog";
import { QUESTION_LOG, REVIEW_LOG } from "../../testUtils/reviewLog";
import type { LogEntry, JsonObject } from "../../eventLog/types";
import { escapeBidi } from "../../ui/escapeBidi";
import { useLocaleStore, type Locale } from "../../i18n/locale";
import { EventContent } from "./EventContent";
import { buildRows, getPayload, type TimelineRow } from "./timelineRows";
import { ROW_BY_TYPE, getRow } from "./rows/rowRegistry";
import { COMMON_MESSAGES } from "./messages/common";

const LANGUAGES: readonly Locale[] = ["zh", "en"];
/** Keys without free text: ids, enum values, dates and times. */
const NON_TEXT_KEYS =
  /(_id|_agents|^participants|_participants|^demand_id|^visibility|^language|^today|^timezone|^model|^follows|^confidence|^decision|_type|^reason|^status|^detail|^error_code|_at|^deadline|date|^requested_by|^about|^default|until|answered_by|changed_by|^id|^option|currency|^per|^kind|^start|^end|^dates|^not_on|^assignment|^holders)$/;
/** Exceptions to NON_TEXT_KEYS that hold free text. */
const FREE_TEXT_KEYS = /gap_type|bargain_type/;

/** Collect the free texts of a payload; adjustments are shown only when the plan is first sent. */
function collectFreeTexts(value: unknown, key = "", resent = false): string[] {
  if (typeof value === "string") return NON_TEXT_KEYS.test(key) && !FREE_TEXT_KEYS.test(key) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((item) => collectFreeTexts(item, key, resent));
  if (typeof value !== "object" || value === null) return [];
  const about = "kind" in value || "question_id" in value ? ["aspect"] : "role" in value ? ["need"] : []; // the name of a limit, the id of a need
  return Object.entries(value).filter(([name]) => !about.includes(name)).flatMap(([name, item]) => (name === "adjustment_summary" && resent ? [] : collectFreeTexts(item, name, resent)));
}

/**
 * Collect the free texts of a payload that its row shows. Of the demand's words the row shows only what they were read
 * as; fields derived from it, and what lies behind it, are in the summary.
 */
function collectShownTexts({ event_type: type, payload }: LogEntry): string[] {
  if (type === "towow.demand.revised") {
    const changes = (payload as { changes: readonly { field: string; before: unknown; after: unknown }[] }).changes;
    const listed = changes.filter(({ field }) => ["needs", "preferences", "not_wanted", "not_understood", "title"].includes(field));
    return collectFreeTexts(listed.map(({ before, after }) => ({ before, after })));
  }
  if (type === "towow.demand.understood") {
    const { title, needs, preferences, not_wanted, not_understood } = payload as Record<string, readonly { need?: string; text?: string }[] | undefined>;
    const texts = [needs, not_wanted, not_understood].flatMap((parts) => (parts ?? []).map(({ need, text }) => need ?? text));
    return collectFreeTexts([title, preferences, texts]);
  }
  if (type === "towow.filter.completed") { // a candidate's reason says in words what `fits` says by the ids of needs
    const candidates = payload.candidates as readonly Record<string, unknown>[];
    return collectFreeTexts({ ...payload, candidates: candidates.map((candidate) => Object.fromEntries(Object.entries(candidate).filter(([name]) => name !== "fits"))) });
  }
  const repeated = type !== "towow.proposal.distributed" || payload.resent === true;
  return collectFreeTexts(payload, "", repeated);
}

function renderRow(line: TimelineRow): HTMLElement {
  const { container } = render(<MemoryRouter><EventContent row={line} /></MemoryRouter>);
  container.querySelectorAll('button[aria-expanded="false"]').forEach((button) => fireEvent.click(button));
  return container;
}

/** Render a row without its error boundary, so that errors fail the test. */
function renderMarkup(line: TimelineRow, payload: JsonObject): string {
  const row = createElement(getRow(line.entry.event_type), { payload, context: line.context });
  return renderToStaticMarkup(<MemoryRouter>{row}</MemoryRouter>);
}

/** Extract the visible text of HTML. */
function extractText(html: string): string {
  return html.replaceAll(/<[^>]*>/g, " ");
}

function requireRow(line: TimelineRow | undefined): TimelineRow {
  if (line === undefined) throw new Error("no recorded event matches");
  return line;
}

function setLanguage(language: Locale): void {
  useLocaleStore.setState({ locale: language });
}

function createUnknownRow(entry: Partial<LogEntry>): TimelineRow {
  const before = readRecordedLog("agreed-at-once").entries.slice(0, 3);
  const base = { seq: 4, event_id: "e", event_type: "towow.something.new", timestamp: "2026-01-22T10:00:00.000Z", payload: {} };
  return requireRow(buildRows([...before, { ...base, ...entry }])[3]);
}

const ALL_ROWS = [...RECORDED_LOGS.map((name) => readRecordedLog(name).entries), REVIEW_LOG, QUESTION_LOG, AGREEMENT_LOG].flatMap(buildRows);

/** Return the structure of a value: fields, emptiness and enum values. */
function getShape(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length > 0 ? getShape(value[0]) : ""}]`;
  if (typeof value === "object" && value !== null) return `{${Object.entries(value).map(([name, item]) => `${name}:${getShape(item)}`).join()}}`;
  return typeof value === "string" && /^[a-z_]{1,20}$/.test(value) && !value.includes("agent_") ? value : `${typeof value}${value ? 1 : 0}`;
}

/** One row per recorded payload structure; others differ only in texts and numbers. */
const ROWS_BY_SHAPE = [...new Map(ALL_ROWS.map((line) => [line.entry.event_type + getShape(line.entry.payload), line])).values()];

/** Envelope fields that no row reads. */
const ENVELOPE_FIELDS = ["demand_id", "channel_id", "usage", "spent"];

const FIELDS = ROWS_BY_SHAPE.flatMap((line) =>
  Object.keys(line.entry.payload)
    .filter((name) => !ENVELOPE_FIELDS.includes(name))
    .map((name) => ({ line, name, rest: Object.fromEntries(Object.entries(line.entry.payload).filter(([other]) => other !== name)) })),
);

beforeEach(() => { setLanguage("en"); });
afterEach(cleanup);

describe("timeline rows", { timeout: 60_000 }, () => {
  it("exist for every type, and every type was recorded", () => {
    expect(new Set(ALL_ROWS.map((line) => line.entry.event_type))).toEqual(new Set(Object.keys(ROW_BY_TYPE)));
  });

  describe.each(LANGUAGES)("in %s", (language) => {
    it.each([...RECORDED_LOGS.map((name) => [name, () => readRecordedLog(name).entries] as const), ["an agreement with terms", () => AGREEMENT_LOG] as const])("show every text of %s", (_, read) => {
      setLanguage(language);
      for (const line of buildRows(read())) {
        const { payload } = line.entry;
        const text = renderRow(line).textContent;
        expect(text).not.toMatch(RAW_VALUE);
        expect(text).not.toContain(COMMON_MESSAGES[language].broken);
        if (typeof payload.display_name === "string") expect(text).toContain(payload.display_name);
        for (const free of collectShownTexts(line.entry)) if (free !== "proposal" && free !== payload.display_name) expect(text).toContain(free);
        cleanup();
      }
    });

    it("say who was not invited and why, and that only words were compared", () => {
      setLanguage(language);
      const omitted = [
        { agent_id: "agent_a", display_name: "Ann", need: "n1", reason: "too_far", distance_km: 1067 },
        { agent_id: "agent_b", display_name: "Bo", need: "n1", reason: "language" },
      ];
      const found = { candidates_count: 0, candidates: [], calls: 1 };
      const text = renderRow(createUnknownRow({ event_type: "towow.filter.completed", payload: { ...found, omitted, by_words_only: true } })).textContent;
      cleanup();
      const plain = renderRow(createUnknownRow({ event_type: "towow.filter.completed", payload: found })).textContent;
      for (const part of ["Ann", "1,067", "Bo", ...(language === "en" ? ["by words alone", "speaks other languages"] : ["只按字词比较", "只说别的语言"])]) {
        expect(text).toContain(part);
        expect(plain).not.toContain(part);
      }
    });

    it("tolerate any missing field", () => {
      setLanguage(language);
      for (const { line, name, rest } of FIELDS) expect(`${name}: ${extractText(renderMarkup(line, rest))}`).not.toMatch(RAW_VALUE);
    });

    it("tolerate an empty payload", () => {
      setLanguage(language);
      for (const type of Object.keys(ROW_BY_TYPE)) {
        const text = renderRow(createUnknownRow({ event_type: type })).textContent;
        expect(text).not.toMatch(RAW_VALUE);
        expect(text).not.toContain(COMMON_MESSAGES[language].broken);
        cleanup();
      }
    });
  });

  it.each([null, 7, "x", {}, [null]])("tolerate the value %o in any field", (odd) => {
    for (const { line, name, rest } of FIELDS) expect(`${name}: ${extractText(renderMarkup(line, { ...rest, [name]: odd }))}`).not.toMatch(RAW_VALUE);
  });

  it("never show raw enum values", () => {
    for (const language of LANGUAGES) {
      setLanguage(language);
      for (const line of ROWS_BY_SHAPE) expect(renderMarkup(line, line.entry.payload)).not.toContain(COMMON_MESSAGES[language].odd("x").replace("x", ""));
    }
  });

  it("show agent and plain values of unknown event types", () => {
    const payload = { channel_id: "c", agent_id: "agent_bob", mood_now: "<b>fine</b>", count: 1200, sure: true, deep: { a: 1 }, none: null };
    const text = renderRow(createUnknownRow({ payload })).textContent;
    for (const part of [COMMON_MESSAGES.en.strange, "Bob", "mood now", "<b>fine</b>", "1,200", "yes", COMMON_MESSAGES.en.more(2)]) expect(text).toContain(part);
    expect(text).not.toMatch(RAW_VALUE);
  });

  it("treat names of Object.prototype as unknown", () => {
    expect(renderRow(createUnknownRow({ event_type: "constructor" })).textContent).toContain(COMMON_MESSAGES.en.strange);
    const odd = createUnknownRow({ event_type: "towow.offer.submitted", payload: { decision: "toString", response_type: "__proto__" } });
    expect(renderRow(odd).textContent).toContain(COMMON_MESSAGES.en.odd("toString"));
  });

  it("show a placeholder for malformed payloads and failing rows", () => {
    for (const payload of [null, "text", 3, []]) {
      expect(renderRow(createUnknownRow({ event_type: "towow.demand.closed", payload: payload as unknown as JsonObject })).textContent).not.toMatch(RAW_VALUE);
      cleanup();
    }
    const trap = new Proxy({}, { get: () => { throw new Error("trap"); } });
    const line = { ...createUnknownRow({ event_type: "towow.demand.closed" }), entry: { ...createUnknownRow({}).entry, event_type: "towow.demand.closed", payload: trap } };
    expect(renderRow(line).textContent).toContain(COMMON_MESSAGES.en.broken);
  });

  it("show hostile texts as plain text", () => {
    const texts = ["<img src=x onerror=alert(1)>", "\u202Eevil\u202C", "👩‍👩‍👧‍👦🏳️‍🌈", "مرحبا", "x".repeat(500), "{{constructor}}"];
    for (const text of texts) {
      for (const line of ROWS_BY_SHAPE.filter(({ entry }) => entry.payload.display_name !== undefined)) {
        const payload = { ...line.entry.payload, display_name: text, reasoning: text, content: text, reason: text, conditions: [text] };
        const [made] = buildRows([{ ...line.entry, payload }]) as [TimelineRow];
        const container = renderRow(made);
        expect(container.textContent).toContain(escapeBidi(text));
        expect(container.textContent).not.toContain("\u202E");
        expect(container.querySelector("img, script")).toBeNull();
        cleanup();
      }
    }
  });

  it("mark answer source, lateness and fallbacks", () => {
    const offer = requireRow(ALL_ROWS.find(({ entry }) => entry.event_type === "towow.offer.submitted"));
    const marked = (marks: JsonObject): string => renderMarkup(offer, { ...getPayload(offer.entry), ...marks });
    expect(marked({ answered_by: "person" })).toContain(COMMON_MESSAGES.en.inPerson);
    expect(marked({ answered_by: "agent" })).toContain(COMMON_MESSAGES.en.forPerson);
    expect(marked({})).not.toContain(COMMON_MESSAGES.en.inPerson);
    expect(marked({ late: true })).toContain(">late<");
    expect(marked({ fallback: true })).toContain(COMMON_MESSAGES.en.standIn);
  });
});
