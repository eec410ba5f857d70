// Is told what a plan lacks, and nothing that a subnet found somebody for?
import { expect, it } from "vitest";
import { openGaps } from "./openGaps";
import { recorded } from "../testUtils/recordedLogs";

it.each([
  ["subnet-closes-a-gap", []],
  ["subnet-fails", ["摄影师"]],
  ["withdraw-after-the-outcome", ["餐饮服务"]],
  ["agreed-at-once", []],
])("in the end of %s: %j", (name, lacking) => {
  expect(openGaps(recorded(name).view).map((gap) => gap.gap_type)).toEqual(lacking);
});

it("still lacks what a subnet is looking for", () => {
  const { views } = recorded("subnet-closes-a-gap");
  const looking = views.find((view) => view.subnets.some((subnet) => subnet.status === "processing"));
  expect(looking && openGaps(looking).map((gap) => gap.gap_type)).toHaveLength(1);
});
