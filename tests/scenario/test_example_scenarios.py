"""What single scenarios show beyond their `expect`: by which rule a verdict fell, who is marked how, what was said."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.support.event_log import NAMES, LogEntry, payloads, root_events

VERDICTS = {
    "t05-test-1": [(7, 0.5), (3, 1.0)],
    "t05-test-2": [(7, 0.6), (3, 0.8)],
    "t05-test-3": [(2, 0.5)],
    "agreed-at-once": [(3, 1.0)],
    "forced-after-five-rounds": [(7, 2 / 3)] * 4 + [(8, 2 / 3)],
    "too-few-accept": [(9, 1 / 3)],
    "too-few-accept-in-grace": [(7, 1 / 3), (3, 1.0)],
    "majority-leaves": [(7, 0.6), (2, 1.0)],
    "everybody-leaves": [(1, None)],
    "silent-then-forced": [(4, 1.0), (4, 1.0), (6, 1.0)],
    "silent-then-answering": [(4, 1.0), (3, 0.75)],
    "nobody-gives-feedback": [(4, None), (4, None), (5, None)],
    "late-feedback": [(7, 0.5), (3, 1.0)],
    "everything-is-down": [(3, 1.0)],
    "required-role-filled-by-subnet": [(3, 1.0)],
    "required-role-reassigned": [(7, 2 / 3), (3, 1.0)],
    "budget-gone-in-review": [(8, 0.5)],
    "out-of-time-in-review": [(8, 0.5)],
}
"""The rule of DESIGN § 7 and the rate of every verdict, in order."""


def only(events: Sequence[LogEntry], kind: str) -> list[dict[str, Any]]:
    return [event.payload for event in events if event.type == kind]


def plans(name: str) -> list[dict[str, Any]]:
    """The plans that were sent, in order."""
    return [payload["proposal"] for payload in only(root_events(payloads(name)), "proposal.distributed")]


def outcome(name: str) -> dict[str, Any]:
    kinds = ("proposal.finalized", "negotiation.force_finalized", "negotiation.failed")
    (found,) = [event.payload for event in root_events(payloads(name)) if event.type in kinds]
    return found


@pytest.mark.parametrize("name", VERDICTS)
def test_every_verdict_falls_by_its_rule(name: str) -> None:
    verdicts = only(root_events(payloads(name)), "feedback.evaluated")
    assert [(said["rule"], said["accept_rate"]) for said in verdicts] == VERDICTS[name]


def test_the_nine_rules_are_all_shown() -> None:
    assert {rule for verdicts in VERDICTS.values() for rule, _ in verdicts} == set(range(1, 10))


@pytest.mark.parametrize("name", NAMES)
def test_every_failure_and_every_forced_end_comes_with_advice(name: str) -> None:
    for kind in ("negotiation.failed", "negotiation.force_finalized"):
        assert all(payload["compromise_suggestion"] for payload in only(payloads(name), kind))


@pytest.mark.parametrize("name", NAMES)
def test_only_who_really_accepted_is_confirmed(name: str) -> None:
    """Also in the assignments; nobody who rejected or left keeps one."""
    for events in ([event for event in payloads(name) if event.channel == channel] for channel in _channels(name)):
        said: dict[str, tuple[str, bool]] = {}
        for event in events:
            if event.type == "proposal.distributed" and not event.payload["resent"]:
                said = {agent: word for agent, word in said.items() if word[0] == "withdraw"}
                assert not any(part["is_confirmed"] for part in event.payload["proposal"]["assignments"])
            if event.type == "proposal.feedback":
                said[event.payload["agent_id"]] = (event.payload["feedback_type"], event.payload["fallback"])
            if event.type in ("proposal.finalized", "negotiation.force_finalized"):
                _is_settled(event.payload, said)


def _channels(name: str) -> list[str]:
    return list(dict.fromkeys(event.channel for event in payloads(name)))


def _is_settled(payload: dict[str, Any], said: dict[str, tuple[str, bool]]) -> None:
    sure = {agent for agent, word in said.items() if word == ("accept", False)}
    out = {agent for agent, (kind, _) in said.items() if kind in ("reject", "withdraw")}
    assert set(payload["confirmed_participants"]) == sure
    assert not set(payload["optional_participants"]) & (sure | out)
    for part in payload["final_proposal"]["assignments"]:
        assert part["agent_id"] not in out
        assert part["is_confirmed"] == (part["agent_id"] in sure)


def test_a_forced_plan_is_marked_and_keeps_the_open_wish() -> None:
    plan = outcome("forced-after-five-rounds")["final_proposal"]
    assert plan["is_forced"]
    assert {part["agent_id"]: part["notes"] for part in plan["assignments"]}[
        "agent_eve"
    ] == "未谈定：主持费提高到2000元"
    assert outcome("forced-after-five-rounds")["compromise_suggestion"] == "先确定场地和策划，主持人另约。"


def test_a_round_without_quorum_sends_the_same_plan_to_the_silent_only() -> None:
    sent = only(payloads("silent-then-answering"), "proposal.distributed")
    assert [(said["resent"], len(said["participants"])) for said in sent] == [(False, 4), (True, 3)]
    assert sent[0]["proposal"] == sent[1]["proposal"]


def test_a_late_offer_is_marked_and_joins_with_the_next_version() -> None:
    events = payloads("late-offer-joins")
    late = [said["agent_id"] for said in only(events, "offer.submitted") if said.get("late")]
    assert late == ["agent_alice"]
    first, second = only(events, "proposal.distributed")
    assert "agent_alice" not in first["participants"]
    assert "agent_alice" in second["participants"]
    assert "agent_alice" in {part["agent_id"] for part in second["proposal"]["assignments"]}


def test_a_late_accept_is_ignored_a_late_withdraw_counts() -> None:
    said = [
        (word["agent_id"], word["feedback_type"])
        for word in only(payloads("late-feedback"), "proposal.feedback")
        if word["proposal_version"] == 1
    ]
    assert said == [("agent_bob", "accept"), ("agent_alice", "negotiate"), ("agent_dora", "withdraw")]


def test_nobody_active_is_e005_and_a_timeout_e006() -> None:
    assert outcome("no-active-agent")["error_code"] == "E005"
    for name in ("nobody-answers", "nobody-gives-feedback", "out-of-time-while-collecting"):
        assert outcome(name)["error_code"] == "E006"
    assert "error_code" not in outcome("t05-test-3")


def test_the_filter_is_asked_once_more_and_then_the_search_chooses() -> None:
    (once,) = only(payloads("filter-empty-once"), "filter.completed")
    (twice,) = only(payloads("filter-empty-twice"), "filter.completed")
    assert (once["calls"], once["fallback"]) == (2, False)
    assert (twice["calls"], twice["fallback"], twice["candidates_count"]) == (2, True, 3)
    assert all(candidate["is_fallback"] and candidate["reason"] for candidate in twice["candidates"])


def test_while_the_breaker_is_open_tasks_wait_for_its_probe() -> None:
    """Bob and Alice failed before it opened; Charlie waited as long as his phase allowed, the plan for the probe."""
    events = payloads("breaker-opens-and-closes")
    offers = {
        e.payload["agent_id"]: (e.timestamp[14:19], e.payload["fallback"])
        for e in events
        if e.type == "offer.submitted"
    }
    assert offers == {
        "agent_bob": ("00:00", True),
        "agent_alice": ("00:00", True),
        "agent_dora": ("00:01", False),
        "agent_charlie": ("01:30", True),
    }
    (plan,) = [event for event in events if event.type == "proposal.distributed"]
    assert (plan.timestamp[14:19], plan.payload["fallback"]) == ("02:00", False)
    assert plan.payload["proposal"]["confidence"] == "low"


def test_with_every_endpoint_down_all_is_marked_as_fallback() -> None:
    events = payloads("everything-is-down")
    assert all(event.payload["fallback"] for event in events if "fallback" in event.payload)
    assert events[-1].payload["totals"]["model_calls"] == 0
    assert all(candidate["is_fallback"] for candidate in only(events, "filter.completed")[0]["candidates"])


def test_a_plan_without_model_holds_every_offer_and_is_unsure() -> None:
    (plan,) = plans("aggregation-fails")
    assert [part["agent_id"] for part in plan["assignments"]] == ["agent_bob", "agent_alice"]
    assert plan["confidence"] == "low"


def test_an_adjustment_that_fails_keeps_the_plan_and_says_so() -> None:
    first, second = plans("adjustment-fails")
    assert second["adjustment_failed"]
    assert not second["adjusted"]
    assert second["assignments"] == first["assignments"]


def test_an_adjustment_names_whose_request_it_met() -> None:
    summary = plans("t05-test-1")[1]["adjustment_summary"]
    assert summary["requests_addressed"] == ["演讲时间改到下午"]
    assert summary["changes_made"][0]["requested_by"] == ["agent_alice"]


def test_a_subnet_invites_nobody_of_its_parent_and_its_result_is_the_next_version() -> None:
    events = payloads("subnet-closes-a-gap")
    parent, subnet = only(events, "channel.created")
    assert (parent["depth"], subnet["depth"]) == (0, 1)
    assert subnet["parent_channel_id"] == parent["channel_id"]
    assert not set(parent["invited_agents"]) & set(subnet["invited_agents"])
    (completed,) = only(events, "subnet.completed")
    assert completed["status"] == "finalized"
    assert completed["proposal"]["version"] == 2
    assert completed["proposal"]["gaps"] == []


def test_a_failed_subnet_changes_nothing() -> None:
    failed, done = only(payloads("subnet-fails"), "subnet.completed")
    assert (failed["status"], failed["participants"], failed["proposal"]["version"]) == ("failed", [], 1)
    assert (done["status"], done["participants"], done["proposal"]["version"]) == ("finalized", ["agent_eve"], 2)


def test_a_required_role_that_is_lost_is_a_gap_of_importance_100() -> None:
    (found,) = only(payloads("required-role-filled-by-subnet"), "gap.identified")
    assert [(gap["gap_type"], gap["importance"]) for gap in found["gaps"]] == [("场地提供", 100)]
    assert only(payloads("required-role-filled-by-subnet"), "subnet.completed")[0]["proposal"]["gaps"] == []


def test_a_required_role_that_somebody_on_board_takes_is_no_gap_any_more() -> None:
    assert plans("required-role-reassigned")[1]["gaps"] == []
    assert only(payloads("required-role-reassigned"), "gap.identified")[0]["gaps"] == []


def test_leaving_after_the_outcome_is_a_new_version_with_a_gap() -> None:
    (left,) = only(payloads("withdraw-after-the-outcome"), "agent.withdrawn")
    assert left["proposal"]["version"] == 2
    assert [gap["gap_type"] for gap in left["proposal"]["gaps"]] == ["餐饮服务"]
    assert "proposal" not in only(payloads("t05-test-3"), "agent.withdrawn")[0]


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("cancel-")])
def test_after_a_cancel_only_subnets_are_told_before_the_end(name: str) -> None:
    types = [event.type for event in payloads(name)]
    after = types[types.index("demand.cancelled") + 1 :]
    assert set(after[:-1]) <= {"subnet.completed"}
    assert after[-1] == "demand.closed"


def test_a_budget_is_never_overdrawn() -> None:
    for name, budget in (("budget-gone-before-a-plan", 500), ("budget-gone-in-review", 900)):
        assert payloads(name)[0].payload["limits"]["budget_tokens"] == budget
        assert payloads(name)[-1].payload["spent"]["tokens"] <= budget
