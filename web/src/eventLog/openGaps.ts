// Gaps of a plan that nobody fills yet.
import { readObjects, readString, readStrings } from "./readJson";
import type { DemandView } from "./types";

type Gap = DemandView["gaps"][number];

/** Return the plan's gaps and those identified later that no subnet has filled, without duplicates by gap type. */
export function getOpenGaps({ gaps, proposal, subnets }: DemandView): readonly Gap[] {
  // An agreed subnet fills nothing if none of its people said yes to the plan it is merged into.
  const filled = readObjects(subnets)
    .filter(({ status, participants }) => (status === "finalized" || status === "force_finalized") && readStrings(participants).length > 0)
    .map((subnet) => subnet.gap_type);
  const found = readObjects(gaps).filter((gap) => !filled.includes(gap.gap_type));
  const lacking = [...found, ...readObjects(proposal?.gaps)].map((gap) => ({ ...gap, gap_type: readString(gap.gap_type) }));
  return [...new Map(lacking.filter((gap) => gap.gap_type !== "").map((gap) => [gap.gap_type, gap])).values()];
}
