// What an agreed plan lacks, each with the need that somebody can be found for.
import { getOpenGaps } from "../../eventLog/openGaps";
import { getPlanOutcome, type NeedOutcome } from "../../eventLog/planOutcome";
import type { Finding } from "../../eventLog/findings";
import type { DemandView } from "../../eventLog/types";
import { readUnderstanding } from "../understanding/demandReading";
import { getPlanReport } from "./planReport";

/** Something that is missing. */
export interface MissingItem {
  readonly text: string;
  /** Finding that says so; null when it was not found by checking the plan. */
  readonly finding: Finding | null;
  /** Need that nobody meets; "" when it is none. */
  readonly need: string;
  /** How many are missing for the need. */
  readonly count: number;
  readonly required: boolean;
}

/** List what the shown plan lacks: first what its outcome says, then needs that it does not speak of. */
export function listMissing(view: DemandView): readonly MissingItem[] {
  const unmet = (getPlanOutcome(view)?.needs ?? []).filter(({ met }) => !met);
  const told = getPlanReport(view).missing.map(({ text, finding }) => {
    const need = finding === null ? unmet.find((one) => text.includes(one.need)) : undefined;
    return createItem(view, need, text, finding);
  });
  const silent = unmet.filter(({ need }) => !told.some((item) => item.need === need));
  return [...told, ...silent.map((need) => createItem(view, need, need.need, null))];
}

/** List the gaps of a plan whose log does not tell its needs. */
export function listGapNeeds(view: DemandView): readonly string[] {
  return (getPlanOutcome(view)?.needs ?? []).length > 0 ? [] : getOpenGaps(view).map(({ gap_type }) => gap_type);
}

function createItem(view: DemandView, need: NeedOutcome | undefined, text: string, finding: Finding | null): MissingItem {
  if (need === undefined) return { text, finding, need: "", count: 0, required: true };
  const wanted = readUnderstanding(view.understanding).needs.find(({ id, need: name }) => (id === "" ? name === need.need : id === need.id));
  return { text, finding, need: need.need, count: Math.max(1, (wanted?.count ?? 1) - need.holders.length), required: wanted?.required ?? true };
}
