"""Every example scenario of a game ends as it says; bad files are refused with line and reason."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import BaseModel

from gamehive.contracts.events import EVENTS
from gamehive.contracts.tools import GameToolCall
from gamehive.contracts.transcript import Note
from gamehive.simulated.rules import RULES
from tests.support.game_team import context_of, facts_of
from towow.cli.commands import scenario as command
from towow.scenario.deliberation_schema import DeliberationScenario
from towow.scenario.game_entries import EngineFields, EngineMoveFields, GameCallFields, GameTurnFields
from towow.scenario.game_expectations import find_mismatches
from towow.scenario.game_runner import build_game_result, run_game, run_game_scenario
from towow.scenario.game_schema import GameExpectations, GameScenario
from towow.scenario.game_script import GameScript, count_own_turns
from towow.scenario.loader import (
    ScenarioError,
    load_any_scenario,
    load_deliberation_scenario,
    load_game_scenario,
    load_scenario,
)
from towow.scenario.runner import ScenarioResult

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "games"
DOCUMENT = ROOT / "docs" / "game-scenarios.md"
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml"))
MEMORY = command.ServiceTarget(None, None, 600, 30)


@cache
def result_of(name: str) -> ScenarioResult:
    return run_game_scenario(FOLDER / f"{name}.yaml")


def objects(result: ScenarioResult, kind: str = "") -> list[dict[str, Any]]:
    """Return type and fields of all events, or of those of a kind."""
    parsed = [json.loads(event.data) for event in result.events]
    events = [{"type": each["event_type"].rpartition(".")[2], **each["payload"]} for each in parsed]
    return [event for event in events if kind in ("", event["type"])]


def parsed(folder: Path, text: str) -> GameScenario:
    file = folder / "file.yaml"
    file.write_text(text, "utf-8")
    return load_game_scenario(file)


def broken(expect: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """`expect` with one value changed, once for each; and the key that a mismatch must name."""
    wrong: dict[str, Any] = {"move": [8, 8], "source": "fallback", "overruled": [8, 8], "retries": 99}
    for key, value in expect.items():
        if key == "events":
            for event, count in value.items():
                yield f"events.towow.game.{event}", {**expect, "events": {**value, event: count + 1}}
        else:
            yield key, {**expect, key: wrong[key] if key in wrong else [*value, *MORE[key]]}


MORE: dict[str, Any] = {"taken_back": [[8, 8]], "handovers": ["strategist/tactician"], "rejected": ["GAME_OVER"]}


@pytest.mark.parametrize("name", NAMES)
def test_an_example_game_ends_as_it_expects(name: str) -> None:
    assert list(result_of(name).mismatches) == []
    text = (FOLDER / f"{name}.yaml").read_text("utf-8")
    assert text.startswith("# ")
    assert len(yaml.safe_load(text)["expect"]) >= 7


@pytest.mark.parametrize("name", NAMES)
def test_every_changed_expectation_of_a_game_is_a_mismatch(name: str) -> None:
    expected = yaml.safe_load((FOLDER / f"{name}.yaml").read_text("utf-8"))["expect"]
    for key, expect in broken(expected):
        (mismatch,) = find_mismatches(GameExpectations.model_validate(expect), result_of(name).events)
        assert mismatch.startswith(f"{key}: expected ")


@pytest.mark.parametrize("name", ["plain-decision", "doubtful-move-taken-back", "empty-then-tools"])
def test_a_second_run_of_a_game_gives_the_same_bytes(name: str) -> None:
    assert list(run_game_scenario(FOLDER / f"{name}.yaml").events) == list(result_of(name).events)


@pytest.mark.parametrize("name", NAMES)
def test_every_event_of_an_example_game_round_trips_through_its_class(name: str) -> None:
    classes = {event.type: event for event in EVENTS}
    for event in result_of(name).events:
        payload = json.loads(event.data)["payload"]
        fields = {key: value for key, value in payload.items() if key != "spent"}
        assert classes[event.type].model_validate(fields).model_dump(mode="json") == fields


def test_the_examples_cover_both_languages_and_every_way_to_a_move() -> None:
    scenarios = [load_game_scenario(FOLDER / f"{name}.yaml") for name in NAMES]
    assert {scenario.language for scenario in scenarios} == {"zh", "en"}
    expected = [scenario.expect for scenario in scenarios if scenario.expect is not None]
    assert len(expected) == len(NAMES) >= 6
    assert {each.source for each in expected} >= {"llm", "engine"}
    for key in ("taken_back", "overruled", "handovers", "rejected"):
        assert any(getattr(each, key) for each in expected)


def test_an_english_game_has_only_english_texts() -> None:
    for name in NAMES:
        if objects(result_of(name), "started")[0]["language"] == "en":
            text = b"".join(event.data for event in result_of(name).events).decode()
            assert not any("\u3400" <= character <= "\u9fff" for character in text), name


ENGLISH = re.compile(r"[A-Za-z]{2,}[ ,.:;'’]+[A-Za-z]{2,}")
HOST_TEXTS = {
    "tool_answered": "content",
    "hook_alerted": "detail",
    "move_played": "reason",
    "move_taken_back": "reason",
}


def test_a_chinese_game_has_only_chinese_texts() -> None:
    for name in NAMES:
        result = result_of(name)
        if objects(result, "started")[0]["language"] == "zh":
            texts = [event.get(HOST_TEXTS.get(event["type"], "")) or "" for event in objects(result)]
            assert [text for text in texts if ENGLISH.search(text)] == [], name


def test_a_game_alone_is_a_whole_scenario(tmp_path: Path) -> None:
    """Nobody is scripted: the simulated team decides."""
    result = run_game(parsed(tmp_path, "game: tictactoe\n"))
    (played,) = objects(result, "move_played")
    assert (played["ply"], played["source"], result.mismatches) == (1, "llm", [])


def test_calls_of_a_script_are_made_and_unknown_ones_answered_by_an_error() -> None:
    called = [(each["agent"], each["tool"]) for each in objects(result_of("empty-then-tools"), "tool_called")]
    assert ("strategist", "ask_the_stars") in called
    errors = [each for each in objects(result_of("empty-then-tools"), "tool_answered") if each["is_error"]]
    assert [each["tool"] for each in errors] == ["ask_the_stars", "evaluate_position"]


def test_a_move_that_ends_the_game_is_followed_by_its_end(tmp_path: Path) -> None:
    text = "game: tictactoe\nmoves: [[0, 0], [1, 1], [0, 1], [1, 0]]\nagents:\n  tactician: [{move: {x: 0, y: 2}}]\n"
    result = run_game(parsed(tmp_path, text))
    assert [each["type"] for each in objects(result)][-2:] == ["move_played", "ended"]


def test_words_of_a_script_are_failures_that_the_host_survives(tmp_path: Path) -> None:
    for word in ("error", "invalid", "empty"):
        text = f"game: tictactoe\nmoves: [[0, 0]]\nallowed_ms: 60000\nagents:\n  strategist: [{word}]\n"
        (played,) = objects(run_game(parsed(tmp_path, text)), "move_played")
        assert (played["x"], played["y"], played["source"]) == (1, 1, "engine"), word


def test_a_late_turn_is_late(tmp_path: Path) -> None:
    text = "game: tictactoe\nmoves: [[0, 0]]\nagents:\n  strategist: [{move: {x: 1, y: 1}, after: 7}]\n"
    (played,) = objects(run_game(parsed(tmp_path, text)), "move_played")
    assert played["elapsed_ms"] >= 7000


def test_forced_calls_and_turns_of_others_do_not_count_as_own_turns() -> None:
    call = GameToolCall(call_id="c", tool="call_task_agent", forced_by="RuleAnalysisHook")
    notes = (
        Note(loop="l", kind="assistant", agent="tactician", calls=(call,)),
        Note(loop="l", kind="assistant", agent="strategist", text="a"),
        Note(loop="l", kind="assistant", agent="tactician", text="b"),
    )
    context = context_of("tictactoe", ("000",) * 3, 1)
    assert count_own_turns(facts_of("tactician", context, notes, turn=3)) == 1
    assert count_own_turns(facts_of("tactician", context, notes, turn=4)) == 2
    assert count_own_turns(facts_of("tactician", context, turn=1)) == 0


def test_a_prompt_of_another_application_has_no_answer() -> None:
    class Prompt:
        key, facts = "demand_understanding", None

    with pytest.raises(LookupError, match="demand_understanding"):
        GameScript(GameScenario(game="tictactoe"), RULES).get_answer(Prompt())  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("game: chess\n", "1: game: "),
        ("game: tictactoe\nmoves: [[0, 0], [0, 0]]\n", "2: moves: move 2, (0,0), is off the board or on a stone"),
        ("game: tictactoe\nmoves: [[3, 0]]\n", "2: moves: move 1, (3,0), is off the board or on a stone"),
        (
            "game: tictactoe\nmoves: [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2]]\n",
            "2: moves: the game is over after move 5",
        ),
        ("game: tictactoe\nside: 2\n", "2: side: it is the turn of side 1"),
        ("game: tictactoe\nagents:\n  referee: [silent]\n", "3: referee: unknown agent; expected one of strategist"),
        ("game: tictactoe\nagents:\n  strategist:\n    - shouts\n", "4: strategist: "),
        ("game: tictactoe\nagents:\n  strategist:\n    - {}\n", "4: strategist: expected one of calls, move"),
        (
            "game: tictactoe\nagents:\n  strategist:\n    - {message: a, move: {x: 0, y: 0}}\n",
            "4: strategist: expected one of calls, move, finding and message",
        ),
        ("game: tictactoe\nagents:\n  strategist: [{calls: [divine]}]\n", "3: calls: "),
        ("game: tictactoe\nengine: best\n", "2: engine: "),
        ("game: tictactoe\nengine: {candidates: []}\n", "2: candidates: "),
        ("game: tictactoe\nflags: [magic]\n", "2: flags: "),
        ("game: tictactoe\nallowed_ms: 0\n", "2: allowed_ms: "),
        ("game: tictactoe\nexpect: {events: {shouted: 1}}\n", "unknown event type"),
        ("game: tictactoe\ncolour: red\n", "2: colour: unknown key"),
        ("game: tictactoe\ngame: gomoku\n", "2: game: given twice"),
        ("game: tictactoe\nsettings: {game_move_time: 1}\n", "2: game_move_time: "),
    ],
)
def test_a_bad_file_of_a_game_is_refused_with_line_key_and_reason(text: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(ScenarioError) as raised:
        parsed(tmp_path, text)
    assert problem in str(raised.value)


def test_files_of_each_kind_are_told_apart(tmp_path: Path) -> None:
    files = {name: tmp_path / f"{name}.yaml" for name in ("game", "query", "demand")}
    files["game"].write_text("game: nogo\n", "utf-8")
    files["query"].write_text("query: x y z\n", "utf-8")
    files["demand"].write_text("demand: x y z\n", "utf-8")
    assert isinstance(load_any_scenario(files["game"]), GameScenario)
    assert isinstance(load_any_scenario(files["query"]), DeliberationScenario)
    loaders: dict[str, Any] = {
        "game": load_game_scenario,
        "query": load_deliberation_scenario,
        "demand": load_scenario,
    }
    for kind, load in loaders.items():
        for other in files.keys() - {kind}:
            with pytest.raises(ScenarioError, match=r"a scenario of a .*; expected one of a "):
                load(files[other])


def test_a_log_without_a_move_is_the_only_mismatch() -> None:
    result = result_of("plain-decision")
    scenario = load_game_scenario(FOLDER / "plain-decision.yaml")
    (mismatch,) = build_game_result(scenario, result.events[:2]).mismatches
    assert mismatch.startswith("not decided in time: the last event is towow.game.")


def test_the_command_prints_the_events_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    file = FOLDER / "losing-choice-overruled.yaml"
    assert command.scenario([file], MEMORY, as_json=True) == 0
    printed = capsys.readouterr()
    lines = [json.loads(line) for line in printed.out.splitlines()]
    assert [line["event_type"] for line in lines] == [event.type for event in result_of(file.stem).events]
    assert f"{file}: ended as expected" in printed.err
    assert command.scenario([file], MEMORY, as_json=False) == 0
    assert len(capsys.readouterr().out.splitlines()) >= len(lines)


def test_a_broken_expectation_of_a_game_makes_the_command_fail(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "broken.yaml"
    text = (FOLDER / "too-short-for-the-team.yaml").read_text("utf-8")
    file.write_text(text.replace("move: [0, 2]", "move: [2, 2]"), "utf-8")
    assert command.scenario([file], MEMORY, as_json=True) == 1
    assert f"{file}: expect: move: expected [2, 2], got [0, 2]" in capsys.readouterr().err


def test_every_key_of_a_game_file_is_documented() -> None:
    documented = set(re.findall(r"\w+", DOCUMENT.read_text("utf-8")))
    models: tuple[type[BaseModel], ...] = (
        *(GameScenario, GameExpectations, GameTurnFields, GameCallFields, EngineFields, EngineMoveFields),
    )
    assert {name for model in models for name in model.model_fields} - documented == set()


def test_the_documented_example_of_a_game_ends_as_it_expects(tmp_path: Path) -> None:
    (example,) = re.findall(r"^```yaml\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert list(run_game(parsed(tmp_path, example)).mismatches) == []
