"""Does `towow scenario` play deliberations beside demands, in memory and over RabbitMQ and Redis alike?"""

import secrets
from collections import Counter
from typing import Any

import pytest
import redis

from tests.services.rabbitmq import broker_url
from tests.services.redis import store_url
from tests.support.cli_runner import CommandRunner, CompletedCommand
from tests.support.session_log import path_of

QUICK = (
    *("ielts", "early-stop", "stubborn", "devils-advocate", "blocked-twice", "reporter-down", "empty-plan"),
    *("embedder-down", "budget-gone", "terminated", "sequential", "500-tool-calls", "in-english"),
)
"""Those without a deadline, of every kind of ending."""

GOOD = """
query: Help me plan a herb garden
similarity: [0.8, 0.95]
expect: {status: converged, rounds: 3, actions: [continue, converge]}
"""

SILENT = """
query: Help me plan a herb garden
seed: {seed}
planner: [silent]
settings: {{turn_timeout: {seconds}}}
expect: {{status: terminated, end_reason: error, skipped: [planner/1]}}
"""


def written(towow: CommandRunner, text: str) -> str:
    path = towow.folder / "session.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def over_services(towow: CommandRunner, *arguments: str) -> CompletedCommand:
    return towow.run("scenario", *arguments, "--json", "--broker", broker_url(), "--store", store_url())


def event_types(rows: list[dict[str, Any]]) -> Counter[str]:
    return Counter(row["event_type"] for row in rows)


def sessions(told: CompletedCommand) -> list[Counter[str]]:
    """The types of events, session by session; what happens at the same time has no order."""
    runs: list[list[dict[str, Any]]] = []
    for row in told.rows:
        if row["event_type"] == "towow.deliberation.session_started":
            runs.append([])
        runs[-1].append(row)
    return [event_types(run) for run in runs]


def test_scenario_prints_a_sessions_log_as_json_or_as_text(towow: CommandRunner) -> None:
    path = written(towow, GOOD)
    told = towow.run("scenario", path, "--json")
    assert told.code == 0, told.err
    assert [list(row) for row in told.rows] == [["seq", "event_id", "event_type", "timestamp", "payload"]] * 11
    assert told.rows[-1]["event_type"] == "towow.deliberation.session_ended"
    assert f"{path}: ended as expected" in told.err
    readable = towow.run("scenario", path)
    assert readable.code == 0
    assert "Help me plan a herb garden" in readable.out
    assert "0.95" in readable.out


def test_deliberations_and_demands_are_played_in_the_order_of_their_files(towow: CommandRunner) -> None:
    demand = towow.folder / "demand.yaml"
    demand.write_text("demand: a hall\nprofiles: []\nexpect: {status: failed}\n", encoding="utf-8")
    session = written(towow, GOOD)
    told = towow.run("scenario", session, str(demand), session, "--json")
    assert told.code == 0, told.err
    ends = [row["event_type"] for row in told.rows if row["event_type"].endswith(("session_ended", "demand.closed"))]
    assert ends == [
        "towow.deliberation.session_ended",
        "towow.demand.closed",
        "towow.deliberation.session_ended",
    ]


def test_a_mismatch_of_a_session_exits_with_1(towow: CommandRunner) -> None:
    path = written(towow, GOOD.replace("rounds: 3", "rounds: 2"))
    told = towow.run("scenario", path)
    assert told.code == 1
    assert f"{path}: expect: rounds: expected 2, got 3" in told.err


def test_an_invalid_session_file_exits_with_2(towow: CommandRunner) -> None:
    path = written(towow, GOOD.replace("similarity", "similarty"))
    told = towow.run("scenario", path)
    assert (told.code, told.out) == (2, "")
    assert f"{path}:3: similarty: unknown key" in told.err


def test_demo_refuses_the_scenario_of_a_deliberation(towow: CommandRunner) -> None:
    path = written(towow, GOOD)
    told = towow.run("demo", "--once", "--scenario", path)
    assert (told.code, told.out) == (2, "")
    assert f"{path}:2: query: a scenario of a deliberation; expected one of a demand" in told.err


def test_deliberate_plays_a_scenario_file_as_flat_events(towow: CommandRunner) -> None:
    path = written(towow, GOOD)
    told = towow.run("deliberate", "--scenario", path, "--json")
    assert told.code == 0, told.err
    logged = towow.run("scenario", path, "--json").rows
    assert [(row["type"], row["seq"], row["ts"]) for row in told.rows] == [
        (row["event_type"].rpartition(".")[2], row["seq"], row["timestamp"]) for row in logged
    ]


def test_a_scenario_file_answers_another_session_by_its_entries(towow: CommandRunner) -> None:
    path = written(towow, GOOD + "planner: [{conclusion: Start with basil}]\n")
    told = towow.run("deliberate", "Plan my herbs", "--json", TOWOW_LLM=f"scenario:{path}")
    assert told.code == 0, told.err
    assert (told.rows[0]["user_query"], told.rows[0]["model"]) == ("Plan my herbs", "scenario")
    assert told.rows[1]["position"]["conclusion"] == "Start with basil"
    assert [row["consensus"] for row in told.rows if row["type"] == "host_decision"] == [0.8, 0.95]


@pytest.mark.requires("services")
@pytest.mark.long
def test_sessions_over_services_end_as_in_memory(towow: CommandRunner) -> None:
    files = [str(path_of(name)) for name in QUICK]
    told = over_services(towow, *files)
    assert told.code == 0, told.err
    in_memory = towow.run("scenario", *files, "--json")
    assert told.err == in_memory.err
    assert sessions(told) == sessions(in_memory)


@pytest.mark.requires("services")
def test_a_session_over_services_runs_in_real_time_and_leaves_no_keys(towow: CommandRunner) -> None:
    path = written(towow, SILENT.format(seed=secrets.randbelow(2**31), seconds=1))
    told = over_services(towow, path)
    assert told.code == 0, told.err
    ended = told.rows[-1]["payload"]
    assert ended["totals"]["duration_ms"] >= 2000
    assert left_behind(ended["session_id"]) == []


@pytest.mark.requires("services")
def test_a_session_that_takes_too_long_is_cancelled_and_leaves_no_keys(towow: CommandRunner) -> None:
    path = written(towow, SILENT.format(seed=secrets.randbelow(2**31), seconds=60))
    told = over_services(towow, path, "--timeout", "1.5")
    assert told.code == 1
    assert "not closed within 1.5 s: the last event is towow.deliberation.session_started" in told.err
    assert left_behind(told.rows[0]["payload"]["session_id"]) == []


def left_behind(session_id: str) -> list[bytes]:
    """Keys of a session, in whatever namespace."""
    with redis.Redis.from_url(store_url()) as client:  # pyright: ignore[reportUnknownMemberType]
        return list(client.scan_iter(f"s-*:log:{session_id}", count=1000))  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
