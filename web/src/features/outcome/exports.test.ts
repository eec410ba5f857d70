// Cost summary, Markdown export and iCalendar export.
import { describe, expect, it } from "vitest";
import { AGREEMENT_LOG } from "../../testUtils/agreementLog";
import { RECORDED_LOGS, projectViews, readRecordedLog } from "../../testUtils/recordedLogs";
import type { DemandView, Plan } from "../../eventLog/types";
import { hasCalendarEvents } from "./calendarEvents";
import { renderCalendar } from "./iCalendarExport";
import { EXPORT_MESSAGES } from "./exportMessages";
import { renderMarkdown } from "./markdownExport";
import { escapeInline, renderQuote } from "./markdownSyntax";
import { summarizeCost, type StepCost } from "./costSummary";
import { getExportFileName } from "./download";

const URL = "http://localhost/d/d-abc";

describe("the cost summary", () => {
  it.each(RECORDED_LOGS)("of %s adds up to its totals", (name) => {
    const { entries, view } = readRecordedLog(name);
    const totals = view.cost.totals;
    const { steps, total, unattributed, isFinal } = summarizeCost(view, entries);
    const sum = (of: keyof StepCost): number => steps.reduce((all, { cost }) => all + cost[of], 0);
    expect(isFinal).toBe(true);
    // The second understanding, after an answer in own words, has no event of its own with its usage.
    const understoodTwice = entries.some(({ event_type, payload }) => event_type === "towow.question.answered" && "text" in payload);
    // An adjustment that leaves the plan as it is has none either.
    const root = entries.filter(({ payload }) => payload.channel_id === view.channel_id);
    const countOf = (type: string): number => root.filter(({ event_type }) => event_type === type).length;
    const isUnchanged = countOf("towow.feedback.evaluated") > countOf("towow.proposal.distributed");
    expect(unattributed).toEqual(understoodTwice || isUnchanged ? { calls: 1, fallbacks: 0, inputTokens: 0, outputTokens: 0, usd: 0 } : null);
    expect(total).toEqual({ calls: totals?.model_calls, fallbacks: totals?.fallback_calls, inputTokens: totals?.input_tokens, outputTokens: totals?.output_tokens, usd: totals?.cost_usd });
    expect([sum("calls") + (unattributed?.calls ?? 0), sum("fallbacks"), sum("inputTokens"), sum("outputTokens")]).toEqual([totals?.model_calls, totals?.fallback_calls, totals?.input_tokens, totals?.output_tokens]);
    expect(sum("inputTokens") + sum("outputTokens")).toBe(view.cost.tokens);
  });

  it("counts events up to the shown moment, of every type", () => {
    const { entries, views } = readRecordedLog("agreed-at-once");
    const usage = { calls: 2, input_tokens: 30, output_tokens: 4, cost_usd: 0.1 };
    const strange = [{ seq: 1, event_id: "evt-a", event_type: "towow.new.thing", timestamp: "", payload: { usage } }];
    const [first, third] = [views[0], views[2]];
    if (!first || !third) throw new Error("the recorded log is too short");
    expect(summarizeCost(first, strange).steps).toEqual([{ step: "other", cost: { calls: 2, fallbacks: 0, inputTokens: 30, outputTokens: 4, usd: 0.1 } }]);
    expect(summarizeCost(third, entries).total.calls).toBe(third.cost.calls);
    expect(summarizeCost(third, entries).isFinal).toBe(false);
  });

  it("reports unattributed usage", () => {
    const { entries, view } = readRecordedLog("agreed-at-once");
    const more = { ...view, cost: { ...view.cost, totals: { model_calls: 12, fallback_calls: 0, input_tokens: 50, output_tokens: 5, cost_usd: 0.2, duration_ms: 1 } } };
    expect(summarizeCost(more, entries).unattributed).toEqual({ calls: 2, fallbacks: 0, inputTokens: 50, outputTokens: 5, usd: 0.2 });
  });
});

function createViewWithPlan(changes: Partial<Plan>): DemandView {
  const { view } = readRecordedLog("agreed-at-once");
  if (view.proposal === null) throw new Error("the recorded log has no plan");
  return { ...view, proposal: { ...view.proposal, ...changes } };
}

const HOSTILE = "# x | <b>`*_[a](http://b)\n```\n- \u202eend\r\n===\n1. \\";

describe("the Markdown export", () => {
  it.each(RECORDED_LOGS)("of %s has all sections and no raw values, in both locales", (name) => {
    const { entries, view } = readRecordedLog(name);
    for (const language of ["zh", "en"] as const) {
      const text = renderMarkdown(view, entries, URL, language);
      expect(text).toMatch(/^# .+\n\n## /);
      expect(text).toContain(`## ${EXPORT_MESSAGES[language].demand}`);
      expect(text).not.toMatch(/undefined|NaN|\bnull\b|\[object|towow\./);
      if (view.proposal?.assignments?.length) expect(text).toContain(`### ${EXPORT_MESSAGES[language].assignments}`);
      if (view.evaluations.length) expect(text).toContain(`## ${EXPORT_MESSAGES[language].rounds}`);
      const columns = text.split("\n").filter((line) => line.startsWith("| ")).map((line) => line.replace(/\\\|/g, "").split("|").length);
      expect(columns.every((count) => count === 7 || count === 8 || count === 11)).toBe(true);
    }
  });

  it("keeps its structure with hostile texts", () => {
    const assignment = { agent_id: "a", display_name: HOSTILE, role: HOSTILE, responsibility: HOSTILE, dependencies: [HOSTILE], is_confirmed: true, required: true, notes: HOSTILE };
    const plain = { ...assignment, display_name: "x", role: "x", responsibility: "x", dependencies: ["x"], notes: "x" };
    const shape = (view: DemandView): string[] =>
      renderMarkdown(view, [], URL, "en").split("\n").filter((line) => !line.startsWith(">")).map((line) => (/^(#+ |- |\| |$)/.exec(line)?.[0] ?? "text"));
    const told = (text: string, one: typeof assignment): DemandView => ({
      ...createViewWithPlan({ summary: text, objective: text, risks: [text], success_criteria: [text], rationale: text, assignments: [one], gaps: [{ gap_type: text, importance: 3, reason: text, suggested_capability_tags: [] }] }),
      raw_input: text, user_id: text,
    });
    expect(shape(told(HOSTILE, assignment))).toEqual(shape(told("x", plain)));
    expect(escapeInline(HOSTILE)).toBe("\\# x \\| \\<b\\>\\`\\*\\_\\[a\\](http://b) \\`\\`\\` - end === 1. \\\\");
    expect(renderQuote(HOSTILE).split("\n").every((line) => /^> (\\|[^#\-=`])/.test(line))).toBe(true);
    expect(escapeInline("- a")).toBe("\\- a");
    expect(escapeInline("12. a")).toBe("12\\. a");
  });

  it("tolerates a nearly empty view", () => {
    const bare = { demand_id: "d-x", raw_input: "a", user_id: "b", created_at: "", outcome: { status: "failed" } } as unknown as DemandView;
    expect(renderMarkdown(bare, [], URL, "en")).not.toMatch(/undefined|NaN|null/);
  });
});

describe("the exports of an agreement", () => {
  const [view] = projectViews(AGREEMENT_LOG).slice(-1) as [DemandView];

  it("say in Markdown what is missing first, then needs, people, cost and findings", () => {
    const text = renderMarkdown(view, AGREEMENT_LOG, URL, "en");
    const facts = [
      "**Partly agreed (2 of 4)**", "## Still missing", "Nobody is the host yet.", "over budget: The fees come to £430", "## Needs", "met: venue — Bob", "not met: host",
      "contradiction: Bob allows no outside food", "Bob — venue (confirmed)", "In reserve: Eve — catering", "## What it costs", "| Bob | venue | £380 | £420 | 5 December 2026, 18:00–22:30 |", "£50 per hour", "In all £430 of £420", "over by £10", "## Next steps", "## Model calls",
    ];
    let from = 0;
    for (const fact of facts) {
      const at = text.indexOf(fact, from);
      expect(at, fact).toBeGreaterThan(-1);
      from = at;
    }
    expect(text.slice(0, text.indexOf("## Plan ("))).not.toContain("£900");
    expect(text).not.toMatch(/nothing is missing|every need has somebody/);
    expect(renderMarkdown(view, AGREEMENT_LOG, URL, "zh")).toContain("**部分达成（4 项中 2 项）**");
  });

  it("have the plan's day with hour, place and people in the calendar, parts with their own time, and the milestones before it", () => {
    const lines = renderCalendar(view, URL, "en").replaceAll("\r\n ", "").split("\r\n");
    const values = (name: string): string[] => lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));
    expect(values("DTSTART:")).toEqual(["20261205T160000Z", "20261205T160000Z"]);
    expect(values("DTEND:")).toEqual(["20261205T223000Z", "20261205T180000Z"]);
    expect(values("SUMMARY:")).toEqual(["Mum's 60th birthday", "Mum's 60th birthday · catering · Cat", "Mum's 60th birthday · everything confirmed"]);
    expect(values("LOCATION:")).toEqual(["Camden\\, London", "Camden\\, London"]);
    expect(values("STATUS:")).toEqual(["TENTATIVE", "TENTATIVE", "TENTATIVE"]);
    for (const part of ["Partly agreed (2 of 4)\\nStill missing: Nobody is the host yet.", "Bob: venue\\, confirmed\\, £380", "In reserve: Eve", "In all £430 of £420 (over by £10)"]) expect(values("DESCRIPTION:")[0]).toContain(part);
    expect(values("DTSTART;VALUE=DATE:")).toEqual(["20261129"]);
    expect(lines.join("\n")).not.toContain("the day itself");
  });
});

describe("the iCalendar export", () => {
  const summary = `场地确认；到场, 检查\\设备\n第二行${"很长的名字😀".repeat(40)}`;
  const dated = (...dates: unknown[]): Partial<Plan> => ({ timeline: { milestones: dates.map((date) => ({ name: "a step", date, label: "" })) } }) as Partial<Plan>;
  const view = createViewWithPlan({ ...dated("2026-02-28", "2026-12-31", null, "2026-02-30", "next week"), summary, version: 3, created_at: "2026-01-22T10:00:05.123Z" });
  const text = renderCalendar(view, URL, "zh");
  const unfold = (folded: string): string[] => folded.replaceAll("\r\n ", "").split("\r\n");
  const values = (name: string, lines = unfold(text)): string[] => lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));

  it("folds lines at 75 octets with CRLF, without splitting characters", () => {
    expect(text.endsWith("\r\n")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    const lines = text.split("\r\n");
    expect(lines.some((line) => line.startsWith(" "))).toBe(true);
    for (const line of lines) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\ud800-\udbff]$|^ ?[\udc00-\udfff]/);
    }
  });

  it("has the last day that exists as the plan's, and the milestone before it", () => {
    expect(values("BEGIN:")).toEqual(["VCALENDAR", "VEVENT", "VEVENT"]);
    expect(values("END:")).toEqual(["VEVENT", "VEVENT", "VCALENDAR"]);
    expect(values("DTSTART;VALUE=DATE:")).toEqual(["20261231", "20260228"]);
    expect(values("DTEND;VALUE=DATE:")).toEqual(["20270101", "20260301"]);
    expect(values("DTSTAMP:")).toEqual(["20260122T100005Z", "20260122T100005Z"]);
    expect(values("X-WR-CALNAME:")[0]).toMatch(/^场地确认；到场\\, 检查\\\\设备\\n第二行/);
    expect(unfold(text).slice(0, 3)).toEqual(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//ToWow//ToWow//ZH"]);
  });

  it("has a stable UID per part", () => {
    const other = unfold(renderCalendar(createViewWithPlan(dated("2027-03-01")), URL, "en"));
    expect(values("UID:", other)).toHaveLength(1);
    expect(values("UID:", other)).toEqual(values("UID:").slice(0, 1));
    expect(new Set(values("UID:")).size).toBe(2);
  });

  it("takes the plan's start for its day when no milestone has one, and has none without any", () => {
    const started = createViewWithPlan({ timeline: { start_date: "2028-02-28", milestones: [] } });
    expect(values("DTEND;VALUE=DATE:", unfold(renderCalendar(started, URL, "en")))).toEqual(["20280229"]);
    expect(hasCalendarEvents(view)).toBe(true);
    expect(hasCalendarEvents(createViewWithPlan(dated(null, "2026-02-30", "next week")))).toBe(false);
    expect(hasCalendarEvents({ ...view, proposal: null })).toBe(false);
    expect(renderCalendar({ ...view, proposal: null }, URL, "en")).toMatch(/^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR\r\n$/);
  });

  it("has a portable file name", () => {
    expect(getExportFileName("d-uga6ks2jj7kxi", "ics")).toBe("towow-d-uga6ks2jj7kxi.ics");
    expect(getExportFileName("../..\\CON:<x>", "md")).toBe("towow-conx.md");
    expect(getExportFileName("", "md")).toBe("towow-demand.md");
  });
});
