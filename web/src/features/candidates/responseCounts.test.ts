// Are those counted who were invited, have answered, would take part?
import { expect, it } from "vitest";
import { recorded } from "../../testUtils/recordedLogs";
import type { ChannelPart } from "../../eventLog/types";
import { tally } from "./responseCounts";

it("counts who would take part, also where nobody is told", () => {
  expect(tally(recorded("withdraw-after-the-outcome").view)).toEqual({ invited: 4, answered: 4, willing: 3 });
  expect(tally(recorded("all-decline").view)).toMatchObject({ willing: 0 });
  expect(tally({} as unknown as ChannelPart)).toEqual({ invited: 0, answered: 0, willing: 0 });
});
