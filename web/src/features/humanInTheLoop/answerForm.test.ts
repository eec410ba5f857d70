// Does the form say to the gateway what was typed, and does it know what is missing?
import { describe, expect, it } from "vitest";
import { EMPTY, fieldsOf, missing, said } from "./answerForm";

describe("an answer in person", () => {
  it("needs a choice first", () => {
    expect(missing("invitation", EMPTY)).toEqual(["choice"]);
    expect(missing("review", EMPTY)).toEqual(["choice"]);
    expect(fieldsOf("invitation", "").asked).toEqual([]);
  });

  it("needs a condition for a conditional yes, and a request for a change", () => {
    expect(missing("invitation", { ...EMPTY, choice: "conditional", conditions: "  \n" })).toEqual(["conditions"]);
    expect(missing("review", { ...EMPTY, choice: "negotiate" })).toEqual(["request"]);
    expect(missing("review", { ...EMPTY, choice: "accept" })).toEqual([]);
  });

  it("gives conditions line by line, without blank ones", () => {
    const form = { ...EMPTY, choice: "conditional", conditions: " 周末\n\n不收费 ", contribution: " 场地 ", reason: "近" };
    expect(said("invitation", form)).toEqual({
      decision: "conditional", contribution: "场地", conditions: ["周末", "不收费"], negotiation_points: [], reasoning: "近",
    });
  });

  it("says of a no only why", () => {
    const form = { ...EMPTY, choice: "decline", contribution: "typed before", conditions: "typed before", reason: "busy" };
    expect(said("invitation", form)).toEqual({
      decision: "decline", conditions: [], negotiation_points: [], reasoning: "", decline_reason: "busy",
    });
  });

  it("asks for a change only where one is asked for", () => {
    const form = { ...EMPTY, choice: "negotiate", request: "改到周日", reason: "" };
    expect(said("review", form)).toEqual({ feedback_type: "negotiate", concerns: [], reasoning: "", adjustment_request: "改到周日" });
    expect(said("review", { ...form, choice: "withdraw" })).toEqual({ feedback_type: "withdraw", concerns: [], reasoning: "" });
  });
});
