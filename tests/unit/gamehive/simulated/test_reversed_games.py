"""Reversed games by the strategy of the normal ones: what the guard is for (GH-59, GH-112, issue 19, part 23).

The positions are those of a solver: the side to move has not lost, and a safe move would lose. From each of them the
team plays the game to its end against the engine.
"""

from collections.abc import Callable, Iterator
from functools import cache

import pytest

import gamehive.core.games.game
from gamehive.contracts.workspace import FeatureFlag
from gamehive.core.games.board import Board, Point
from gamehive.core.games.game import Game, find_game, games, nogo
from gamehive.core.games.position import (
    GamePosition,
    find_result,
    play_move,
    playable_moves,
    safe_moves,
    start_position,
)
from gamehive.engines.in_process import InProcessEngines
from gamehive.engines.search import SearchRequest
from gamehive.simulated.rules import NORMAL_STRATEGY_RULES
from tests.support.game_script import GUARDED, SimulatedTeam, run_at_once

Record = Callable[[str, object], None]
Moves = tuple[tuple[int, int], ...]
UNGUARDED: frozenset[FeatureFlag] = GUARDED - {"engine_guard", "undo_enabled"}
SMALL_NOGO = nogo(3, 3)
ENGINES = InProcessEngines()

SETS = [
    ("misere", 4),
    ("nogo3x3", 10),
    pytest.param("misere", 1, marks=pytest.mark.long),
    pytest.param("nogo3x3", 1, marks=pytest.mark.long),
]
"""Games, and of how many positions of the set one is played: of 201 and 211.

Of the whole sets, 175 and 120 are lost without the guard, and none with it.
"""


@pytest.fixture(autouse=True)
def small_boards() -> Iterator[None]:
    """Have NoGo on boards that the solver knows completely."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gamehive.core.games.game, "_GAMES", (*games().values(), SMALL_NOGO))
        games.cache_clear()
        yield
    games.cache_clear()


@cache
def value(position: GamePosition) -> int:
    """Value with best play for the side to move: 1 won, 0 drawn, -1 lost."""
    result = find_result(position)
    if result is not None:
        return 0 if result.winner is None else 1 if result.winner == position.to_move else -1
    return max(-value(play_move(position, point)) for point in playable_moves(position))


def after(game: Game, moves: Moves) -> GamePosition:
    position = start_position(game)
    for move in moves:
        position = play_move(position, Point(*move))
    return position


@cache
def find_set(game: Game) -> tuple[Moves, ...]:
    """Return the moves to each position in which the side to move can still go wrong; one of eight mirrored ones."""
    found: dict[object, Moves] = {}
    seen: set[Board] = set()

    def visit(position: GamePosition, moves: Moves) -> None:
        if position.board in seen or find_result(position) is not None:
            return
        seen.add(position.board)
        if value(position) >= 0 and any(value(play_move(position, each)) > 0 for each in safe_moves(position)):
            found.setdefault(min(mirrors(position.board)), moves)
        for point in safe_moves(position):
            visit(play_move(position, point), (*moves, (point.x, point.y)))

    visit(start_position(game), ())
    return tuple(found.values())


def mirrors(board: Board) -> Iterator[tuple[str, ...]]:
    """Yield the reflections and rotations of a board that have its shape."""
    rows: list[str] = list(board.to_text())
    for _ in range(2):
        for _ in range(4):
            rows = ["".join(row[index] for row in reversed(rows)) for index in range(len(rows[0]))]
            if (len(rows), len(rows[0])) == (board.rows, board.columns):
                yield tuple(rows)
        rows = [row[::-1] for row in rows]


class Games:
    """Games of the team against the engine from some positions; it remembers its move in each position."""

    def __init__(self, game: Game, flags: frozenset[FeatureFlag]) -> None:
        self._game, self._flags = game, flags
        self._moves: dict[Board, Point] = {}
        self.overruled = 0

    def is_lost(self, moves: Moves) -> bool:
        """Play a game to its end, and return whether the side to move after some moves loses it."""
        position = after(self._game, moves)
        mine = position.to_move
        while (result := find_result(position)) is None:
            point = self._decide(position, moves) if position.to_move == mine else _reply(position)
            position, moves = play_move(position, point), (*moves, (point.x, point.y))
        return result.winner not in (None, mine)

    def _decide(self, position: GamePosition, moves: Moves) -> Point:
        if position.board not in self._moves:
            key = self._game.key
            team = SimulatedTeam(key, rules=NORMAL_STRATEGY_RULES, flags=self._flags)  # pyright: ignore[reportArgumentType]
            team.request(*moves)
            team.run()
            self.overruled += team.decision.overruled is not None
            self._moves[position.board] = Point(team.decision.x, team.decision.y)
        return self._moves[position.board]


@cache
def _reply(position: GamePosition) -> Point:
    return run_at_once(ENGINES.search(SearchRequest(position, level=4))).point


@pytest.mark.parametrize(("key", "share"), SETS)
def test_with_the_guard_no_position_is_lost(key: str, share: int, record_property: Record) -> None:
    game = find_game(key)
    assert game is not None
    positions, played = find_set(game)[::share], Games(game, GUARDED)
    lost = [moves for moves in positions if played.is_lost(moves)]
    record_property("positions", len(positions))
    record_property("overruled", played.overruled)
    assert lost == []
    assert played.overruled > 0


@pytest.mark.parametrize(("key", "share"), SETS)
def test_without_the_guard_at_least_half_of_the_positions_are_lost(
    key: str, share: int, record_property: Record
) -> None:
    game = find_game(key)
    assert game is not None
    positions, played = find_set(game)[::share], Games(game, UNGUARDED)
    lost = [moves for moves in positions if played.is_lost(moves)]
    record_property("lost", f"{len(lost)}/{len(positions)}")
    assert len(lost) >= len(positions) / 2
    assert played.overruled == 0
