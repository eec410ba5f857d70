// What does the plan have nobody for?
import { items, text } from "./readJson";
import type { DemandView } from "./types";

type Gap = DemandView["gaps"][number];

/** What it lacks itself, and what was found missing and no subnet has found anybody for; the same thing once. */
export function openGaps({ gaps, proposal, subnets }: DemandView): readonly Gap[] {
  const filled = items(subnets).filter(({ status }) => status === "finalized" || status === "force_finalized").map((subnet) => subnet.gap_type);
  const found = items(gaps).filter((gap) => !filled.includes(gap.gap_type));
  const lacking = [...found, ...items(proposal?.gaps)].map((gap) => ({ ...gap, gap_type: text(gap.gap_type) }));
  return [...new Map(lacking.filter((gap) => gap.gap_type !== "").map((gap) => [gap.gap_type, gap])).values()];
}
