"""Example deliberations in which an agent, a tool or the review fails: what ends, what goes on, and what is said."""

from tests.support.session_log import analysis, decisions, objects, only, report, turn


def test_without_any_plan_a_session_ends_with_an_error_and_says_so() -> None:
    for name in ("planner-missing", "model-down", "empty-plan"):
        assert objects(name, "error")[-1]["error"] == "agent_timeout"
        assert (report(name)["plan"], report(name)["todos"], report(name)["fallback"]) == (None, [], True)


def test_a_missing_planner_is_asked_twice() -> None:
    assert only("planner-missing", "session_ended")["totals"]["duration_ms"] == 120_000


def test_a_missing_critic_leaves_the_first_round_without_a_consensus() -> None:
    first = analysis("critic-missing", 1)
    assert (first["consensus_level"], first["method"], first["most_different_pair"]) == (None, "none", None)
    assert turn("critic-missing", "critic", 2)["metadata"]["critique"]["target_round"] == 2


def test_an_agent_that_is_skipped_twice_in_a_row_ends_the_session_with_a_report() -> None:
    assert [event["round"] for event in objects("critic-skipped-twice", "agent_skipped")] == [2, 3]
    assert report("critic-skipped-twice")["plan"] is not None


def test_a_blocked_output_is_in_no_event() -> None:
    skipped = only("blocked-once", "agent_skipped")
    assert (skipped["agent"], skipped["round"], skipped["reason"]) == ("critic", 2, "blocked")
    assert objects("blocked-once", "agent_output", agent="critic", round=2) == []


def test_two_blocked_outputs_end_the_session_at_once() -> None:
    types = [event["type"] for event in objects("blocked-twice")]
    assert types[-2:] == ["error", "session_ended"]
    assert only("blocked-twice", "error")["error"] == "moderation"


def test_a_template_writes_the_report_that_is_blocked_or_missing() -> None:
    for name in ("report-blocked", "reporter-down"):
        assert report(name)["fallback"] is True
        assert report(name)["plan"] is not None
    assert "fallback" not in report("sequential")


def test_a_model_that_is_down_costs_nothing_and_says_nothing() -> None:
    assert only("model-down", "session_ended")["totals"]["model_calls"] == 0
    assert objects("model-down", "agent_output") == []
    assert {event["reason"] for event in objects("model-down", "agent_skipped")} == {"model_unavailable"}


def test_a_session_spends_no_more_than_its_budget() -> None:
    totals = only("budget-gone", "session_ended")["totals"]
    assert totals["input_tokens"] == 300
    assert {event["reason"] for event in objects("budget-gone", "agent_skipped")} == {"budget"}
    assert report("budget-gone")["fallback"] is True


def test_a_terminated_session_ends_before_the_next_answer() -> None:
    for name in ("terminated", "terminated-while-silent"):
        ended = only(name, "session_ended")
        assert ended["totals"]["duration_ms"] < 2000
        assert ended["terminated_by"] == objects(name, "session_started")[0]["user_id"]
    assert objects("terminated")[-2]["type"] == "host_decision"


def test_a_session_whose_time_is_over_ends_with_a_template() -> None:
    assert only("out-of-time", "session_ended")["totals"]["duration_ms"] == 40_000
    assert only("out-of-time", "error")["error"] == "session_timeout"
    assert report("out-of-time")["fallback"] is True


def test_keywords_stand_in_for_a_missing_comparison_by_their_own_thresholds() -> None:
    for name in ("embedder-down", "comparison-unanswered"):
        first = decisions(name)[0]
        assert (first["analysis"]["method"], first["analysis"]["degraded"]) == ("keyword", True)
        assert first["thresholds"] == {"high": 0.6, "low": 0.3, "stubborn": 1.0}
        assert first["analysis"]["self_similarity"] == {}
    for event in objects("embedder-down", "error"):
        assert (event["error"], event["tool"]) == ("tool_execution_failed", "compare_positions")
    assert only("comparison-unanswered", "host_decision", round=1)["ts"] == "2026-01-22T10:00:20.000Z"
    assert decisions("comparison-unanswered")[1]["analysis"]["method"] == "embedding"


def test_a_critique_of_the_goal_has_round_0_as_its_target_and_one_of_a_plan_the_plans() -> None:
    assert turn("sequential", "critic", 1)["metadata"]["critique"]["target_round"] == 1
    assert turn("reporter-down", "critic", 1)["metadata"]["critique"]["target_round"] == 0
    assert turn("reporter-down", "critic", 2)["metadata"]["critique"]["target_round"] == 2


def test_an_answer_without_use_is_skipped_as_invalid() -> None:
    for name, agent in (("prose", "critic"), ("repeated-around-a-skip", "planner"), ("only-tool-calls", "critic")):
        skipped = only(name, "agent_skipped")
        assert (skipped["agent"], skipped["reason"]) == (agent, "invalid_output")


def test_wrong_dates_and_totals_are_corrected_with_a_warning_each() -> None:
    metadata = turn("past-deadlines", "planner", 1)["metadata"]
    tasks = [task for phase in metadata["plan"]["phases"] for task in phase["tasks"]]
    assert [task["deadline"] for task in tasks] == ["2026-02-10"] * 3
    assert metadata["plan"]["total_estimated_hours"] == 9
    codes = sorted(warning["code"] for warning in metadata["warnings"])
    assert codes == ["deadline_clamped", "deadline_clamped", "total_corrected"]


def test_six_of_500_tool_calls_are_executed_before_the_turn() -> None:
    calls = objects("500-tool-calls", "tool_result", agent="planner", round=1)
    assert len(calls) == 6
    assert objects("500-tool-calls").index(calls[-1]) < objects("500-tool-calls").index(
        turn("500-tool-calls", "planner", 1)
    )


def test_a_failed_tool_call_says_what_is_wrong_and_ends_nothing() -> None:
    result = only("500-tool-calls", "tool_result", agent="critic")["result"]
    assert result["success"] is False
    assert result["error"]


def test_a_critic_that_has_spoken_waits_for_a_slow_planner() -> None:
    planner, critic = (turn("slow-planner", agent, 1) for agent in ("planner", "critic"))
    assert planner["seq"] < critic["seq"]
    assert planner["ts"] == critic["ts"] == "2026-01-22T10:00:55.000Z"
