"""State of a session for its readers: who is doing what, and the fields that the ledger adds (DL-102…112)."""

import json
from typing import Any

from deliberation.contracts.events import AgentSkipped, HostDecided
from deliberation.contracts.messages import ReviewContent, WriteCritique
from deliberation.host.core.snapshot import build_snapshot, decode_snapshot
from tests.support.session_harness import SESSION_ID, SessionHarness


def shown(harness: SessionHarness) -> dict[str, Any]:
    """The state as JSON."""
    assert harness.state is not None
    return json.loads(build_snapshot(harness.state, 3).model_dump_json())


def statuses(harness: SessionHarness) -> dict[str, str]:
    """Status of each agent."""
    return {role: agent["status"] for role, agent in shown(harness)["agents"].items()}


def test_a_new_session_waits_for_both_first_turns() -> None:
    """DL-107, DL-112: what is awaited, and until when."""
    harness = SessionHarness().start()
    assert statuses(harness) == {"planner": "running", "critic": "running", "host": "waiting", "reporter": "idle"}
    state = shown(harness)
    assert state["pending"] == [
        {"agent": "planner", "task": "plan", "due": "2025-12-04T10:01:00.000Z"},
        {"agent": "critic", "task": "critique", "due": "2025-12-04T10:01:00.000Z"},
    ]
    assert (state["current_round"], state["max_rounds"], state["history"]) == (1, 5, [])
    assert all(agent["last_output"] is None for agent in state["agents"].values())


def test_in_a_later_round_the_critic_waits_for_the_planner() -> None:
    harness = SessionHarness(similarity=(0.8,)).run(until=lambda each: len(each.of(HostDecided)) == 1)
    assert statuses(harness) == {"planner": "running", "critic": "waiting", "host": "waiting", "reporter": "idle"}
    harness.run(until=lambda each: isinstance(each.sends[-1].body, WriteCritique))
    assert statuses(harness) == {"planner": "completed", "critic": "running", "host": "waiting", "reporter": "idle"}


def test_a_skipped_agent_is_skipped_and_one_without_any_output_has_failed() -> None:
    """DL-107, DL-146, DL-147."""
    skipped = SessionHarness(critic=(None, "silent", None), similarity=(0.8,))
    skipped.run(until=lambda each: len(each.of(AgentSkipped)) == 1)
    assert statuses(skipped)["critic"] == "skipped"
    failed = SessionHarness(critic=("silent",)).run(until=lambda each: len(each.of(AgentSkipped)) == 1)
    assert statuses(failed)["critic"] == "failed"


def test_the_host_and_the_reporter_run_and_complete() -> None:
    harness = SessionHarness(similarity=(0.8, 0.95))
    harness.run(until=lambda each: each.sends[-1].body.type == "compare_positions")
    assert statuses(harness)["host"] == "running"
    assert [(task["agent"], task["task"]) for task in shown(harness)["pending"]] == [("host", "comparison")]
    harness.run(until=lambda each: each.sends[-1].body.type == "write_report")
    assert (statuses(harness)["host"], statuses(harness)["reporter"]) == ("completed", "running")
    harness.run(until=lambda each: isinstance(each.sends[-1].body, ReviewContent))
    assert [(task["agent"], task["task"]) for task in shown(harness)["pending"]] == [("reporter", "review")]
    harness.run()
    assert statuses(harness) == dict.fromkeys(("planner", "critic", "host", "reporter"), "completed")


def test_the_state_has_the_request_its_owner_day_and_zone() -> None:
    """DL-102…104, DL-111, DL-112."""
    state = shown(SessionHarness().start())
    assert (state["session_id"], state["user_query"], state["mode"]) == (
        SESSION_ID,
        "帮我制定IELTS备考计划",
        "multi_agent",
    )
    assert (state["user_id"], state["conversation_id"]) == ("user_1", "conv_1")
    assert (state["timezone"], state["today"], state["version"]) == ("Asia/Shanghai", "2025-12-04", 3)
    assert state["created_at"] == state["updated_at"] == "2025-12-04T10:00:00.000Z"
    assert (state["status"], state["end_reason"]) == ("in_progress", None)


def test_the_state_has_trend_repetitions_and_the_last_two_decisions() -> None:
    """DL-108, DL-110, DL-112: one value per round, with null where there is none."""
    harness = SessionHarness(
        similarity=(0.5, 0.5, 0.8, 0.95),
        self_similarity={"planner": (None, 0.4, 0.5, 0.6), "critic": (None, 0.4, 0.5, 0.6)},
    ).run()
    state = shown(harness)
    assert state["consensus_trend"] == [0.5, None, 0.8, 0.95]
    assert state["self_similarity"] == {"planner": [None, 0.4, 0.5, 0.6], "critic": [None, None, 0.5, 0.6]}
    assert [decision["action"] for decision in state["last_decisions"]] == ["continue", "converge"]
    assert state["updated_at"] > state["created_at"]
    last = state["agents"]["host"]["last_output"]
    assert (last["agent_id"], last["output_type"], last["round"]) == ("host", "control", 4)
    assert last["metadata"]["decision"] == state["last_decisions"][-1]


def test_fields_of_a_newer_host_are_ignored() -> None:
    """DL-17: at any depth of the record."""
    state = SessionHarness().run().state
    assert state is not None
    record = state.model_dump(mode="json")
    record["new"] = 1
    record["history"][0]["outputs"][0]["metadata"]["plan"]["new"] = {"a": 1}
    assert decode_snapshot(json.dumps(record).encode(), 7) == build_snapshot(state, 7)
