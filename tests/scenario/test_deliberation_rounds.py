"""Decisions of the host in example deliberations: commands, agreement, opposition, and the plan that is reported."""

import pytest

from tests.support.session_log import analysis, decisions, objects, only, report, turn


def test_a_stubborn_planner_is_commanded_once_and_moves() -> None:
    third, fourth = decisions("stubborn")[2:]
    (directive,) = third["directives"]
    assert (directive["action"], directive["target_agent"]) == ("update_command", "planner")
    assert "0.98" in directive["reason"]
    assert fourth["directives"][0]["action"] == "state_uncertainties"
    assert turn("stubborn", "planner", 4)["position"]["changes_from_last_round"]["confidence_delta"] == -0.15


def test_a_planner_that_ignores_the_command_is_commanded_once_and_reported() -> None:
    commands = [
        (decision["round"], directive["target_agent"])
        for decision in decisions("stubborn-and-deaf")
        for directive in decision["directives"]
        if directive["action"] == "update_command"
    ]
    assert commands == [(3, "planner")]
    assert "规划师" in report("stubborn-and-deaf")["content"].partition("## 关于这次讨论")[2]


def test_no_self_similarity_is_computed_for_a_skipped_turn() -> None:
    values = [analysis("repeated-around-a-skip", round)["self_similarity"].get("planner") for round in range(1, 6)]
    assert values == [None, 0.99, None, 0.99, 0.8]


def test_a_late_turn_is_replaced_by_the_position_before_and_called_stale() -> None:
    name = "planner-late-in-round-3"
    skipped = only(name, "agent_skipped")
    assert (skipped["error"], skipped["action"], skipped["fallback"]) == (
        *("agent_timeout", "skip_agent"),
        "使用上一轮输出",
    )
    third = analysis(name, 3)
    assert (third["stale_agents"], third["degraded"]) == (["planner"], True)
    assert third["agents"] == ["planner", "critic"]
    assert "planner" not in third["self_similarity"]
    assert "planner" in analysis(name, 2)["self_similarity"]
    assert objects(name, "agent_output", agent="planner", round=3) == []
    assert (analysis(name, 4)["stale_agents"], analysis(name, 4)["degraded"]) == ([], False)


def test_a_session_divided_in_round_5_reports_both_positions_and_a_provisional_plan() -> None:
    told = report("divided-in-round-5")
    assert told["final_plan"]["provisional"] is True
    assert told["final_plan"]["consensus_level"] == "medium"
    for agent in ("planner", "critic"):
        assert turn("divided-in-round-5", agent, 5)["position"]["conclusion"] in told["content"]
    last = decisions("divided-in-round-5")[-1]
    assert (last["rounds_remaining"], last["next_agents"]) == (0, ["reporter"])
    assert last["directives"][0]["action"] == "force_summary"


def test_a_session_agreed_in_round_5_has_its_last_statements_there() -> None:
    told = [event for event in objects("agreed-in-round-5", "agent_output") if event["output_type"] == "position"]
    assert [(event["agent"], event["round"]) for event in told] == [("planner", 5), ("critic", 5)]
    assert report("agreed-in-round-5")["final_plan"]["provisional"] is False


def test_a_devils_advocate_argues_against_the_planner_and_is_not_compared() -> None:
    name = "devils-advocate"
    first, second, _ = decisions(name)
    (directive,) = first["directives"]
    assert (directive["role"], directive["target"], directive["target_agent"]) == (
        *("devils_advocate", "planner"),
        "critic",
    )
    advocate = turn(name, "critic", 2)
    assert (advocate["output_type"], advocate["stance"]) == ("position", "opposition")
    assert advocate["content"] == "站在反方：现在开店会亏。"
    assert second["consensus"] is None
    assert analysis(name, 2)["agents"] == ["planner"]


def test_no_two_opposition_rounds_follow_each_other() -> None:
    name = "devils-advocate-not-twice-in-a-row"
    stances = [turn(name, "critic", round).get("stance") for round in range(1, 6)]
    assert stances == [None, "opposition", None, "opposition", None]
    # Where the file has no entry for that round, the devil's advocate has words of its own.
    assert turn(name, "critic", 2)["position"]["conclusion"] != turn(name, "critic", 1)["position"]["conclusion"]
    assert turn(name, "critic", 3)["position"]["conclusion"] == turn(name, "critic", 1)["position"]["conclusion"]


def test_a_conformist_critic_is_told_to_challenge_and_the_report_says_that_nobody_objected() -> None:
    name = "conformist-critic"
    told = [decision["directives"][0]["action"] for decision in decisions(name)]
    assert told == ["challenge"] * 4 + ["state_uncertainties"]
    assert turn(name, "critic", 1)["metadata"]["critique"]["risks"] == []
    remarks = report(name)["content"].partition("## 关于这次讨论")[2]
    assert "没有一条异议" in remarks


def test_a_critic_that_heeds_the_command_makes_agreement_count() -> None:
    assert [finding["id"] for finding in turn("challenged-critic", "critic", 2)["metadata"]["critique"]["risks"]] == [
        "r2.1"
    ]
    assert turn("challenged-critic", "planner", 3)["metadata"]["answers"][0]["finding"] == "r2.1"
    assert "challenge" not in [each["action"] for each in decisions("challenged-critic")[1]["directives"]]


@pytest.mark.parametrize(("name", "code"), [("swapped-numbers", "number"), ("opposite-dates", "date")])
def test_conclusions_that_exclude_each_other_are_never_agreement(name: str, code: str) -> None:
    vetoed = [each for each in decisions(name) if each["analysis"].get("veto") == "opposite_conclusions"]
    assert len(vetoed) >= 2
    for decision in vetoed:
        assert decision["consensus"] > decision["thresholds"]["high"]
        assert decision["action"] != "converge"
        assert any(each.startswith(f"{code}: ") for each in decision["analysis"]["contradictions"])


def test_oscillating_positions_are_logged_as_changes_without_an_argument() -> None:
    changes = [analysis("oscillation", round)["unargued_changes"] for round in range(1, 6)]
    assert changes == [[], *[["planner", "critic"]] * 4]
    assert "第 5 轮" in report("oscillation")["content"].partition("## 关于这次讨论")[2]


def test_the_best_plan_is_reported_and_not_the_last() -> None:
    final = report("plan-got-worse")["final_plan"]
    assert (final["plan_round"], final["plan"]["total_estimated_hours"]) == (2, 14)
    assert turn("plan-got-worse", "planner", 5)["metadata"]["plan"]["total_estimated_hours"] == 60
    assert "第 2 轮" in report("plan-got-worse")["content"].partition("## 关于这次讨论")[2]
