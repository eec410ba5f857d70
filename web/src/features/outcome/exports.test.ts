// Do the receipt, the Markdown and the calendar say what the log says, and hold to their formats?
import { describe, expect, it } from "vitest";
import { NAMES, recorded } from "../../testUtils/recordedLogs";
import type { DemandView, Plan } from "../../eventLog/types";
import { calendarOf, hasDates } from "./iCalendarExport";
import { DOCUMENT } from "./exportMessages";
import { markdownOf } from "./markdownExport";
import { inline, quote } from "./markdownSyntax";
import { receiptOf } from "./costSummary";
import type { Spent } from "./costSummary";
import { fileName } from "./download";

const URL = "http://localhost/d/d-abc";

describe("the receipt", () => {
  it.each(NAMES)("of %s sums to its totals", (name) => {
    const { entries, view } = recorded(name);
    const totals = view.cost.totals;
    const { steps, total, untold, closed } = receiptOf(view, entries);
    const sum = (of: keyof Spent): number => steps.reduce((all, { spent }) => all + spent[of], 0);
    expect(closed).toBe(true);
    expect(untold).toBeNull();
    expect(total).toEqual({ calls: totals?.model_calls, fallbacks: totals?.fallback_calls, input: totals?.input_tokens, output: totals?.output_tokens, usd: totals?.cost_usd });
    expect([sum("calls"), sum("fallbacks"), sum("input"), sum("output")]).toEqual([totals?.model_calls, totals?.fallback_calls, totals?.input_tokens, totals?.output_tokens]);
    expect(sum("input") + sum("output")).toBe(view.cost.tokens);
  });

  it("counts what had come by the moment that is looked at, of every type", () => {
    const { entries, views } = recorded("agreed-at-once");
    const usage = { calls: 2, input_tokens: 30, output_tokens: 4, cost_usd: 0.1 };
    const strange = [{ seq: 1, event_id: "evt-a", event_type: "towow.new.thing", timestamp: "", payload: { usage } }];
    const [first, third] = [views[0], views[2]];
    if (!first || !third) throw new Error("too short");
    expect(receiptOf(first, strange).steps).toEqual([{ step: "other", spent: { calls: 2, fallbacks: 0, input: 30, output: 4, usd: 0.1 } }]);
    expect(receiptOf(third, entries).total.calls).toBe(third.cost.calls);
    expect(receiptOf(third, entries).closed).toBe(false);
  });

  it("tells what was paid for and not used", () => {
    const { entries, view } = recorded("agreed-at-once");
    const more = { ...view, cost: { ...view.cost, totals: { model_calls: 12, fallback_calls: 0, input_tokens: 50, output_tokens: 5, cost_usd: 0.2, duration_ms: 1 } } };
    expect(receiptOf(more, entries).untold).toEqual({ calls: 2, fallbacks: 0, input: 50, output: 5, usd: 0.2 });
  });
});

function planned(changes: Partial<Plan>): DemandView {
  const { view } = recorded("agreed-at-once");
  if (view.proposal === null) throw new Error("no plan");
  return { ...view, proposal: { ...view.proposal, ...changes } };
}

const HOSTILE = "# x | <b>`*_[a](http://b)\n```\n- \u202eend\r\n===\n1. \\";

describe("the Markdown", () => {
  it.each(NAMES)("of %s has its parts and nothing raw, in both languages", (name) => {
    const { entries, view } = recorded(name);
    for (const language of ["zh", "en"] as const) {
      const text = markdownOf(view, entries, URL, language);
      expect(text).toMatch(/^# .+\n\n## /);
      expect(text).toContain(`## ${DOCUMENT[language].demand}`);
      expect(text).not.toMatch(/undefined|NaN|\bnull\b|\[object|towow\./);
      if (view.proposal?.assignments?.length) expect(text).toContain(`### ${DOCUMENT[language].assignments}`);
      if (view.evaluations.length) expect(text).toContain(`## ${DOCUMENT[language].rounds}`);
      const columns = text.split("\n").filter((line) => line.startsWith("| ")).map((line) => line.replace(/\\\|/g, "").split("|").length);
      expect(columns.every((count) => count === 7 || count === 8 || count === 11)).toBe(true);
    }
  });

  it("keeps its shape whatever people write", () => {
    const assignment = { agent_id: "a", display_name: HOSTILE, role: HOSTILE, responsibility: HOSTILE, dependencies: [HOSTILE], is_confirmed: true, required: true, notes: HOSTILE };
    const plain = { ...assignment, display_name: "x", role: "x", responsibility: "x", dependencies: ["x"], notes: "x" };
    const shape = (view: DemandView): string[] =>
      markdownOf(view, [], URL, "en").split("\n").filter((line) => !line.startsWith(">")).map((line) => (/^(#+ |- |\| |$)/.exec(line)?.[0] ?? "text"));
    const told = (words: string, one: typeof assignment): DemandView => ({
      ...planned({ summary: words, objective: words, risks: [words], success_criteria: [words], rationale: words, assignments: [one], gaps: [{ gap_type: words, importance: 3, reason: words, suggested_capability_tags: [] }] }),
      raw_input: words, user_id: words,
    });
    expect(shape(told(HOSTILE, assignment))).toEqual(shape(told("x", plain)));
    expect(inline(HOSTILE)).toBe("\\# x \\| \\<b\\>\\`\\*\\_\\[a\\](http://b) \\`\\`\\` - end === 1. \\\\");
    expect(quote(HOSTILE).split("\n").every((line) => /^> (\\|[^#\-=`])/.test(line))).toBe(true);
    expect(inline("- a")).toBe("\\- a");
    expect(inline("12. a")).toBe("12\\. a");
  });

  it("survives a view that lacks nearly everything", () => {
    const bare = { demand_id: "d-x", raw_input: "a", user_id: "b", created_at: "", outcome: { status: "failed" } } as unknown as DemandView;
    expect(markdownOf(bare, [], URL, "en")).not.toMatch(/undefined|NaN|null/);
  });
});

describe("the calendar", () => {
  const milestones = [
    { name: "场地确认；到场, 检查\\设备\n第二行", date: "2026-02-28", label: "月底" },
    { name: "很长的名字😀".repeat(40), date: "2028-02-28", label: "" },
    { name: "no day", date: null, label: "soon" },
    { name: "no such day", date: "2026-02-30", label: "" },
    { name: "words", date: "next week", label: "" },
    { name: "twice", date: "2026-12-31", label: "" },
    { name: "twice", date: "2027-01-01", label: "" },
  ];
  const view = planned({ summary: "计划, a; b", version: 3, created_at: "2026-01-22T10:00:05.123Z", timeline: { milestones } });
  const text = calendarOf(view, URL, DOCUMENT.zh);
  const unfolded = text.replaceAll("\r\n ", "").split("\r\n");
  const values = (name: string): string[] => unfolded.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));

  it("has lines of at most 75 octets that end with CRLF and split no character", () => {
    expect(text.endsWith("\r\n")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    const lines = text.split("\r\n");
    expect(lines.some((line) => line.startsWith(" "))).toBe(true);
    for (const line of lines) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\ud800-\udbff]$|^ ?[\udc00-\udfff]/);
    }
  });

  it("has a day's event for each milestone with a date", () => {
    expect(values("BEGIN:")).toEqual(["VCALENDAR", "VEVENT", "VEVENT", "VEVENT", "VEVENT"]);
    expect(values("END:")).toEqual(["VEVENT", "VEVENT", "VEVENT", "VEVENT", "VCALENDAR"]);
    expect(values("DTSTART;VALUE=DATE:")).toEqual(["20260228", "20280228", "20261231", "20270101"]);
    expect(values("DTEND;VALUE=DATE:")).toEqual(["20260301", "20280229", "20270101", "20270102"]);
    expect(new Set(values("DTSTAMP:"))).toEqual(new Set(["20260122T100005Z"]));
    expect(values("SUMMARY:")[0]).toBe("场地确认；到场\\, 检查\\\\设备\\n第二行");
    expect(values("SUMMARY:")[1]).toBe(milestones[1]?.name);
    expect(values("X-WR-CALNAME:")).toEqual(["计划\\, a\\; b"]);
    expect(unfolded.slice(0, 3)).toEqual(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//ToWow//ToWow//ZH"]);
  });

  it("calls the same milestone the same, whatever comes before it", () => {
    const uids = values("UID:");
    expect(new Set(uids).size).toBe(4);
    const fewer = calendarOf(planned({ timeline: { milestones: milestones.slice(1) } }), URL, DOCUMENT.en).replaceAll("\r\n ", "");
    for (const uid of uids.slice(1)) expect(fewer).toContain(`UID:${uid}\r\n`);
  });

  it("is not offered without dates", () => {
    expect(hasDates(view)).toBe(true);
    expect(hasDates(planned({ timeline: { milestones: milestones.slice(2, 5) } }))).toBe(false);
    expect(hasDates({ ...view, proposal: null })).toBe(false);
    expect(calendarOf({ ...view, proposal: null }, URL, DOCUMENT.en)).toMatch(/^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR\r\n$/);
  });

  it("is saved under a name that is safe everywhere", () => {
    expect(fileName("d-uga6ks2jj7kxi", "ics")).toBe("towow-d-uga6ks2jj7kxi.ics");
    expect(fileName("../..\\CON:<x>", "md")).toBe("towow-conx.md");
    expect(fileName("", "md")).toBe("towow-demand.md");
  });
});
