// Why somebody was not invited: only what the log and the directory tell.
import { describe, expect, it } from "vitest";
import { readRecordedLog } from "../../testUtils/recordedLogs";
import type { DemandView } from "../../eventLog/types";
import { getFormat } from "../../i18n/format";
import { describeGround } from "./WhyNotGrounds";
import { findGrounds, listNeeds, listOmissions, type Agent, type Ground, type NeedSearch } from "./whyNotGrounds";

const AGENT: Agent = { agent_id: "agent_zoe", display_name: "Zoe", summary: "", capabilities: [], tags: [], location: "北京", languages: ["zh-CN"], remote: false, active: true };
const { view } = readRecordedLog("over-budget-allowed");
const search = (place: number | null, found = 9, more = false): NeedSearch => ({ need: "场地", place, found, more });
const kindsOf = (grounds: readonly Ground[]): readonly string[] => grounds.map(({ kind }) => kind);

interface Known {
  readonly agent?: Partial<Agent>;
  readonly searches?: readonly NeedSearch[];
  readonly own?: readonly string[];
  readonly shown?: DemandView;
}

const find = ({ agent = {}, searches = [search(4)], own = [], shown = view }: Known): readonly Ground[] =>
  findGrounds({ ...AGENT, ...agent }, { view: shown, omissions: [], searches, own });

describe("why somebody was not invited", () => {
  it("names the needs of the demand", () => {
    expect(listNeeds(view)).toEqual(["场地", "嘉宾"]);
  });

  it("says that somebody was invited, to the demand or to a subnet", () => {
    expect(find({ agent: { agent_id: "agent_bob" } })).toEqual([{ kind: "invited", subnet: null }]);
    expect(find({ agent: { agent_id: "agent_frank" }, shown: readRecordedLog("subnet-closes-a-gap").view })).toEqual([{ kind: "invited", subnet: "摄影师" }]);
  });

  it("takes the log's own reason before anything else", () => {
    const [first] = readRecordedLog("over-budget-allowed").entries;
    if (first === undefined) throw new Error("the recorded log is empty");
    const entry = { ...first, event_type: "towow.filter.completed", payload: { omitted: [{ agent_id: "agent_zoe", reason: "too_far", distance_km: 1060 }] } };
    const grounds = findGrounds({ ...AGENT, active: false }, { view, omissions: listOmissions([first, entry]), searches: [search(null)], own: [] });
    expect(grounds).toEqual([{ kind: "omitted", reason: "too_far", km: 1060 }]);
  });

  it.each<[string, Known, readonly string[]]>([
    ["an own agent", { own: ["agent_zoe"] }, ["own", "found"]],
    ["an inactive agent", { agent: { active: false }, searches: [search(null)] }, ["inactive", "noNeed"]],
    ["who offers none of the needs", { searches: [search(null), search(null)] }, ["noNeed"]],
    ["who is not among the first of a long answer, which says nothing", { searches: [search(null, 200, true)] }, ["unknown"]],
    ["who is found", { searches: [search(4), search(null)] }, ["found", "unknown"]],
    ["who speaks other languages", { agent: { languages: ["en-GB", "fr"] } }, ["found", "language"]],
    ["whose languages are not known", { agent: { languages: [] } }, ["found", "unknown"]],
    ["a demand whose needs were not read", { searches: [] }, ["unknown"]],
  ])("tells of %s", (_, known, kinds) => {
    expect(kindsOf(find(known))).toEqual(kinds);
  });

  it("compares places, but not of those who work remotely", () => {
    const shown = { ...view, understanding: { ...view.understanding, limits: { place: "London" } } } as unknown as DemandView;
    expect(kindsOf(find({ shown, agent: { location: "Manchester" } }))).toContain("place");
    expect(kindsOf(find({ shown, agent: { location: "Greater London" } }))).not.toContain("place");
    expect(kindsOf(find({ shown, agent: { location: "Manchester", remote: true } }))).not.toContain("place");
    expect(kindsOf(find({ shown, agent: { location: null } }))).not.toContain("place");
  });

  it("says each in a sentence, also a reason that this page does not know", () => {
    const say = (ground: Ground): string => describeGround(ground, "en", getFormat("en").number);
    expect(say({ kind: "omitted", reason: "too_far", km: 1060 })).toBe("able, but too far away to be invited (1,060 km)");
    expect(say({ kind: "omitted", reason: "toString", km: 3 })).toBe("able, but not invited; the log does not tell why");
    expect(say({ kind: "found", need: "venue", place: 7, found: 200, more: true })).toBe("is found for “venue”, at place 7 of 200+.");
    expect(say({ kind: "language", languages: ["fr", "?"], demand: "zh" })).toBe("speaks French and ?; the demand is in Chinese.");
  });
});
