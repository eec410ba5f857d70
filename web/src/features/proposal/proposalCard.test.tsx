// Plan card and candidate list of every recorded log, with hostile and missing data.
import { act, cleanup, render, type RenderResult } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { RECORDED_LOGS, readRecordedLog } from "../../testUtils/recordedLogs";
import type { DemandView } from "../../eventLog/types";
import { EMPTY_LOG, useLogStore, useVisibleView } from "../../eventLog/logStore";
import { escapeBidi } from "../../ui/escapeBidi";
import { useLocaleStore } from "../../i18n/locale";
import { CandidateList } from "../candidates/CandidateList";
import { ProposalCard } from "./ProposalCard";

/** Machine-readable values that must never be rendered. */
const RAW_VALUE = /undefined|null|NaN|\[object|\{"|towow\.|agent_[a-z]|force_finalized|no_participants/;
const HOSTILE = ["<script>alert(1)</script><img src=x onerror=alert(1)>", "\u202Eتجربة", "🧑‍🚀🎉", "字".repeat(10_000)];

vi.setConfig({ testTimeout: 30_000 });
afterEach(cleanup);

function PlanAndCandidates({ view }: { readonly view: DemandView }) {
  return <><ProposalCard view={view} /><CandidateList view={view} /></>;
}

/** Plan card of the view in the store. */
function PlanOfLog() {
  const view = useVisibleView();
  return view && <PlanAndCandidates view={view} />;
}

/** Create a function that renders plan and candidates of successive views to text. */
function createReader(): (view: DemandView) => string {
  let page: RenderResult | null = null;
  return (view) => {
    if (page === null) page = render(<PlanAndCandidates view={view} />);
    else page.rerender(<PlanAndCandidates view={view} />);
    return page.container.textContent;
  };
}

/** Load the first `count` events of a log into the store and return the view. */
function loadLog(name: string, count?: number): DemandView {
  const { entries, views } = readRecordedLog(name);
  const seen = views.slice(0, count);
  act(() => { useLogStore.setState({ ...EMPTY_LOG, entries: entries.slice(0, count), views: seen }); });
  const view = seen.at(-1);
  if (view === undefined) throw new Error("the log has no view");
  return view;
}

function renderText(view: DemandView): string {
  return createReader()(view);
}

function renderPlan(name: string, count?: number): HTMLElement {
  return render(<ProposalCard view={loadLog(name, count)} />).container;
}

function changeProposal(name: string, fields: object): DemandView {
  const view = loadLog(name);
  return { ...view, proposal: { ...view.proposal, ...fields } } as DemandView;
}

/** List the events at which the plan changes, and the last one. */
function listPlanSeqs(name: string): readonly number[] {
  const { views } = readRecordedLog(name);
  return views.flatMap(({ proposal }, index) => (index === views.length - 1 || proposal !== (views[index - 1]?.proposal ?? null) ? [index + 1] : []));
}

function readViews(name: string, counts: readonly number[]): void {
  const { container } = render(<PlanOfLog />);
  for (const count of counts) {
    const view = loadLog(name, count);
    const text = container.textContent;
    expect(text).not.toMatch(RAW_VALUE);
    for (const { display_name, role } of view.proposal?.assignments ?? []) {
      expect(text).toContain(display_name);
      expect(text).toContain(role);
    }
    for (const { display_name, reason } of view.candidates) {
      expect(text).toContain(display_name);
      expect(text).toContain(reason);
    }
  }
}

describe("plan and candidates", () => {
  it.each(RECORDED_LOGS)("render every event of %s", (name) => {
    useLocaleStore.setState({ locale: "zh" });
    readViews(name, readRecordedLog(name).entries.map(({ seq }) => seq));
  });

  it.each(RECORDED_LOGS)("render every plan and the end of %s in English", (name) => {
    useLocaleStore.setState({ locale: "en" });
    readViews(name, listPlanSeqs(name));
  });
});

describe("the plan card", () => {
  it.each(["conditions-and-wishes", "withdraw-after-the-outcome"])("tolerates any missing field of the plan of %s", (name) => {
    useLocaleStore.setState({ locale: "en" });
    const view = loadLog(name);
    const reads = createReader();
    for (const field of Object.keys(view.proposal ?? {})) {
      for (const strange of [undefined, null, 7, {}, [null, 1, {}, [[]]]]) {
        const hurt = { ...view, proposal: { ...view.proposal, [field]: strange } } as unknown as DemandView;
        expect(reads(hurt), field).not.toMatch(RAW_VALUE);
      }
    }
    for (const field of Object.keys(view.candidates[0] ?? {}).filter((one) => one !== "agent_id" && one !== "display_name")) {
      const hurt = { ...view, candidates: view.candidates.map((who) => ({ ...who, [field]: undefined })) };
      expect(reads(hurt), field).not.toMatch(RAW_VALUE);
    }
  });

  it("has a placeholder only after invitations were sent", () => {
    useLocaleStore.setState({ locale: "en" });
    const { entries, views } = readRecordedLog("agreed-at-once");
    const texts = views.slice(0, 9).map((view) => renderText({ ...view, candidates: [] }));
    expect(texts.map((text) => text.includes("no plan yet"))).toEqual(entries.slice(0, 9).map(({ seq }) => seq >= 5));
    expect(renderPlan("all-decline").textContent).toBe("");
  });

  it("shows changes and their requesters", () => {
    useLocaleStore.setState({ locale: "en" });
    const plan = renderPlan("conditions-and-wishes", 17);
    expect(plan.textContent).toContain("Compared with version 1");
    expect(plan.querySelector("ins")?.textContent).toBe("请写明车马费");
    expect(plan.textContent).toContain("as Alice asked");
    expect(plan.querySelector("[data-mark=added]")?.textContent).toContain("人数超过50人");
    expect([...plan.querySelectorAll(".proposal-was del")].map((was) => was.textContent)).toEqual(["周六下午在Bob的会议室，Alice主讲"]);
  });

  it("marks confirmed, optional and departed holders, and unreviewed versions", () => {
    useLocaleStore.setState({ locale: "en" });
    const holdings = (plan: HTMLElement): (string | undefined)[] => [...plan.querySelectorAll<HTMLElement>("li[data-holding]")].map((one) => one.dataset.holding);
    expect(holdings(renderPlan("withdraw-after-the-outcome", 11))).toEqual(Array(4).fill("unconfirmed"));
    expect(holdings(renderPlan("withdraw-after-the-outcome", 16))).toEqual(["confirmed", "confirmed", "confirmed", "optional"]);
    const left = renderPlan("withdraw-after-the-outcome", 27);
    expect(left.textContent).toContain("Changed because Dora left");
    const last = renderPlan("withdraw-after-the-outcome");
    expect(holdings(last)).toEqual(["confirmed", "confirmed", "confirmed", "confirmed", "gone"]);
    expect(last.textContent).toContain("after version 1 had been reviewed");
    expect(last.textContent).toContain("Changed by what the subnet for “摄影师” brought");
    expect(renderPlan("withdraw-after-the-outcome", 11).querySelector("[data-reviewed=never]")).not.toBeNull();
    expect(renderPlan("withdraw-after-the-outcome", 12).querySelector("[data-reviewed]")).toBeNull();
  });

  it("marks forced, unadjusted, fallback, failed and unassigned plans", () => {
    useLocaleStore.setState({ locale: "en" });
    expect(renderPlan("forced-after-five-rounds").textContent).toContain("settled with those who accept");
    expect(renderPlan("adjustment-fails").textContent).toContain("could not be adjusted");
    expect(renderPlan("everything-is-down").textContent).toContain("no model answered");
    expect(renderPlan("agreed-at-once").textContent).not.toContain("no model answered");
    expect(renderPlan("too-few-accept").textContent).toContain("not agreed");
    expect(renderText(changeProposal("agreed-at-once", { assignments: [] }))).toContain("names nobody's task");
  });

  it.each(HOSTILE)("shows %.20s as plain text", (own) => {
    useLocaleStore.setState({ locale: "zh" });
    const assignments = [{ agent_id: "agent_bob", display_name: own, role: own, responsibility: own, dependencies: [own], notes: own }];
    const view = changeProposal("conditions-and-wishes", { summary: own, assignments, risks: [own], gaps: [{ gap_type: own, importance: 9, reason: own }], timeline: { start_date: own, milestones: [{ name: own, date: own, label: own }] } });
    const { container } = render(<><ProposalCard view={view} /><CandidateList view={{ ...view, candidates: view.candidates.map((who) => ({ ...who, display_name: own, reason: own })) }} /></>);
    expect(container.querySelector("script, img")).toBeNull();
    expect(container.textContent).toContain(escapeBidi(own.slice(0, 500)));
    expect(container.textContent).not.toContain("\u202E");
  });
});

describe("the candidate list", () => {
  it("explains an empty list: searching, none found, or never invited", () => {
    useLocaleStore.setState({ locale: "en" });
    const first = (name: string, type: string): DemandView => {
      const { entries, views } = readRecordedLog(name);
      return views[entries.findIndex(({ event_type }) => event_type === type)] as unknown as DemandView;
    };
    expect(renderText(first("no-active-agent", "towow.demand.understood"))).toContain("Looking for suitable people");
    expect(renderText(first("no-active-agent", "towow.negotiation.failed"))).toContain("Nobody suitable was found");
    expect(renderText(first("cancel-while-understanding", "towow.demand.closed"))).toContain("ended before anybody was invited");
  });
});
