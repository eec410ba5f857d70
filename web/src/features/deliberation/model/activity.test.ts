// Who is speaking at every event.
import { expect, it } from "vitest";
import { AGREED, DIVIDED, STOPPED } from "../../../testUtils/deliberationLog";
import type { LogEntry } from "../../../eventLog/types";
import { getActivity } from "./activity";
import { projectSession } from "./projectSession";
import type { SessionView } from "./sessionView";

function list(entries: readonly LogEntry[]): string[] {
  let view: SessionView | null = null;
  return entries.map((entry) => {
    view = projectSession(view, entry);
    const { kind, round, agents, devilsAdvocate } = getActivity(view);
    return `${entry.event_type} → ${kind} ${round} ${agents.join("+")}${devilsAdvocate === null ? "" : ` (against: ${devilsAdvocate})`}`;
  });
}

it("is told from the events of an agreed session", () => {
  expect(list(AGREED)).toEqual([
    "session_started → speaking 1 planner+critic",
    "tool_result → speaking 1 planner+critic",
    "tool_result → speaking 1 planner+critic",
    "agent_output → speaking 1 critic",
    "agent_output → deciding 1 host",
    "host_decision → speaking 2 planner (against: critic)",
    "agent_output → speaking 2 critic (against: critic)",
    "agent_output → deciding 2 host",
    "host_decision → speaking 3 planner",
    "agent_output → speaking 3 critic",
    "agent_output → deciding 3 host",
    "error → deciding 3 host",
    "host_decision → speaking 4 planner",
    "agent_output → speaking 4 critic",
    "agent_output → deciding 4 host",
    "host_decision → closing 4 planner+critic",
    "agent_output → closing 4 critic",
    "agent_output → reporting 4 reporter",
    "final_report → ending 4 host",
    "session_ended → over 4 ",
  ]);
});

it("counts a skipped turn, and goes to the report after the last round", () => {
  expect(list(DIVIDED).slice(9)).toEqual([
    "agent_output → speaking 3 critic",
    "agent_skipped → deciding 3 host",
    "host_decision → speaking 4 planner",
    "agent_output → speaking 4 critic",
    "agent_output → deciding 4 host",
    "host_decision → reporting 4 reporter",
    "final_report → ending 4 host",
    "session_ended → over 4 ",
  ].slice(-8));
  expect(list(STOPPED).at(-1)).toBe("session_ended → over 2 ");
});

it("lets them speak one after the other in a sequential first round", () => {
  const [start, ...rest] = AGREED as [LogEntry, ...LogEntry[]];
  const sequential = [{ ...start, payload: { ...start.payload, round1_mode: "sequential" } }, ...rest];
  expect(list(sequential).slice(0, 4).at(0)).toBe("session_started → speaking 1 planner");
  expect(list(sequential).at(3)).toBe("agent_output → speaking 1 critic");
});
