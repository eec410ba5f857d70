"""What single scenarios show beyond their `expect`: by which rule a verdict fell, who is marked how, what was said."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.support.event_log import NAMES, LogEntry, path_of, payloads, root_events
from towow.scenario.loader import load_scenario

VERDICTS = {
    "t05-test-1": [(7, 0.5), (3, 1.0)],
    "t05-test-2": [(7, 0.6), (3, 0.8)],
    "t05-test-3": [(2, 0.5)],
    "agreed-at-once": [(3, 1.0)],
    "forced-after-five-rounds": [(7, 2 / 3)] * 4 + [(8, 2 / 3)],
    "too-few-accept": [(9, 1 / 3)],
    "one-person-asks-for-a-change": [(7, 0.0), (3, 1.0)],
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
    "grace-of-four-rounds": [(7, 1 / 3), (7, 1 / 3), (3, 1.0)],
    "over-budget-kept": [(7, 1.0), (3, 1.0)],
    "over-budget-allowed": [(3, 1.0)],
    "date-asked-and-unanswered": [(7, 1.0), (3, 1.0)],
    "reserves-do-not-vote": [(2, 0.0)],
    "required-holder-unconfirmed": [(4, 1.0), (4, 1.0), (7, 1.0), (8, 1.0)],
    "unchanged-plan": [(7, 0.5), (8, 0.5)],
    "subnet-member-not-free": [(3, 1.0)],
    "partly-agreed": [(3, 1.0)],
}
"""The rule of DESIGN § 7 and the rate of every verdict, in order."""


def only(events: Sequence[LogEntry], kind: str) -> list[dict[str, Any]]:
    return [event.payload for event in events if event.type == kind]


def plans(name: str) -> list[dict[str, Any]]:
    """The plans that were sent, in order."""
    return [payload["proposal"] for payload in only(root_events(payloads(name)), "proposal.distributed")]


@pytest.mark.parametrize("name", VERDICTS)
def test_every_feedback_evaluation_names_the_expected_rule(name: str) -> None:
    verdicts = only(root_events(payloads(name)), "feedback.evaluated")
    assert [(said["rule"], said["accept_rate"]) for said in verdicts] == VERDICTS[name]


def test_the_examples_cover_all_nine_acceptance_rules() -> None:
    assert {rule for verdicts in VERDICTS.values() for rule, _ in verdicts} == set(range(1, 10))


def test_a_late_accept_is_ignored_and_a_late_withdraw_counts() -> None:
    said = [
        (word["agent_id"], word["feedback_type"])
        for word in only(payloads("late-feedback"), "proposal.feedback")
        if word["proposal_version"] == 1
    ]
    assert said == [("agent_bob", "accept"), ("agent_alice", "negotiate"), ("agent_dora", "withdraw")]


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


def test_every_answer_is_marked_as_fallback_while_the_model_is_down() -> None:
    events = payloads("everything-is-down")
    assert all(event.payload["fallback"] for event in events if "fallback" in event.payload)
    assert events[-1].payload["totals"]["model_calls"] == 0
    assert all(candidate["is_fallback"] for candidate in only(events, "filter.completed")[0]["candidates"])


def test_an_adjustment_names_the_agents_whose_requests_it_grants() -> None:
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


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("cancel-")])
def test_only_subnet_completions_follow_a_cancellation_before_the_close(name: str) -> None:
    types = [event.type for event in payloads(name)]
    after = types[types.index("demand.cancelled") + 1 :]
    assert set(after[:-1]) <= {"subnet.completed"}
    assert after[-1] == "demand.closed"


def test_the_spending_never_exceeds_the_token_budget() -> None:
    for name, budget in (("budget-gone-before-a-plan", 500), ("budget-gone-in-review", 900)):
        assert payloads(name)[0].payload["limits"]["budget_tokens"] == budget
        assert payloads(name)[-1].payload["spent"]["tokens"] <= budget


def test_independent_bargainers_agree_by_the_default_and_fail_at_once_without_grace() -> None:
    assert "low_accept_grace_rounds" not in (load_scenario(path_of("grace-of-four-rounds")).settings)
    assert load_scenario(path_of("too-few-accept")).settings == {"low_accept_grace_rounds": 0}


def test_granted_terms_are_in_the_next_plan_and_its_changes() -> None:
    first, second, third = plans("grace-of-four-rounds")
    fee = {"amount": 50000, "currency": "CNY"}
    assert (first["totals"], second["totals"], third["totals"]) == ([], [], [fee])
    assert third["adjustment_summary"]["changes_made"][0]["terms"] == {"fee": fee}
    (alice,) = [part for part in third["assignments"] if part["agent_id"] == "agent_alice"]
    assert alice["terms"]["fee"] == fee


def test_a_kept_limit_is_asked_about_once_and_forces_the_plan() -> None:
    events = root_events(payloads("over-budget-kept"))
    (asked,) = only(events, "question.asked")
    assert (asked["about"], asked["aspect"], asked["default"], asked["proposal_version"]) == (
        *("limit", "budget", "keep"),
        1,
    )
    (answered,) = only(events, "question.answered")
    assert (answered["option"], answered["answered_by"]) == ("keep", "person")
    (outcome,) = only(events, "negotiation.force_finalized")
    assert [finding["kind"] for finding in outcome["final_proposal"]["findings"]] == ["over_budget"]


def test_an_allowed_limit_becomes_what_the_plan_has() -> None:
    events = root_events(payloads("over-budget-allowed"))
    (revised,) = only(events, "demand.revised")
    assert revised["changed_by"] == "answer"
    assert revised["understanding"]["limits"]["budget"] == {"amount": 350000, "currency": "CNY"}
    (outcome,) = only(events, "proposal.finalized")
    assert outcome["final_proposal"]["findings"] == []


def test_a_question_about_a_day_stands_beside_the_plan_and_ends_in_time() -> None:
    events = root_events(payloads("date-asked-and-unanswered"))
    types = [event.type for event in events]
    assert types[types.index("proposal.distributed") + 1] == "question.asked"
    (asked,) = [event for event in events if event.type == "question.asked"]
    (answered,) = [event for event in events if event.type == "question.answered"]
    assert (answered.payload["option"], answered.payload["answered_by"]) == ("keep", "timeout")
    assert asked.payload["until"] == answered.timestamp


def test_reserves_receive_the_plan_and_are_not_counted() -> None:
    events = root_events(payloads("reserves-do-not-vote"))
    (sent,) = only(events, "proposal.distributed")
    (verdict,) = only(events, "feedback.evaluated")
    assert len(sent["participants"]) == 5
    assert (verdict["sent"], verdict["answered"], verdict["accepts"], verdict["rejects"]) == (2, 2, 0, 2)


def test_a_subnet_member_who_cannot_on_the_day_confirms_nothing() -> None:
    events = payloads("subnet-member-not-free")
    (completed,) = only(root_events(events), "subnet.completed")
    assert (completed["status"], completed["participants"], completed["complete"]) == ("finalized", [], False)
    assert [need["met"] for need in completed["needs"]] == [True, True, False]


def test_a_partly_agreed_plan_says_which_needs_are_met_by_whom() -> None:
    (outcome,) = only(payloads("partly-agreed"), "proposal.finalized")
    assert [(need["met"], need["holders"]) for need in outcome["needs"]] == [
        (True, ["agent_bob"]),
        (True, ["agent_alice"]),
        (False, []),
        (False, []),
    ]
    assert len(outcome["missing"]) == 2
