"""Does the demonstration show a whole negotiation, in words and as JSON?"""

import json
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from tests.support.cli_runner import DEMAND, CommandRunner, types, wait_for

SATURDAY = 5
KEYS = ["seq", "event_id", "event_type", "timestamp", "payload"]


LIVELY_WITHIN = 3
"""Demonstrations. Each has an id of its own, and the unit tests hold that 45 of 50 ids take more than one round."""


def test_demo_narrates_the_negotiation_of_the_example_demand(towow: CommandRunner) -> None:
    told = towow.run("demo", "--once")
    for _ in range(LIVELY_WITHIN - 1):
        if "第 2/5 轮" not in told.out:
            told = towow.run("demo", "--once")
    assert told.code == 0
    assert told.err == ""
    assert DEMAND in told.out
    assert "模拟模型" in told.out
    for word in ("候选人", "第 1/5 轮", "第 2/5 轮", "方案第 2 版", "的要求", "接受率", "结束"):
        assert word in told.out
    assert "有条件参加" in told.out or "婉拒" in told.out


def test_the_demonstrated_demand_has_conditions_changes_and_several_rounds(towow: CommandRunner) -> None:
    events: list[dict[str, Any]] = []
    for _ in range(LIVELY_WITHIN):
        events = towow.run("demo", "--once", "--json").rows
        if events[-1]["payload"]["rounds"] >= 2:
            break
    rows = [row for row in events if row["payload"]["channel_id"] == events[0]["payload"]["channel_id"]]
    by_type = {row["event_type"].removeprefix("towow."): row["payload"] for row in rows}
    offers = [row["payload"] for row in rows if row["event_type"] == "towow.offer.submitted"]
    plans = [row["payload"]["proposal"] for row in rows if row["event_type"] == "towow.proposal.distributed"]
    changes = [c for plan in plans for c in plan.get("adjustment_summary", {}).get("changes_made", [])]
    assert by_type["filter.completed"]["candidates_count"] >= 3
    assert any(offer["decision"] == "decline" or offer["conditions"] for offer in offers)
    assert by_type["demand.closed"]["rounds"] >= 2
    assert any(change["requested_by"] for change in changes)
    assert {"proposal.finalized", "negotiation.force_finalized", "negotiation.failed"} & by_type.keys()


def test_demo_json_prints_one_event_per_line_with_five_keys(towow: CommandRunner) -> None:
    told = towow.run("demo", "a meetup in Beijing", "--once", "--json")
    rows = told.rows
    assert told.code == 0
    assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
    assert all(list(row) == KEYS for row in rows)
    assert (types(rows)[0], types(rows)[-1]) == ("demand.submitted", "demand.closed")
    assert rows[0]["payload"]["raw_input"] == "a meetup in Beijing"
    assert rows[0]["payload"]["language"] == "en"


def test_demo_exits_with_0_for_every_outcome(towow: CommandRunner) -> None:
    told = towow.run("demo", "I need a unicorn on Mars tomorrow, for free", "--once", "--json")
    assert told.code == 0
    assert types(told.rows)[-1] == "demand.closed"


def test_two_demo_runs_have_different_demand_ids(towow: CommandRunner) -> None:
    first, second = (towow.run("demo", "--once", "--json").rows[0]["payload"]["demand_id"] for _ in range(2))
    assert first != second


def test_demo_ignores_the_service_urls(towow: CommandRunner) -> None:
    told = towow.run("demo", "--once", TOWOW_BROKER_URL="amqp://nowhere", TOWOW_STORE_URL="redis://nowhere")
    assert told.code == 0


def test_a_model_key_alone_keeps_the_simulated_model_and_prints_a_hint(towow: CommandRunner) -> None:
    told = towow.run("demo", "--once", "--json", ANTHROPIC_API_KEY="not-a-real-key")
    assert told.code == 0
    assert told.rows[0]["payload"]["model"] == "simulated"
    assert "TOWOW_LLM=anthropic" in told.err
    assert "not-a-real-key" not in told.out + told.err


def test_demo_plays_a_scenario_in_real_time(towow: CommandRunner) -> None:
    path = towow.folder / "two.yaml"
    path.write_text(
        "demand: a hall\nprofiles:\n  - {agent_id: agent_bob, display_name: Bob, capabilities: [hall]}\n"
        "filter: [agent_bob]\nlatency_ms: 10\n",
        encoding="utf-8",
    )
    told = towow.run("demo", "--scenario", str(path), "--once", "--json")
    assert told.code == 0
    assert told.rows[0]["payload"]["model"] == "scenario"
    assert told.rows[0]["timestamp"] > "2026-01-22T11"
    assert json.loads(told.out.splitlines()[-1])["payload"]["status"] == "finalized"


def test_towow_llm_can_name_a_scenario(towow: CommandRunner) -> None:
    path = towow.folder / "two.yaml"
    path.write_text(
        "demand: a hall\nprofiles:\n  - {agent_id: agent_bob, display_name: Bob, capabilities: [hall]}\n",
        encoding="utf-8",
    )
    told = towow.run("demo", "something else", "--once", "--json", TOWOW_LLM=f"scenario:{path}")
    assert told.code == 0
    assert told.rows[0]["payload"]["model"] == "scenario"
    assert told.rows[0]["payload"]["raw_input"] == "something else"
    assert towow.run("demo", "--once", TOWOW_LLM="scenario:/nowhere").code == 2


def test_a_demo_that_waits_for_an_answer_says_until_when_and_how_to_give_it(towow: CommandRunner) -> None:
    with towow.serving("I want to organise a book club in London", TOWOW_CLARIFY_TIMEOUT="60") as process:
        waiting = wait_for(process, b"Waiting for an answer until ").decode()
        command = waiting.partition("towow ")[2].split()
        assert command[0] == "answer"
        assert command[2::2] == ["o1", "o2", "o3", "o4"]
        assert towow.run(*command[:2], "o2").code == 0
        assert process.stdout is not None
        assert any(b"The requester answers" in line for line in process.stdout)


@pytest.mark.parametrize(("language", "pace"), [("zh", 5), ("en", 10)])
def test_the_rehearsed_demand_bargains_and_closes_a_gap_by_a_subnet_at_its_pace(
    towow: CommandRunner, language: str, pace: int
) -> None:
    rows = towow.run("demo", "--rehearsed", language, "--once", "--json", "--pace", str(pace)).rows
    began, ended = (datetime.fromisoformat(rows[n]["timestamp"]) for n in (0, -1))
    assert pace <= (ended - began).total_seconds() <= 2 * pace + 15
    by_type: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_type.setdefault(row["event_type"].removeprefix("towow."), []).append(row["payload"])
    submitted = by_type["demand.submitted"][0]
    assert submitted["language"] == language
    assert {"negotiation.bargain", "subnet.triggered"} <= by_type.keys()
    assert any(offer["decision"] == "decline" for offer in by_type["offer.submitted"])
    assert [one["decision"] for one in by_type["feedback.evaluated"]][:2] == ["renegotiate", "finalize"]
    assert by_type["gap.identified"][0]["gaps"]
    (merged,) = by_type["subnet.completed"]
    assert merged["complete"] is True
    assert merged["proposal"]["version"] == 3
    assert by_type["demand.closed"][0]["status"] == "finalized"
    day = date.fromisoformat(merged["proposal"]["timeline"]["start_date"])
    assert day.weekday() == SATURDAY
    assert timedelta(days=20) <= day - began.date() <= timedelta(days=28)
    assert day.isoformat() in submitted["raw_input"]


@pytest.mark.parametrize("arguments", [("--pace", "0"), ("--pace", "1000"), ("--pace", "fast"), ("--rehearsed", "fr")])
def test_senseless_demo_options_are_refused(towow: CommandRunner, arguments: tuple[str, ...]) -> None:
    told = towow.run("demo", "--once", *arguments)
    assert (told.code, told.out) == (2, "")
    assert arguments[0] in told.err


def test_a_pace_is_not_for_a_real_model(towow: CommandRunner) -> None:
    told = towow.run("demo", "--once", "--pace", "60", TOWOW_LLM="anthropic", ANTHROPIC_API_KEY="not-a-real-key")
    assert (told.code, told.out) == (2, "")
    assert "--pace" in told.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("--idle", "--rehearsed", "en"),
        ("TEXT", "--rehearsed", "en"),
        ("--scenario", "x.yaml", "--rehearsed", "en"),
        ("--idle", "--once"),
        ("--idle", "TEXT"),
        ("--idle", "--scenario", "x.yaml"),
        ("TEXT", "--scenario", "x.yaml"),
    ],
)
def test_contradicting_demo_options_are_refused(towow: CommandRunner, arguments: tuple[str, ...]) -> None:
    told = towow.run("demo", *arguments)
    assert (told.code, told.out) == (2, "")
    assert "--" in told.err
