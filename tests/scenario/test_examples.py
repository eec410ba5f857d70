"""Every example scenario ends as it says, and says enough; whatever else it said would be seen to be wrong."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.event_log import FOLDER, NAMES, path_of, scenario_log
from towow.cli.commands import scenario as command
from towow.scenario.expectations import find_mismatches
from towow.scenario.loader import load_scenario
from towow.scenario.schema import Expectations

WRONG: dict[str, tuple[str, str]] = {
    "status": ("finalized", "failed"),
    "reason": ("timeout", "no_participants"),
    "detail": ("budget", "all_left"),
}
"""Two values of each key that is a word: one of them is always wrong."""


def expected(name: str) -> dict[str, Any]:
    return yaml.safe_load(path_of(name).read_text("utf-8"))["expect"]


def broken(expect: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """`expect` with one value changed, once for each value; and the key that a mismatch must name."""
    for key, value in expect.items():
        if key == "events":
            for event, count in value.items():
                yield f"events.{event}", {**expect, "events": {**value, event: count + 1}}
        elif key == "totals":
            yield key, {**expect, key: {**value, "XXX": 1}}
        elif isinstance(value, bool):
            yield key, {**expect, key: not value}
        elif isinstance(value, int):
            yield key, {**expect, key: value + 1}
        elif isinstance(value, list):
            yield key, {**expect, key: [*value, "agent_nobody"]}
        else:
            yield key, {**expect, key: next(word for word in WRONG[key] if word != value)}


def test_there_are_at_least_24_example_scenarios() -> None:
    assert len(NAMES) >= 24


@pytest.mark.parametrize("name", NAMES)
def test_an_example_scenario_ends_as_it_expects(name: str) -> None:
    assert list(scenario_log(name).mismatches) == []


@pytest.mark.parametrize("name", NAMES)
def test_an_example_scenario_states_title_and_expectations(name: str) -> None:
    assert path_of(name).read_text("utf-8").startswith("# ")
    assert {"status", "rounds", "confirmed", "optional", "events"} <= expected(name).keys()
    assert len(expected(name)["events"]) >= 4


@pytest.mark.parametrize("name", NAMES)
def test_every_changed_expectation_is_a_mismatch(name: str) -> None:
    for key, expect in broken(expected(name)):
        (told,) = find_mismatches(Expectations.model_validate(expect), scenario_log(name).events)
        assert told.startswith(f"{key}: expected ")


def test_a_mismatch_says_what_was_expected_and_what_came() -> None:
    expect = Expectations.model_validate(
        {"status": "failed", "reason": "timeout", "rounds": 3, "confirmed": ["agent_x"], "detail": None}
    )
    assert list(find_mismatches(expect, scenario_log("t05-test-1").events)) == [
        "status: expected failed, got finalized",
        "reason: expected timeout, got nothing",
        "rounds: expected 3, got 2",
        "confirmed: expected [agent_x], got [agent_alice, agent_bob]",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_broken_expectation_makes_the_command_fail(name: str, tmp_path: Path) -> None:
    """`towow scenario` answers 1, for one broken value of each file."""
    shutil.copy(FOLDER / "people.jsonl", tmp_path)
    text = path_of(name).read_text("utf-8")
    rounds = expected(name)["rounds"]
    file = tmp_path / "broken.yaml"
    file.write_text(text.replace(f"\n  rounds: {rounds}\n", f"\n  rounds: {rounds + 1}\n"), "utf-8")
    assert load_scenario(file) != load_scenario(path_of(name))
    assert command.scenario([path_of(name)], command.ServiceTarget(None, None, 600, 30), as_json=True) == 0
    assert command.scenario([file], command.ServiceTarget(None, None, 600, 30), as_json=True) == 1


def test_files_after_a_mismatch_are_run_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text("demand: x\nexpect: {rounds: 9}\n", "utf-8")
    assert (
        command.scenario([file, path_of("t05-test-1")], command.ServiceTarget(None, None, 600, 30), as_json=True) == 1
    )
    printed = capsys.readouterr()
    assert printed.out.count('"event_type":"towow.demand.closed"') == 2
    assert f"{path_of('t05-test-1')}: ended as expected" in printed.err
