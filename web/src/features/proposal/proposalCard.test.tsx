// Does every recorded plan show, whole and in both languages, with its marks; and one that is hostile or half missing?
import { act, cleanup, render } from "@testing-library/react";
import type { RenderResult } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { NAMES, recorded } from "../../testUtils/recordedLogs";
import type { DemandView } from "../../eventLog/types";
import { NOTHING, useLog, useView } from "../../eventLog/logStore";
import { asText } from "../../ui/escapeBidi";
import { useLanguage } from "../../i18n/locale";
import { CandidateList } from "../candidates/CandidateList";
import { ProposalCard } from "./ProposalCard";

/** What must not be readable anywhere: a program's words instead of a person's. */
const NOT_FOR_READERS = /undefined|null|NaN|\[object|\{"|towow\.|agent_[a-z]|force_finalized|no_participants/;
const HOSTILE = ["<script>alert(1)</script><img src=x onerror=alert(1)>", "\u202Eتجربة", "🧑‍🚀🎉", "字".repeat(10_000)];

vi.setConfig({ testTimeout: 30_000 });
afterEach(cleanup);

function Both({ view }: { readonly view: DemandView }) {
  return <><ProposalCard view={view} /><CandidateList view={view} /></>;
}

/** As the page shows it: whatever is in the store. */
function Shown() {
  const view = useView();
  return view && <Both view={view} />;
}

/** What is read of one view after the other: of the plan and of the candidates. */
function reader(): (view: DemandView) => string {
  let page: RenderResult | null = null;
  return (view) => {
    if (page === null) page = render(<Both view={view} />);
    else page.rerender(<Both view={view} />);
    return page.container.textContent;
  };
}

/** Put the log up to its event `count` into the store, as if it had just come; gives the view. */
function shown(name: string, count?: number): DemandView {
  const { entries, views } = recorded(name);
  const seen = views.slice(0, count);
  act(() => { useLog.setState({ ...NOTHING, entries: entries.slice(0, count), views: seen }); });
  const view = seen.at(-1);
  if (view === undefined) throw new Error("nothing is shown");
  return view;
}

function said(view: DemandView): string {
  return reader()(view);
}

function planOf(name: string, count?: number): HTMLElement {
  return render(<ProposalCard view={shown(name, count)} />).container;
}

function changed(name: string, fields: object): DemandView {
  const view = shown(name);
  return { ...view, proposal: { ...view.proposal, ...fields } } as DemandView;
}

/** The events at which there is something new to read of a plan, and the last one. */
function planned(name: string): readonly number[] {
  const { views } = recorded(name);
  return views.flatMap(({ proposal }, index) => (index === views.length - 1 || proposal !== (views[index - 1]?.proposal ?? null) ? [index + 1] : []));
}

function read(name: string, counts: readonly number[]): void {
  const { container } = render(<Shown />);
  for (const count of counts) {
    const view = shown(name, count);
    const text = container.textContent;
    expect(text).not.toMatch(NOT_FOR_READERS);
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

describe("the plan and the candidates", () => {
  it.each(NAMES)("show every event of %s in words", (name) => {
    useLanguage.setState({ language: "zh" });
    read(name, recorded(name).entries.map(({ seq }) => seq));
  });

  it.each(NAMES)("show every plan and the end of %s in English too", (name) => {
    useLanguage.setState({ language: "en" });
    read(name, planned(name));
  });
});

describe("the plan", () => {
  it.each(["conditions-and-wishes", "withdraw-after-the-outcome"])("does without any field of the plan of %s", (name) => {
    useLanguage.setState({ language: "en" });
    const view = shown(name);
    const reads = reader();
    for (const field of Object.keys(view.proposal ?? {})) {
      for (const strange of [undefined, null, 7, {}, [null, 1, {}, [[]]]]) {
        const hurt = { ...view, proposal: { ...view.proposal, [field]: strange } } as unknown as DemandView;
        expect(reads(hurt), field).not.toMatch(NOT_FOR_READERS);
      }
    }
    for (const field of Object.keys(view.candidates[0] ?? {}).filter((one) => one !== "agent_id" && one !== "display_name")) {
      const hurt = { ...view, candidates: view.candidates.map((who) => ({ ...who, [field]: undefined })) };
      expect(reads(hurt), field).not.toMatch(NOT_FOR_READERS);
    }
  });

  it("is awaited only once people are asked", () => {
    useLanguage.setState({ language: "en" });
    const { entries, views } = recorded("agreed-at-once");
    const texts = views.slice(0, 9).map((view) => said({ ...view, candidates: [] }));
    expect(texts.map((text) => text.includes("no plan yet"))).toEqual(entries.slice(0, 9).map(({ seq }) => seq >= 5));
    expect(planOf("all-decline").textContent).toBe("");
  });

  it("tells what changed and whose request it was", () => {
    useLanguage.setState({ language: "en" });
    const plan = planOf("conditions-and-wishes", 17);
    expect(plan.textContent).toContain("Compared with version 1");
    expect(plan.querySelector("ins")?.textContent).toBe("请写明车马费");
    expect(plan.textContent).toContain("as Alice asked");
    expect(plan.querySelector("[data-mark=added]")?.textContent).toContain("人数超过50人");
    expect([...plan.querySelectorAll(".proposal-was del")].map((was) => was.textContent)).toEqual(["周六下午在Bob的会议室，Alice主讲"]);
  });

  it("marks confirmed, optional and gone, and what nobody reviewed", () => {
    useLanguage.setState({ language: "en" });
    const holdings = (plan: HTMLElement): (string | undefined)[] => [...plan.querySelectorAll<HTMLElement>("li[data-holding]")].map((one) => one.dataset.holding);
    expect(holdings(planOf("withdraw-after-the-outcome", 11))).toEqual(Array(4).fill("unconfirmed"));
    expect(holdings(planOf("withdraw-after-the-outcome", 16))).toEqual(["confirmed", "confirmed", "confirmed", "optional"]);
    const left = planOf("withdraw-after-the-outcome", 27);
    expect(left.textContent).toContain("Changed because Dora left");
    const last = planOf("withdraw-after-the-outcome");
    expect(holdings(last)).toEqual(["confirmed", "confirmed", "confirmed", "confirmed", "gone"]);
    expect(last.textContent).toContain("after version 1 had been reviewed");
    expect(last.textContent).toContain("Changed by what the subnet for “摄影师” brought");
    expect(planOf("withdraw-after-the-outcome", 11).querySelector("[data-reviewed=never]")).not.toBeNull();
    expect(planOf("withdraw-after-the-outcome", 12).querySelector("[data-reviewed]")).toBeNull();
  });

  it("marks what is forced, failed to be adjusted, written by no model, not agreed, nobody's", () => {
    useLanguage.setState({ language: "en" });
    expect(planOf("forced-after-five-rounds").textContent).toContain("forced");
    expect(planOf("adjustment-fails").textContent).toContain("could not be adjusted");
    expect(planOf("everything-is-down").textContent).toContain("no model answered");
    expect(planOf("agreed-at-once").textContent).not.toContain("no model answered");
    expect(planOf("too-few-accept").textContent).toContain("not agreed");
    expect(said(changed("agreed-at-once", { assignments: [] }))).toContain("names nobody's task");
  });

  it.each(HOSTILE)("shows %.20s as text", (own) => {
    useLanguage.setState({ language: "zh" });
    const assignments = [{ agent_id: "agent_bob", display_name: own, role: own, responsibility: own, dependencies: [own], notes: own }];
    const view = changed("conditions-and-wishes", { summary: own, assignments, risks: [own], gaps: [{ gap_type: own, importance: 9, reason: own }], timeline: { start_date: own, milestones: [{ name: own, date: own, label: own }] } });
    const { container } = render(<><ProposalCard view={view} /><CandidateList view={{ ...view, candidates: view.candidates.map((who) => ({ ...who, display_name: own, reason: own })) }} /></>);
    expect(container.querySelector("script, img")).toBeNull();
    expect(container.textContent).toContain(asText(own.slice(0, 500)));
    expect(container.textContent).not.toContain("\u202E");
  });
});

describe("the candidates", () => {
  it("are said to be looked for, not to be found, or never to have been invited", () => {
    useLanguage.setState({ language: "en" });
    const first = (name: string, type: string): DemandView => {
      const { entries, views } = recorded(name);
      return views[entries.findIndex(({ event_type }) => event_type === type)] as unknown as DemandView;
    };
    expect(said(first("no-active-agent", "towow.demand.understood"))).toContain("Looking for suitable people");
    expect(said(first("no-active-agent", "towow.negotiation.failed"))).toContain("Nobody suitable was found");
    expect(said(first("cancel-while-understanding", "towow.demand.closed"))).toContain("ended before anybody was invited");
  });
});
