"""The judge of games: its rules, broken by hand in a history that was sound."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from shared.store.port import LoggedEvent
from tests.simulation.checker import violations
from tests.simulation.game.fault_free_run import play_course
from tests.simulation.game.history import GameHistory
from tests.simulation.game.subject import GAME

Row = dict[str, Any]
Rows = list[Row]

PREFIX = "towow.game."


def sound(course: str) -> GameHistory:
    """A copy to break: the history of one game on a course."""
    history = deepcopy(play_course(course).history)
    assert isinstance(history, GameHistory)
    return history


def rewrite(history: GameHistory, change: Callable[[Rows], object]) -> None:
    """Change the log of the only game, number it anew, and let nobody have seen it before."""
    ((name, log),) = history.remains.logs.items()
    rows: Rows = [json.loads(event.data) for event in log]
    change(rows)
    told = [_event({**row, "seq": seq, "event_id": f"evt-{seq}"}) for seq, row in enumerate(rows, start=1)]
    history.remains.logs = {name: told}
    history.followed = []
    history.read.clear()


def _event(row: Row) -> LoggedEvent:
    return LoggedEvent(row["seq"], row["event_id"], row["event_type"], json.dumps(row, ensure_ascii=False).encode())


def find(rows: Rows, kind: str, number: int = 0) -> int:
    """The place of an event of a kind, the first one unless another number is given."""
    return [place for place, row in enumerate(rows) if row["event_type"] == PREFIX + kind][number]


def drop(rows: Rows, kind: str, number: int = 0) -> None:
    """Leave an event out."""
    del rows[find(rows, kind, number)]


def put(rows: Rows, kind: str, number: int = 0, **fields: object) -> None:
    """Give an event other values."""
    rows[find(rows, kind, number)]["payload"].update(fields)


def again(rows: Rows, kind: str, number: int = 0) -> None:
    """Tell an event twice."""
    place = find(rows, kind, number)
    rows.insert(place, deepcopy(rows[place]))


def move(rows: Rows, kind: str, to: int) -> None:
    """Tell an event at another place."""
    rows.insert(to, rows.pop(find(rows, kind)))


def repeat(rows: Rows, kind: str, times: int) -> None:
    """Tell an event so many times."""
    for _ in range(times):
        again(rows, kind)


def play_the_lost_move(rows: Rows) -> None:
    """Have the guard replace a choice by the move that was taken back, which lost."""
    put(rows, "move_taken_back", threat=1.0, tentative=True)
    place = find(rows, "move_taken_back")
    back = rows[place]
    point = {key: back["payload"][key] for key in "xy"}
    overruled = {
        "game_id": back["payload"]["game_id"],
        "agent": "strategist",
        "x": 9,
        "y": 9,
        "better_x": point["x"],
        "better_y": point["y"],
        "problem": "loses",
        "detail": "it loses",
    }
    rows.insert(place + 1, {**back, "event_type": PREFIX + "choice_overruled", "payload": overruled})


CASES: dict[str, tuple[str, Callable[[Rows], object], str]] = {
    "no beginning": ("server", lambda rows: drop(rows, "started"), "it begins with towow.game.decision_requested"),
    "two beginnings": ("server", lambda rows: again(rows, "started"), "it does not begin once"),
    "something after the end": ("server", lambda rows: move(rows, "handed_over", len(rows)), "something follows"),
    "no move": ("person first", lambda rows: drop(rows, "move_played", 1), "has no end"),
    "two moves": ("server", lambda rows: again(rows, "move_played"), "2 moves were played for the request"),
    "a move on a stone": ("server", lambda rows: put(rows, "move_played", x=-1), "is no move"),
    "a move out of turn": ("server", lambda rows: put(rows, "move_played", ply=7), "comes after 2 plies"),
    "another board": ("server", lambda rows: put(rows, "move_played", board=["000"] * 3), "the board after ply"),
    "another winner": ("server", lambda rows: put(rows, "ended", winner=2), "by the rules"),
    "another number of plies": ("server", lambda rows: put(rows, "ended", plies=1), "it ends with 1 plies"),
    "a late move": (
        "server",
        lambda rows: rows[find(rows, "move_played")].update(timestamp="2026-01-22T10:00:59.000Z"),
        "ms late",
    ),
    "no settlement": ("server", lambda rows: drop(rows, "decision_settled"), "is settled 0 times, not 1"),
    "two settlements": ("server", lambda rows: again(rows, "decision_settled"), "is settled 2 times"),
    "a delivery that was none": (
        "server rejects",
        lambda rows: put(rows, "decision_settled", outcome="delivered"),
        "the server did not get it",
    ),
    "a result of nothing": ("server", lambda rows: drop(rows, "tool_called"), "which is not open"),
    "two results": ("server", lambda rows: again(rows, "tool_answered"), "which is not open"),
    "no result": ("server", lambda rows: drop(rows, "tool_answered", 1), "open"),
    "a call twice": ("server", lambda rows: again(rows, "tool_called"), "is called twice"),
    "too many turns": ("server", lambda rows: repeat(rows, "agent_spoke", 40), "of 15"),
    "talk outside": ("server", lambda rows: move(rows, "agent_spoke", 1), "belong to no decision"),
    "two undos": ("regrets", lambda rows: again(rows, "move_taken_back"), "2 moves are taken back"),
    "a lost move in place of another": ("regrets", play_the_lost_move, "that was taken back as lost"),
    "many retries": ("illegal", lambda rows: put(rows, "move_rejected", retry=4), "is rejected with the retries"),
    "a person's move is missing": ("careless", lambda rows: drop(rows, "move_played"), "was made, and not played"),
    "a person's move is another": ("careless", lambda rows: put(rows, "move_played", x=2, y=2), "was not made"),
    "moves removed to nowhere": ("taken back", lambda rows: put(rows, "moves_removed", plies=9), "are left with"),
    "no superseded decision": ("superseded", lambda rows: drop(rows, "decision_settled"), "has no end"),
    "a decision that nobody requested": (
        "server",
        lambda rows: put(rows, "decision_requested", request_id="r-x"),
        "that nobody requested",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_broken_log_is_seen(name: str) -> None:
    course, change, expected = CASES[name]
    history = sound(course)
    assert violations(history, GAME) == []
    rewrite(history, change)
    found = [each.reason for each in violations(history, GAME)]
    assert any(expected in reason for reason in found), found


def test_a_request_that_was_never_decided_is_seen() -> None:
    history = sound("server")
    ((game_id, asked),) = history.requests.items()
    asked.append(asked[-1].model_copy(update={"request_id": "r-x"}))
    asked[-1] = asked[-1].model_copy(update={"received_at": asked[0].received_at - 60_000})
    found = [each.reason for each in violations(history, GAME)]
    assert f"{game_id}: the request r-x was never decided" in found


def test_notes_that_are_missing_or_doubled_are_seen() -> None:
    history = sound("server")
    ((address, notes),) = history.remains.notes.items()
    history.remains.notes = {address: [*notes[:-1]]}
    assert any("the store has" in each.reason for each in violations(history, GAME))
    called = next(note for note in notes if json.loads(note)["calls"])
    history.remains.notes = {address: [*notes, called]}
    assert any("stands 2 times in the notes" in each.reason for each in violations(history, GAME))
