"""Does `towow evaluate` print what came of every demand, the same bytes twice, and refuse what it cannot evaluate?"""

import json
from typing import Any

import pytest

from tests.services.fake_messages_api import RecordedRequest, ScriptedReply, in_the_background
from tests.support.cli_runner import CommandRunner, close_stdout_early, types

TWO = '{"raw_input": "下周末想在北京办一场三十人的读书会，需要场地"}\n{"raw_input": "Need a lawyer in Dublin, budget €200"}\n'
HALL = '{"agent_id": "agent_hall", "display_name": "Hall", "capabilities": ["场地提供"]}\n'
NOBODY = '{"agent_id": "agent_a", "display_name": "A", "capabilities": ["场地提供"], "active": false}\n'

ANSWERS: dict[str, dict[str, Any]] = {
    "demand_understanding": {"surface_demand": "a hall", "capability_tags": ["场地提供"]},
    "smart_filter": {"definitely_related": [{"agent_id": "agent_hall", "reason": "a hall", "relevance_score": 90}]},
    "response_generation": {"decision": "participate", "contribution": "a hall", "confidence": 90},
    "proposal_aggregation": {"summary": "a hall", "assignments": [{"agent_id": "agent_hall", "role": "场地提供"}]},
    "proposal_feedback": {"feedback_type": "accept", "reasoning": "well", "confidence": 90},
    "gap_identification": {"gaps": [], "is_complete": True},
}
"""What the endpoint says to each prompt."""


@pytest.fixture
def two(towow: CommandRunner) -> str:
    return written(towow, "two.jsonl", TWO)


def written(towow: CommandRunner, name: str, text: str) -> str:
    path = towow.folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_evaluate_json_prints_a_line_per_demand_and_a_summary(towow: CommandRunner, two: str) -> None:
    told = towow.run("evaluate", two, "--json")
    first, second, everything = told.rows
    assert told.code == 0
    assert (first["number"], second["number"], everything["demands"]) == (1, 2, 2)
    assert first["raw_input"] == "下周末想在北京办一场三十人的读书会，需要场地"
    assert everything["model_calls"] == first["model_calls"] + second["model_calls"]
    assert told.err == ""


def test_the_evaluate_table_lists_every_demand_and_the_summary(towow: CommandRunner, two: str) -> None:
    told = towow.run("evaluate", two)
    assert told.code == 0
    for said in (
        "下周末想在北京",
        "Need a lawyer in Dublin",
        "finalized",
        "candidate sets",
        "outside profile",
        "relaxed",
    ):
        assert said in told.out


@pytest.mark.long
def test_two_evaluate_runs_print_the_same_bytes(towow: CommandRunner, two: str) -> None:
    started = towow.with_new_interpreter()  # strings hash differently in each
    for arguments in ((two, "--json"), (two, "--verbose", "--check")):
        first, second = (started.run("evaluate", *arguments) for _ in range(2))
        assert (first.code, first.out) == (second.code, second.out)


def test_evaluate_check_exits_with_1_for_a_missed_target(towow: CommandRunner, two: str) -> None:
    told = towow.run("evaluate", two, "--check", "--json")
    assert told.code == 1
    assert "candidate_sets" in told.err
    assert "MISSED" in towow.run("evaluate", two, "--check").out


def test_evaluate_without_a_file_uses_the_shipped_demands(towow: CommandRunner) -> None:
    told = towow.run("evaluate", "--limit", "1", "--json")
    assert [row["raw_input"] for row in told.rows[:-1]] == ["我想在北京办一场AI主题聚会，需要场地和嘉宾"]


def test_evaluate_corpus_judges_the_open_half_and_writes_its_figures(towow: CommandRunner) -> None:
    file = towow.folder / "made" / "figures.json"
    told = towow.run("evaluate", "--limit", "1", "--corpus", "--output", str(file), "--json")
    assert told.code == 0
    half = next(row for row in told.rows if row.get("half") == "corpus, open half")
    figures = json.loads(file.read_text("utf-8"))
    assert figures["demands"]["demands"] == 1
    assert figures["corpus"]["open"]["counts"] == half["counts"]
    assert half["counts"]["demands"] == 100
    assert half["shares"]["needs_recall"]["whole"] == half["counts"]["needs_labelled"] > 100


def test_evaluate_refuses_the_sealed_half_with_anything_else(towow: CommandRunner, two: str) -> None:
    for other in ((two,), ("--limit", "1"), ("--story", "1"), ("--corpus",), ("--output", "a"), ("--agents", two)):
        told = towow.run("evaluate", "--sealed", *other)
        assert (told.code, told.out) == (2, "")
        assert "--sealed stands alone" in told.err


def test_evaluate_story_prints_the_negotiation_of_one_demand(towow: CommandRunner, two: str) -> None:
    told = towow.run("evaluate", two, "--story", "2", "--json")
    assert told.code == 0
    assert types(told.rows)[0] == "demand.submitted"
    assert types(told.rows)[-1] == "demand.closed"
    assert told.rows[0]["payload"]["raw_input"] == "Need a lawyer in Dublin, budget €200"
    assert "Need a lawyer in Dublin" in towow.run("evaluate", two, "--story", "2").out


def test_evaluate_agents_replaces_the_shipped_profiles(towow: CommandRunner, two: str) -> None:
    told = towow.run("evaluate", two, "--agents", written(towow, "nobody.jsonl", NOBODY), "--json")
    assert told.code == 0
    assert [row["detail"] for row in told.rows[:-1]] == ["no_active_agents", "no_active_agents"]


@pytest.mark.long
def test_evaluate_with_the_anthropic_adapter_runs_in_real_time_and_counts_costs(towow: CommandRunner, two: str) -> None:
    """The endpoint is ours: its people agree to everything."""
    hall = written(towow, "hall.jsonl", HALL)

    def script(asked: RecordedRequest) -> ScriptedReply:
        return ScriptedReply(tool=ANSWERS[asked.body["tools"][0]["name"]])

    with in_the_background(script) as api:
        endpoint = {"ANTHROPIC_API_KEY": "sk-ant-canary", "ANTHROPIC_BASE_URL": api.url}
        told = towow.run("evaluate", two, "--model", "anthropic", "--agents", hall, "--json", **endpoint)
        story = towow.run(
            "evaluate", two, "--model", "anthropic", "--agents", hall, "--story", "2", "--json", **endpoint
        )
    first, second, everything = told.rows
    assert told.code == 0
    assert (first["status"], second["status"]) == ("finalized", "finalized")
    assert (first["number"], second["number"]) == (1, 2)
    assert everything["cost_usd"] > 0
    assert everything["fallback_calls"] == 0
    assert "2 of 2: finalized" in told.err
    assert types(story.rows)[-1] == "demand.closed"


def test_unreadable_evaluate_arguments_are_refused(towow: CommandRunner) -> None:
    bad = written(towow, "bad.jsonl", '{"raw_input": "a hall"}\n{}\n')
    told = towow.run("evaluate", bad, "--json")
    assert (told.code, told.out, told.err) == (2, "", f"{bad}:2: raw_input: Field required\n")


def test_evaluate_exits_without_error_when_its_reader_closes_the_pipe(towow: CommandRunner, two: str) -> None:
    ended = close_stdout_early(towow.start("evaluate", two, "--story", "1"), lines=1)
    assert (ended.code, ended.err) == (0, "")
