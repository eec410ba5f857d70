// Rows of the needs board at every moment of every recorded log, of this release and an earlier one.
import { describe, expect, it } from "vitest";
import { AGREEMENT_LOG, createAgreementLog, requireEntry, seqsOf } from "../../testUtils/agreementLog";
import { RECORDED_LOGS, getChannelPart, projectViews, readEarlierLogs, readRecordedLog } from "../../testUtils/recordedLogs";
import { getReserveAgents } from "../../eventLog/reserves";
import { getPlanOutcome, isAgreed } from "../../eventLog/planOutcome";
import type { ChannelPart, DemandView, LogEntry } from "../../eventLog/types";
import { countAnswered, getAnswers } from "./answers";
import { getConfirmedHolders } from "./holderRule";
import { computeNeedRows, readNeeds, type NeedRows } from "./needRows";
import { readNeedTies } from "./needTies";
import { getRingSegments, getRingTone } from "./ringSegments";

interface Moment {
  readonly where: string;
  readonly part: ChannelPart;
  readonly board: NeedRows;
  readonly hasAccepts: boolean;
}

const EARLIER_LOGS = readEarlierLogs();

/** The part of a log's channel that each event is about, after it. */
function listMoments(name: string, entries: readonly LogEntry[], views: readonly DemandView[]): Moment[] {
  return entries.flatMap((entry, index) => {
    const view = views[index];
    if (view === undefined) return [];
    const part = getChannelPart(view, entry);
    const seen = entries.slice(0, index + 1);
    const hasAccepts = seen.some(({ event_type, payload }) => event_type === "towow.proposal.feedback" && payload.channel_id === part.channel_id && payload.feedback_type === "accept");
    return [{ where: `${name}, event ${entry.seq}`, part, board: computeNeedRows(part, readNeedTies(seen, part.channel_id)), hasAccepts }];
  });
}

const MOMENTS = [
  ...RECORDED_LOGS.map((name) => [name, readRecordedLog(name)] as const),
  ...[...EARLIER_LOGS].map(([name, log]) => [`earlier ${name}`, log] as const),
  ["by hand", { entries: AGREEMENT_LOG, views: projectViews(AGREEMENT_LOG) }] as const,
].flatMap(([name, { entries, views }]) => listMoments(name, entries, views));

function where(moments: readonly Moment[]): readonly string[] {
  return moments.map((moment) => moment.where);
}

describe("the needs board at every moment", () => {
  it("is tried with old and new logs, with and without needs, open and agreed", () => {
    expect(EARLIER_LOGS.size).toBeGreaterThan(20);
    expect(MOMENTS.length).toBeGreaterThan(1000);
    expect(MOMENTS.filter(({ board }) => board.rows.length > 1).length).toBeGreaterThan(100);
    expect(MOMENTS.filter(({ board }) => board.rows.some(({ state }) => state === "missing")).length).toBeGreaterThan(5);
    expect(new Set(MOMENTS.flatMap(({ board }) => board.rows.map(({ state }) => state)))).toEqual(new Set(["open", "asked", "offered", "planned", "met", "missing", "unfilled"]));
  });

  it("never has more needs met than there are, and none before an agreement that somebody accepted", () => {
    expect(where(MOMENTS.filter(({ board }) => board.met > board.rows.length))).toEqual([]);
    expect(where(MOMENTS.filter(({ board, part, hasAccepts }) => board.met > 0 && !(isAgreed(part.status) && hasAccepts)))).toEqual([]);
  });

  it("equals the outcome, and so does the rule by itself", () => {
    const told = MOMENTS.filter(({ part }) => (getPlanOutcome(part)?.needs.length ?? 0) > 0);
    expect(told.length).toBeGreaterThan(30);
    for (const { where: place, part, board } of told) {
      const outcome = getPlanOutcome(part);
      expect(board.rows.map(({ id, state }) => [id, state === "met"]), place).toEqual(outcome?.needs.map(({ id, met }) => [id, met]));
      const limits = part.understanding?.limits;
      expect(readNeeds(part).map(({ id, count }) => getConfirmedHolders(id, part.proposal, limits).size >= count), place).toEqual(outcome?.needs.map(({ met }) => met));
      for (const need of outcome?.needs ?? []) {
        const seats = board.rows.find(({ id }) => id === need.id)?.seats ?? [];
        expect(new Set(seats.filter(({ holds }) => holds).map(({ agentId }) => agentId)), place).toEqual(new Set(need.holders));
      }
    }
  });

  it("shows every candidate somewhere, and reserves nowhere else", () => {
    for (const { where: place, part, board } of MOMENTS) {
      const shown = [...board.rows.flatMap(({ seats }) => seats), ...board.others, ...board.reserves].map(({ agentId }) => agentId);
      expect(part.candidates.filter(({ agent_id }) => !shown.includes(agent_id)), place).toEqual([]);
      const reserves = getReserveAgents(part.proposal);
      expect([...board.rows.flatMap(({ seats }) => seats), ...board.others].filter(({ agentId }) => reserves.has(agentId)), place).toEqual([]);
      expect([...reserves].filter((agent) => !board.reserves.some(({ agentId }) => agentId === agent)), place).toEqual([]);
    }
  });

  it("has a ring that is green only for an outcome that is complete or does not tell, and full only when all needs are met", () => {
    for (const { where: place, part, board } of MOMENTS) {
      if (getRingTone(part) === "good") expect(isAgreed(part.status) && getPlanOutcome(part)?.complete !== false, place).toBe(true);
      const segments = getRingSegments(part);
      const full = segments.filter(({ state }) => state === "full").reduce((sum, { length }) => sum + length, 0);
      const answers = getAnswers(part);
      const share = answers.length === 0 ? 0 : countAnswered(answers) / answers.length;
      expect(full, place).toBeCloseTo(board.rows.length > 0 ? board.met / board.rows.length : share);
      expect(answers.some(({ tone }) => tone === "good"), place).toBe(false);
    }
  });
});

function lastView(entries: readonly LogEntry[]): DemandView {
  const view = projectViews(entries).at(-1);
  if (view === undefined) throw new Error("the log is empty");
  return view;
}

describe("people and needs", () => {
  const last = lastView(AGREEMENT_LOG);

  it("keeps reserves apart from the holders whom they would replace", () => {
    const { rows, reserves, met } = computeNeedRows(last);
    expect(met).toBe(2);
    expect(rows.map(({ need, state, seats }) => [need, state, seats.map(({ name }) => name)])).toEqual([
      ["venue", "met", ["Bob"]], ["catering", "met", ["Cat"]], ["host", "missing", []], ["flowers", "unfilled", []],
    ]);
    expect(reserves.map(({ name, role }) => [name, role])).toEqual([["Eve", "catering"]]);
  });

  it("attaches nobody before the plan of whom the data does not say what they can do", () => {
    const seq = (seqsOf("proposal.distributed")[0] ?? 0) - 1;
    const view = lastView(AGREEMENT_LOG.slice(0, seq));
    const { rows, others } = computeNeedRows(view, readNeedTies(AGREEMENT_LOG.slice(0, seq), view.channel_id));
    expect(rows.flatMap(({ seats }) => seats)).toEqual([]);
    expect(others.map(({ name }) => name)).toEqual(["Bob", "Cat", "Eve"]);
  });

  it("attaches the invited to what the search found them able to do", () => {
    const { entries } = readRecordedLog("partly-agreed");
    const seen = entries.slice(0, 1 + entries.findIndex(({ event_type }) => event_type === "towow.demand.broadcast"));
    const view = lastView(seen);
    const { rows, others } = computeNeedRows(view, readNeedTies(seen, view.channel_id));
    expect(rows.map(({ state, seats }) => [state, seats.map(({ name }) => name)])).toEqual([
      ["asked", ["Bob"]], ["asked", ["Alice"]], ["asked", ["Dora"]], ["open", []],
    ]);
    expect(others).toEqual([]);
  });

  it("keeps who left in the row that they held", () => {
    const left: LogEntry = { ...requireEntry(AGREEMENT_LOG, AGREEMENT_LOG.length), seq: AGREEMENT_LOG.length + 1, event_type: "towow.agent.withdrawn" };
    const plan = { ...(last.proposal ?? {}), assignments: (last.proposal?.assignments ?? []).filter(({ agent_id }) => agent_id !== "agent_cat") };
    const entries = [...AGREEMENT_LOG, { ...left, payload: { ...left.payload, agent_id: "agent_cat", display_name: "Cat", reason: "ill", round: 1, proposal: plan } }];
    const view = lastView(entries);
    const row = computeNeedRows(view, readNeedTies(entries, view.channel_id)).rows[1];
    expect(row?.seats.map(({ name, status, holds }) => [name, status, holds])).toEqual([["Cat", "left", false]]);
  });

  it.each([
    ["a day of their own that the limits exclude", { terms: { start: "2026-12-06T18:00:00+00:00" } }, {}],
    ["a finding that they are not free", {}, { findings: [{ kind: "not_free", agent_id: "agent_bob", text: "" }] }],
    ["no confirmation", { is_confirmed: false }, {}],
    ["a place in reserve", { reserve: true }, {}],
  ])("does not count a holder with %s", (_, fields, planFields) => {
    const plan = { ...(last.proposal ?? {}), ...planFields, assignments: (last.proposal?.assignments ?? []).map((held) => ({ ...held, ...(held.agent_id === "agent_bob" ? fields : {}) })) };
    const limits = last.understanding?.limits;
    expect(getConfirmedHolders("n1", last.proposal, limits).size).toBe(1);
    expect(getConfirmedHolders("n1", plan, limits).size).toBe(0);
    expect(getConfirmedHolders("n1", last.proposal, { not_on: ["saturday"] }).size).toBe(0);
    expect(getConfirmedHolders("n1", last.proposal, { weekdays: [6] }).size).toBe(0);
  });

  it("survives values of a newer gateway", () => {
    const odd = lastView(createAgreementLog({ needs: [{ id: 7 }, null, "x"] }));
    const understanding = { ...odd.understanding, needs: "many", limits: { weekdays: "all", dates: 3 } } as unknown as DemandView["understanding"];
    expect(computeNeedRows({ ...odd, understanding }).rows).toHaveLength(1);
    expect(computeNeedRows({ ...odd, understanding, proposal: { assignments: [null, 3, {}] } as unknown as DemandView["proposal"] }).others.length).toBeGreaterThan(0);
  });
});
