// Counts of invited, answered and willing candidates.
import { expect, it } from "vitest";
import { readRecordedLog } from "../../testUtils/recordedLogs";
import type { ChannelPart } from "../../eventLog/types";
import { countResponses } from "./responseCounts";

it("counts willing candidates, also in empty channels", () => {
  expect(countResponses(readRecordedLog("withdraw-after-the-outcome").view)).toEqual({ invited: 4, answered: 4, willing: 3 });
  expect(countResponses(readRecordedLog("all-decline").view)).toMatchObject({ willing: 0 });
  expect(countResponses({} as unknown as ChannelPart)).toEqual({ invited: 0, answered: 0, willing: 0 });
});
