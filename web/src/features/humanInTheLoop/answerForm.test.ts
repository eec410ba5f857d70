// Answer form: required fields and request bodies.
import { describe, expect, it } from "vitest";
import { EMPTY_ANSWER, getFormFields, getMissingFields, toAnswer } from "./answerForm";

describe("the answer form", () => {
  it("requires a choice", () => {
    expect(getMissingFields("invitation", EMPTY_ANSWER)).toEqual(["choice"]);
    expect(getMissingFields("review", EMPTY_ANSWER)).toEqual(["choice"]);
    expect(getFormFields("invitation", "").shown).toEqual([]);
  });

  it("requires conditions for `conditional` and a request for `negotiate`", () => {
    expect(getMissingFields("invitation", { ...EMPTY_ANSWER, choice: "conditional", conditions: "  \n" })).toEqual(["conditions"]);
    expect(getMissingFields("review", { ...EMPTY_ANSWER, choice: "negotiate" })).toEqual(["request"]);
    expect(getMissingFields("review", { ...EMPTY_ANSWER, choice: "accept" })).toEqual([]);
  });

  it("splits conditions into non-blank lines", () => {
    const form = { ...EMPTY_ANSWER, choice: "conditional", conditions: " 周末\n\n不收费 ", contribution: " 场地 ", reason: "近" };
    expect(toAnswer("invitation", form)).toEqual({
      decision: "conditional", contribution: "场地", conditions: ["周末", "不收费"], negotiation_points: [], reasoning: "近",
    });
  });

  it("sends only a reason for `decline`", () => {
    const form = { ...EMPTY_ANSWER, choice: "decline", contribution: "typed before", conditions: "typed before", reason: "busy" };
    expect(toAnswer("invitation", form)).toEqual({
      decision: "decline", conditions: [], negotiation_points: [], reasoning: "", decline_reason: "busy",
    });
  });

  it("sends an adjustment request only for `negotiate`", () => {
    const form = { ...EMPTY_ANSWER, choice: "negotiate", request: "改到周日", reason: "" };
    expect(toAnswer("review", form)).toEqual({ feedback_type: "negotiate", concerns: [], reasoning: "", adjustment_request: "改到周日" });
    expect(toAnswer("review", { ...form, choice: "withdraw" })).toEqual({ feedback_type: "withdraw", concerns: [], reasoning: "" });
  });
});
