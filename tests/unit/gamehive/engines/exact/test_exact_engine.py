"""Exact engine: unbeatable in every position of both games, exact in what it says, and weaker at lower levels."""

import time
from collections import Counter
from functools import cache

import pytest

from gamehive.core.games.board import Point, parse_board
from gamehive.core.games.game import games, nogo
from gamehive.core.games.level import Level
from gamehive.core.games.position import (
    GamePosition,
    find_result,
    is_safe,
    play_move,
    playable_moves,
    safe_moves,
    start_position,
)
from gamehive.engines.deadline import new_stop, search_in_time
from gamehive.engines.exact.engine import MISTAKE_RATES, ExactEngine
from gamehive.engines.search import STOP_DEADLINE, SearchRequest

SMALL_GAMES = ("tictactoe", "misere")
ENGINE = ExactEngine()
CENTRE, CORNER, EDGE = Point(1, 1), Point(0, 0), Point(0, 1)


def after_move(position: GamePosition, point: Point) -> GamePosition:
    """Return the position after a move, the same for every order of the moves unless it is over."""
    after = play_move(position, point)
    return after if find_result(after) is not None else GamePosition(after.game, after.board, after.to_move)


@cache
def value(position: GamePosition) -> int:
    """Value for the player to move by the rules alone: 1 won, 0 drawn, -1 lost."""
    result = find_result(position)
    if result is not None:
        return 0 if result.winner is None else 1 if result.winner == position.to_move else -1
    return max(-value(after_move(position, point)) for point in playable_moves(position))


@cache
def positions_to_play(key: str) -> tuple[GamePosition, ...]:
    """Return all positions that are reached and not over, each once."""
    found: dict[bytes, GamePosition] = {}
    open_positions = [start_position(games()[key])]
    while open_positions:
        position = open_positions.pop()
        if position.board.cells not in found and find_result(position) is None:
            found[position.board.cells] = position
            open_positions.extend(after_move(position, point) for point in playable_moves(position))
    return tuple(found.values())


@cache
def answer(position: GamePosition) -> Point:
    return ENGINE.search(SearchRequest(position), new_stop()).point


@cache
def ends_against_every_reply(position: GamePosition, player: int) -> frozenset[int]:
    """Return 1, 0 and -1 for the ends that the opponent can reach against the engine as a player."""
    result = find_result(position)
    if result is not None:
        return frozenset({0 if result.winner is None else 1 if result.winner == player else -1})
    moves = [answer(position)] if position.to_move == player else playable_moves(position)
    nothing: frozenset[int] = frozenset()
    return nothing.union(*(ends_against_every_reply(after_move(position, point), player) for point in moves))


@pytest.mark.parametrize("key", SMALL_GAMES)
def test_it_gets_the_value_of_every_position_or_more_against_every_reply(key: str) -> None:
    values: Counter[int] = Counter()
    for position in positions_to_play(key):
        ends = ends_against_every_reply(position, position.to_move)
        assert min(ends) == value(position), position.board.to_text()
        values[value(position)] += 1
    assert min(values.values()) > 100
    assert set(values) == {-1, 0, 1}


@pytest.mark.parametrize("key", SMALL_GAMES)
@pytest.mark.parametrize("player", [1, 2])
def test_it_never_loses_a_whole_game(key: str, player: int) -> None:
    assert ends_against_every_reply(start_position(games()[key]), player) == {0, 1}


@pytest.mark.parametrize("key", SMALL_GAMES)
def test_what_it_says_of_each_move_is_exact(key: str) -> None:
    proofs = {1: "won", 0: "drawn", -1: "lost"}
    for position in positions_to_play(key):
        found = ENGINE.search(SearchRequest(position), new_stop())
        values = {point: -value(after_move(position, point)) for point in playable_moves(position)}
        assert {each.point: each.proof for each in found.candidates} == {
            point: proofs[each] for point, each in values.items()
        }
        assert all(each.score == (values[each.point] + 1) / 2 for each in found.candidates)
        best = value(position)
        assert (found.proof, found.score, found.threat) == (proofs[best], (best + 1) / 2, (1 - best) / 2)
        assert found.point == found.candidates[0].point == found.line[0]
        assert is_safe(position, found.point) or not safe_moves(position)


@pytest.mark.parametrize("key", SMALL_GAMES)
def test_its_line_leads_to_the_end_that_it_proved(key: str) -> None:
    for position in positions_to_play(key)[::3]:
        found = ENGINE.search(SearchRequest(position), new_stop())
        after = position
        for point in found.line:
            after = play_move(after, point)
        result = find_result(after)
        assert result is not None
        expected = {"won": position.to_move, "drawn": None, "lost": 3 - position.to_move}
        assert found.proof is not None
        assert result.winner == expected[found.proof]


def test_only_the_centre_begins_the_reversed_game_without_losing() -> None:
    found = ENGINE.search(SearchRequest(start_position(games()["misere"])), new_stop())
    assert [each.point for each in found.candidates if each.proof == "drawn"] == [CENTRE] == [found.point]
    assert sum(each.proof == "lost" for each in found.candidates) == 8


@pytest.mark.parametrize(("first", "winning"), [(CORNER, {1, 3, 5, 7}), (EDGE, {3, 5, 6, 8})])
def test_replies_that_win_the_reversed_game(first: Point, winning: set[int]) -> None:
    found = ENGINE.search(SearchRequest(play_move(start_position(games()["misere"]), first)), new_stop())
    assert {each.point.x * 3 + each.point.y for each in found.candidates if each.proof == "won"} == winning


def test_it_wins_soonest() -> None:
    position = GamePosition(games()["tictactoe"], parse_board(["110", "220", "000"]), 1)
    assert ENGINE.search(SearchRequest(position), new_stop()).line == (Point(0, 2),)


def test_it_loses_latest() -> None:
    """Two lines are open: one is stopped, although the other wins."""
    position = GamePosition(games()["tictactoe"], parse_board(["112", "120", "000"]), 2)
    lost = GamePosition(games()["tictactoe"], parse_board(["101", "020", "102"]), 2)
    assert ENGINE.search(SearchRequest(position), new_stop()).proof == "won"
    found = ENGINE.search(SearchRequest(lost), new_stop())
    assert found.proof == "lost"
    assert found.point in {Point(0, 1), Point(1, 0)}
    assert len(found.line) == 2


def test_of_drawn_moves_it_takes_the_one_with_most_losing_replies() -> None:
    """After a corner seven of the eight replies lose, after any other move four (GH-226)."""
    starts = {
        ENGINE.search(SearchRequest(start_position(games()["tictactoe"]), seed=seed), new_stop()).point
        for seed in range(40)
    }
    assert starts == {Point(0, 0), Point(0, 2), Point(2, 0), Point(2, 2)}


@pytest.mark.parametrize("key", SMALL_GAMES)
def test_lower_levels_err_as_often_as_documented(key: str) -> None:
    """A mistake is any safe move; those that would have been a best one anyway are not seen as mistakes."""
    levels: tuple[Level, ...] = (1, 2, 3, 4)
    worse: dict[int, float] = {}
    for level in levels:
        seen = 0.0
        for number, position in enumerate(positions_to_play(key)[::3]):
            found = ENGINE.search(SearchRequest(position, level=level, seed=number % 7), new_stop())
            safe = safe_moves(position)
            assert found.point in safe or not safe
            seen += -value(after_move(position, found.point)) < value(position)
        worse[level] = seen / len(positions_to_play(key)[::3])
    assert worse[4] == 0
    assert 0.2 < worse[1] / MISTAKE_RATES[1] < 0.8
    assert worse[1] > 1.5 * worse[2] > 1.5 * 1.8 * worse[3] > 0


def test_a_seed_decides_a_mistake() -> None:
    position = start_position(games()["misere"])
    points = [ENGINE.search(SearchRequest(position, level=1, seed=seed), new_stop()).point for seed in range(50)]
    again = [ENGINE.search(SearchRequest(position, level=1, seed=seed), new_stop()).point for seed in range(50)]
    assert points == again
    assert len(set(points)) > 5


def test_it_answers_at_once_even_if_it_was_stopped_before() -> None:
    stop = new_stop()
    stop[0] = STOP_DEADLINE
    durations: list[float] = []
    for _ in range(3):
        started = time.perf_counter()
        found = ExactEngine().search(SearchRequest(start_position(games()["misere"])), stop)
        durations.append(time.perf_counter() - started)
        assert found.point == CENTRE
    assert min(durations) < 0.05


def test_it_refuses_other_games_and_ended_ones() -> None:
    with pytest.raises(ValueError, match="does not play nogo3x3"):
        search_in_time(ENGINE, SearchRequest(start_position(nogo(3, 3))))
    position = GamePosition(games()["tictactoe"], parse_board(["110", "220", "000"]), 1)
    with pytest.raises(ValueError, match="over"):
        search_in_time(ENGINE, SearchRequest(play_move(position, Point(0, 2))))


def test_the_second_player_may_begin() -> None:
    found = search_in_time(ENGINE, SearchRequest(start_position(games()["misere"], 2)))
    assert (found.point, found.proof, found.depth) == (CENTRE, "drawn", 9)
