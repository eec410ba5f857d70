// Open gaps of recorded negotiations.
import { expect, it } from "vitest";
import { getOpenGaps } from "./openGaps";
import { readRecordedLog } from "../testUtils/recordedLogs";

it.each([
  ["subnet-closes-a-gap", []],
  ["subnet-fails", ["摄影师"]],
  ["withdraw-after-the-outcome", ["餐饮服务"]],
  ["agreed-at-once", []],
])("lists the open gaps at the end of %s: %j", (name, lacking) => {
  expect(getOpenGaps(readRecordedLog(name).view).map((gap) => gap.gap_type)).toEqual(lacking);
});

it("lists a gap while its subnet is running", () => {
  const { views } = readRecordedLog("subnet-closes-a-gap");
  const looking = views.find((view) => view.subnets.some((subnet) => subnet.status === "processing"));
  expect(looking && getOpenGaps(looking).map((gap) => gap.gap_type)).toHaveLength(1);
});
