"""Every example scenario of a deliberation ends as it says, and its events show what its first lines say."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from deliberation.contracts.events import EVENTS
from tests.support.event_log import FOLDER, SESSION_PREFIX
from tests.support.session_log import NAMES, objects, only, path_of, session_log
from towow.cli.commands import scenario as command
from towow.scenario.deliberation_expectations import find_mismatches
from towow.scenario.deliberation_runner import build_session_result, run_deliberation_scenario
from towow.scenario.deliberation_schema import DeliberationExpectations
from towow.scenario.loader import load_deliberation_scenario

ROOT = Path(__file__).parents[2]
MEMORY = command.ServiceTarget(None, None, 600, 30)

WRONG: dict[str, tuple[str, str]] = {"status": ("converged", "terminated"), "end_reason": ("user", "error")}
"""Two values of each key that is a word: one of them is always wrong."""

MORE: dict[str, Any] = {
    "actions": "continue",
    "trend": 0.123,
    "skipped": "planner/9",
    "stubborn": "critic/9",
    "vetoes": "infeasible",
}
"""What a list of each key holds in no example at its end."""


def expected(name: str) -> dict[str, Any]:
    return yaml.safe_load(path_of(name).read_text("utf-8"))["expect"]


def broken(expect: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """`expect` with one value changed, once for each value; and the key that a mismatch must name."""
    for key, value in expect.items():
        if key == "events":
            for event, count in value.items():
                yield f"events.{event}", {**expect, "events": {**value, event: count + 1}}
        elif isinstance(value, list):
            yield key, {**expect, key: [*value, MORE[key]]}
            if value:
                yield key, {**expect, key: value[:-1]}
        elif isinstance(value, int):
            yield key, {**expect, key: value + 1}
        else:
            yield key, {**expect, key: next(word for word in WRONG[key] if word != value)}


def decisions(name: str) -> list[dict[str, Any]]:
    return list(objects(name, "host_decision"))


def analysis(name: str, round: int) -> dict[str, Any]:
    return only(name, "host_decision", round=round)["analysis"]


def turn(name: str, agent: str, round: int) -> dict[str, Any]:
    return only(name, "agent_output", agent=agent, round=round)


def report(name: str) -> dict[str, Any]:
    return only(name, "final_report")


# --- every example


@pytest.mark.parametrize("name", NAMES)
def test_an_example_deliberation_ends_as_it_expects(name: str) -> None:
    assert list(session_log(name).mismatches) == []


@pytest.mark.parametrize("name", NAMES)
def test_an_example_deliberation_states_title_and_expectations(name: str) -> None:
    assert path_of(name).read_text("utf-8").startswith("# ")
    assert expected(name).keys() == DeliberationExpectations.model_fields.keys()
    assert len(expected(name)["events"]) >= 2


@pytest.mark.parametrize("name", NAMES)
def test_every_changed_expectation_of_a_deliberation_is_a_mismatch(name: str) -> None:
    for key, expect in broken(expected(name)):
        (told,) = find_mismatches(DeliberationExpectations.model_validate(expect), session_log(name).events)
        assert told.startswith(f"{key}: expected ")


@pytest.mark.parametrize("name", NAMES)
def test_a_second_run_of_a_deliberation_gives_the_same_bytes(name: str) -> None:
    assert list(run_deliberation_scenario(path_of(name)).events) == list(session_log(name).events)


def test_a_deliberation_in_another_process_prints_the_same_bytes() -> None:
    """Neither the hashes nor the environment's settings play a part."""
    names = ("ielts", "budget-gone", "model-down", "terminated", "in-english")
    files = [str(path_of(name)) for name in names]
    here = b"".join(event.data + b"\n" for name in names for event in session_log(name).events)
    for hash_seed, surroundings in (("1", {}), ("4711", {"TOWOW_TURN_TIMEOUT": "1", "TZ": "America/Caracas"})):
        arguments = [sys.executable, "-c", "from towow.cli.main import main; main()", "scenario", "--json", *files]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed, **surroundings}
        done = subprocess.run(arguments, cwd=ROOT, env=environment, capture_output=True, timeout=100, check=False)
        assert done.returncode == 0, done.stderr.decode()
        assert done.stdout == here


@pytest.mark.parametrize("name", NAMES)
def test_every_event_of_a_deliberation_round_trips_through_its_class(name: str) -> None:
    classes = {event.type.rpartition(".")[2]: event for event in EVENTS}
    for event in objects(name):
        fields = {key: value for key, value in event.items() if key not in ("type", "seq", "ts", "spent")}
        parsed = classes[event["type"]].model_validate(fields)
        assert parsed.model_dump(mode="json") == fields


@pytest.mark.parametrize("name", NAMES)
def test_a_session_begins_and_ends_once_with_no_gap_between(name: str) -> None:
    events = objects(name)
    types = [event["type"] for event in events]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert (types[0], types[-1]) == ("session_started", "session_ended")
    assert (types.count("session_started"), types.count("session_ended")) == (1, 1)
    assert all(first["ts"] <= second["ts"] for first, second in pairwise(events))


@pytest.mark.parametrize("name", NAMES)
def test_in_a_round_the_planner_comes_before_the_critic_and_the_host_last(name: str) -> None:
    order = {"planner": 0, "critic": 1, "host": 2}
    turns = [event for event in objects(name) if event["type"] in ("agent_output", "host_decision")]
    decided = [number for number, event in enumerate(turns, 1) if event["type"] == "host_decision"]
    # What follows the last decision are the last statements, which may belong to its round, or a round that was cut off.
    for part in (turns[: max(decided, default=0)], turns[max(decided, default=0) :]):
        places = [(event["round"], order[event.get("agent", "host")]) for event in part]
        assert places == sorted(set(places))


@pytest.mark.parametrize("name", NAMES)
def test_every_reason_of_a_decision_quotes_its_number(name: str) -> None:
    for decision in decisions(name):
        if decision["consensus"] is not None and decision.get("end_reason") not in ("error", "moderation"):
            assert f"{decision['consensus']:.2f}" in decision["reason"]


def test_there_are_at_least_40_example_deliberations_in_both_languages() -> None:
    languages = [objects(name, "session_started")[0]["language"] for name in NAMES]
    assert len(NAMES) >= 40
    assert languages.count("en") >= 8


def test_a_mismatch_of_a_deliberation_says_what_was_expected_and_what_came() -> None:
    expect = DeliberationExpectations.model_validate(
        {"status": "terminated", "actions": ["converge"], "trend": [None], "skipped": ["critic/2"], "rounds": 3}
    )
    assert list(find_mismatches(expect, session_log("ielts").events)) == [
        "status: expected terminated, got converged",
        "actions: expected [converge], got [continue, converge]",
        "trend: expected [null], got [0.82, 0.92]",
        "skipped: expected [critic/2], got []",
    ]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["planner"], None),
        (["planner/3"], "stubborn: expected [planner/3], got [planner/3, planner/4, planner/5]"),
        (["planner/3", "planner/4", "planner/5"], None),
        (["critic"], "stubborn: expected [critic], got [planner/3, planner/4, planner/5]"),
        ([], "stubborn: expected [], got [planner/3, planner/4, planner/5]"),
    ],
)
def test_a_stubborn_agent_is_named_with_or_without_its_rounds(given: list[str], said: str | None) -> None:
    expect = DeliberationExpectations(stubborn=frozenset(given))
    assert list(find_mismatches(expect, session_log("stubborn-and-deaf").events)) == ([said] if said else [])


def test_a_broken_expectation_of_a_deliberation_makes_the_command_fail(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(FOLDER / "people.jsonl", tmp_path)
    file = tmp_path / "broken.yaml"
    file.write_text(path_of("ielts").read_text("utf-8").replace("  rounds: 3\n", "  rounds: 4\n"), "utf-8")
    assert command.scenario([file, FOLDER / "t05-test-1.yaml"], MEMORY, as_json=True) == 1
    printed = capsys.readouterr()
    assert f"{file}: expect: rounds: expected 4, got 3" in printed.err
    assert printed.out.count('"event_type":"towow.deliberation.session_ended"') == 1
    assert printed.out.count('"event_type":"towow.demand.closed"') == 1


def test_a_log_without_its_last_event_is_the_only_mismatch() -> None:
    events = session_log("ielts").events
    result = build_session_result(load_deliberation_scenario(path_of("stubborn")), events[:-1])
    last = f"towow.deliberation.final_report (seq {len(events) - 1})"
    assert list(result.mismatches) == [f"not ended in time: the last event is {last}"]


# --- the seed's example session


def test_the_seeds_example_session_has_the_seeds_messages() -> None:
    name = "ielts"
    assert [(event["type"], event.get("agent"), event.get("round")) for event in objects(name)] == [
        ("session_started", None, None),
        ("tool_result", "planner", 1),
        ("tool_result", "planner", 1),
        ("agent_output", "planner", 1),
        ("agent_output", "critic", 1),
        ("host_decision", None, 1),
        ("agent_output", "planner", 2),
        ("agent_output", "critic", 2),
        ("host_decision", None, 2),
        ("agent_output", "planner", 3),
        ("agent_output", "critic", 3),
        ("final_report", "reporter", 3),
        ("session_ended", None, None),
    ]


def test_the_seeds_planner_output_is_reproduced() -> None:
    output = turn("ielts", "planner", 1)
    assert (output["output_type"], output["content"]) == ("plan", "我建议将IELTS备考分为3个阶段...")
    assert output["position"] == {
        "conclusion": "采用3个月阶段式备考方案",
        "key_reasons": ["基础词汇积累需要6周", "听说读写需要并行训练", "最后4周密集模考"],
        "assumptions": ["每天至少投入2小时", "有基础英语能力（CET-4水平）"],
        "confidence": 0.85,
    }
    plan = output["metadata"]["plan"]
    assert (plan["title"], plan["goal"], plan["total_estimated_hours"]) == ("3个月IELTS备考计划", "达到总分7.0", 180)
    assert plan["phases"][0] == {
        "phase_name": "阶段1：基础强化",
        "duration": "6周",
        "tasks": [
            {
                "title": "词汇积累",
                "estimated_hours": 42,
                "deadline": "2026-01-15",
                "tags": ["vocabulary", "foundation"],
            }
        ],
    }
    assert output["metadata"]["warnings"] == []


def test_the_seeds_critic_output_is_reproduced() -> None:
    output = turn("ielts", "critic", 1)
    assert (output["output_type"], output["content"]) == ("critique", "该计划存在以下问题...")
    assert output["position"]["key_reasons"] == ["写作训练时间不足", "模考频率过低", "缺少口语陪练计划"]
    assert output["position"]["confidence"] == 0.78
    assert output["metadata"]["critique"] == {
        "target_agent": "planner",
        "target_round": 1,
        "risks": [{"id": "r1.1", "risk": "写作能力提升缓慢", "severity": "high", "impact": "可能导致写作单项低于6.5"}],
        "suggestions": [
            {"id": "s1.1", "issue": "写作训练不足", "solution": "增加每周2篇限时写作", "priority": "high"},
            {"id": "s1.2", "issue": "模考频率低", "solution": "调整为每周1次", "priority": "medium"},
        ],
        "validity_check": {"feasible": True, "realistic": True, "complete": False},
    }


def test_the_seeds_changes_of_a_position_are_computed() -> None:
    assert turn("ielts", "planner", 2)["position"]["changes_from_last_round"] == {
        "conclusion_changed": False,
        "reasons_added": ["每周2次限时写作"],
        "confidence_delta": 0.05,
    }


def test_the_seeds_host_converges_at_092_in_round_2() -> None:
    first, second = decisions("ielts")
    assert (first["action"], first["rounds_remaining"]) == ("continue", 4)
    assert first["constraints"]["must_address"] == ["写作能力提升缓慢", "写作训练不足", "模考频率低"]
    assert (second["action"], second["consensus"], second["next_agents"]) == ("converge", 0.92, ["planner", "critic"])
    assert second["analysis"]["similarity_matrix"] == [[1, 0.92], [0.92, 1]]
    assert second["analysis"]["most_different_pair"] == [0, 1]
    assert second["analysis"]["stubborn_agents"] == []
    assert second["thresholds"] == {"high": 0.9, "low": 0.7, "stubborn": 0.98}
    assert [directive["action"] for directive in second["directives"]] == ["state_uncertainties"]


def test_the_seeds_report_is_reproduced() -> None:
    told = report("ielts")
    assert told["content"].startswith("# IELTS 3个月备考计划\n\n经过多轮讨论...")
    final = told["final_plan"]
    assert (final["title"], final["goal"]) == ("IELTS 3个月备考计划（优化版）", "达到总分7.0")
    assert (final["consensus_level"], final["participating_agents"], final["rounds"]) == (
        *("high", ["planner", "critic"]),
        3,
    )
    assert final["plan"]["total_estimated_hours"] == 200
    assert told["plan"] == final["plan"]
    assert told["summary"] == {
        "key_agreements": ["3个月阶段式训练", "每周2次限时写作", "最后4周密集模考"],
        "resolved_concerns": ["写作训练不足 -> 已增加专项训练", "模考频率低 -> 调整为每周1次"],
        "remaining_uncertainties": ["用户实际可用时间可能不足2小时/天"],
    }
    assert [todo["due"] for todo in told["todos"]] == ["2026-01-15", "2026-02-05", "2026-02-05", "2026-03-05"]


def test_the_seeds_tools_give_the_true_weekdays() -> None:
    now, date = (event["result"] for event in objects("ielts", "tool_result"))
    assert now == {
        "success": True,
        "data": {
            "now": "2025-12-04T10:00:00",
            "timezone": "Asia/Shanghai",
            "weekday": "Thursday",
            "date": "2025-12-04",
        },
    }
    assert date == {"success": True, "data": {"result_date": "2025-12-21", "weekday": "Sunday"}}


# --- vectors of the ledger


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


# --- planted cases


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


# --- failures


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


def test_a_query_in_english_gets_only_english_texts() -> None:
    for name in NAMES:
        if objects(name, "session_started")[0]["language"] == "en":
            assert not any("\u3400" <= character <= "\u9fff" for character in session_text(name)), name


def session_text(name: str) -> str:
    return b"".join(event.data for event in session_log(name).events).decode()


def test_names_of_example_deliberations_begin_with_their_prefix() -> None:
    queries = [path.stem for path in FOLDER.glob("*.yaml") if "\nquery: " in path.read_text("utf-8")]
    assert sorted(queries) == [f"{SESSION_PREFIX}{name}" for name in NAMES]
