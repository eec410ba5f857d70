"""Starts of games that we referee: names, seats, level, rule text, ids."""

from typing import Any

import pytest

from gamehive.game_start import GameStart, build_game_start, enabled_features, is_game_id
from gamehive.settings import GameSettings
from shared.core.api_error import ApiError


def start(game: str = "gomoku", human: Any = "first", **more: Any) -> GameStart:
    fields: dict[str, Any] = {"unique": "1", "owner": "user_alice", "language": "en", "model": "simulated"}
    return build_game_start(game, human, **{**fields, **more})


@pytest.mark.parametrize(
    ("name", "key", "rows"),
    [
        ("gomoku", "gomoku", 15),
        ("五子棋", "gomoku", 15),
        ("8*8五子棋", "gomoku8", 8),
        ("8×8五子棋", "gomoku8", 8),
        (" 不围棋 ", "nogo", 9),
        ("nogo7", "nogo7", 7),
        ("井字棋", "tictactoe", 3),
        ("反井字棋", "misere", 3),
    ],
)
def test_a_game_is_known_by_its_key_and_its_names(name: str, key: str, rows: int) -> None:
    found = start(name)
    assert (found.message.game, found.event.game, found.event.rows, found.event.columns) == (key, key, rows, rows)


@pytest.mark.parametrize(
    ("human", "opponent", "seats"),
    [
        ("first", None, ("human", "team")),
        ("second", None, ("team", "human")),
        ("none", None, ("team", "engine")),
        ("none", "engine", ("team", "engine")),
        ("none", "team", ("team", "team")),
    ],
)
def test_seats_follow_from_the_person_and_the_opponent(human: str, opponent: Any, seats: Any) -> None:
    found = start(human=human, opponent=opponent)
    assert found.message.seats == found.event.seats == seats
    assert (found.event.referee, found.event.first_side) == ("towow", 1)


def test_event_and_message_say_the_same() -> None:
    found = start(level=2, rule="連五為勝", language="zh", feature_flags=enabled_features(GameSettings()))
    assert found.game_id == found.event.game_id == found.message.game_id
    assert (found.message.level, found.event.level) == (2, 2)
    assert found.message.game_rule == found.event.game_rule == "連五為勝"
    assert (found.message.language, found.message.owner) == ("zh", "user_alice")
    assert "engine_guard" in found.message.feature_flags


def test_features_follow_the_settings() -> None:
    off = enabled_features(GameSettings(game_undo=False, game_engine_guard=False))
    assert off == {"rag_enabled", "undo_takeback"}  # a person takes back whatever the team may
    assert enabled_features(GameSettings()) == {"rag_enabled", "undo_enabled", "undo_takeback", "engine_guard"}


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ({"game": "chess"}, ["game"]),
        ({"rule": "长" * 4001}, ["rule"]),
        ({"rule": "a\x00"}, ["rule"]),
        ({"rule": "\ud800"}, ["rule"]),
        ({"opponent": "team"}, ["opponent"]),
        ({"game": "", "rule": "x" * 5000, "opponent": "engine"}, ["game", "rule", "opponent"]),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_wrong_is_named_by_field(fields: dict[str, Any], names: list[str], language: str) -> None:
    with pytest.raises(ApiError) as caught:
        start(**{"language": language, **fields})
    assert caught.value.code.name == "E001"
    assert [problem.field for problem in caught.value.problems] == names


def test_a_rule_of_the_greatest_length_is_taken() -> None:
    assert start(rule="长" * 4000).message.game_rule == "长" * 4000


def test_ids_have_a_form_of_their_own() -> None:
    found = start().game_id
    assert is_game_id(found)
    assert found == start().game_id != start(unique="2").game_id
    assert not any(map(is_game_id, ("", "g-", "d-abcdefghijklm", found + "a", found.upper(), f"{found}\n")))
