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
from tests.support.session_log import NAMES, decisions, objects, path_of, session_log
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


def test_a_query_in_english_gets_only_english_texts() -> None:
    for name in NAMES:
        if objects(name, "session_started")[0]["language"] == "en":
            assert not any("\u3400" <= character <= "\u9fff" for character in session_text(name)), name


def session_text(name: str) -> str:
    return b"".join(event.data for event in session_log(name).events).decode()


def test_names_of_example_deliberations_begin_with_their_prefix() -> None:
    queries = [path.stem for path in FOLDER.glob("*.yaml") if "\nquery: " in path.read_text("utf-8")]
    assert sorted(queries) == [f"{SESSION_PREFIX}{name}" for name in NAMES]
