"""Engine of gomoku: tactics at every level, proofs that hold, the stop, the scales of its answers, and small boards."""

import random
import time
from threading import Timer

import pytest

from gamehive.core.games.board import Board, Player, Point, empty_board
from gamehive.core.games.game import Game, games
from gamehive.core.games.level import Level
from gamehive.core.games.position import GamePosition, find_result, is_playable, play_move, start_position
from gamehive.engines.deadline import new_stop, search_in_time
from gamehive.engines.gomoku.engine import GomokuEngine
from gamehive.engines.search import STOP_CANCELLED, STOP_DEADLINE, SearchAnswer, SearchRequest
from tests.support.gomoku_positions import cells_of, gomoku, position_of, random_cells, winning_points
from tests.support.gomoku_proof import verify_loss, verify_win

LEVELS: tuple[Level, ...] = (1, 2, 3, 4)
OPEN_THREE = {(7, 6): 2, (7, 7): 2, (7, 8): 2, (3, 3): 1, (3, 11): 1, (11, 4): 1}
DOUBLE_THREAT = {(7, 5): 1, (7, 6): 1, (5, 7): 1, (6, 7): 1, (0, 0): 2, (14, 0): 2, (0, 14): 2, (14, 14): 2}


@pytest.fixture(scope="module")
def engine() -> GomokuEngine:
    engine = GomokuEngine()
    engine.compile()
    return engine


def search_stopped(engine: GomokuEngine, position: GamePosition, level: Level = 4) -> SearchAnswer:
    """Search with a stop that was set before."""
    stop = new_stop()
    stop[0] = STOP_DEADLINE
    return engine.search(SearchRequest(position, level), stop)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("size", [5, 8, 15, 19])
def test_a_five_is_made_and_one_is_blocked_even_if_the_stop_is_set(
    engine: GomokuEngine, level: Level, size: int
) -> None:
    rng, wins, blocks = random.Random(size), 0, 0
    for _ in range(150):
        cells = random_cells(rng, size, rng.randint(9, min(60, size * size // 2)))
        player: Player = 1 if rng.random() < 0.5 else 2
        own, other = winning_points(cells, player), winning_points(cells, 3 - player)
        if not own and not other:
            continue
        answer = search_stopped(engine, position_of(cells, player), level)
        wins, blocks = wins + bool(own), blocks + (not own)
        assert tuple(answer.point) in (own or other)
        assert answer.proof == "won" or not own
        assert answer.proof == "lost" or own or len(other) == 1
        assert answer.threat == {"won": 0, "lost": 1, None: 0.9}[answer.proof]
    assert wins > 0
    assert blocks > 0


@pytest.mark.parametrize(
    ("stones", "point"),
    [
        ({(4, y): 1 for y in (2, 3, 4, 6, 7)}, (4, 5)),
        ({(14, y): 1 for y in range(10, 14)}, (14, 14)),
        ({(x, 14 - x): 1 for x in range(1, 5)} | {(5, 9): 2}, (0, 14)),
    ],
    ids=["six in a row", "into the corner", "along the border"],
)
def test_overlines_and_fives_at_the_border_win(
    engine: GomokuEngine, stones: dict[tuple[int, int], int], point: tuple[int, int]
) -> None:
    answer = search_stopped(engine, position_of(cells_of(stones, 15), 1))
    won = [tuple(each) for each in winning_points(cells_of(stones, 15), 1)]
    assert tuple(answer.point) in won
    assert point in won
    assert (answer.score, answer.proof, answer.completion) == (1.0, "won", "solved")


@pytest.mark.parametrize("level", [2, 3, 4])
def test_an_open_four_is_made_and_an_open_three_answered_even_if_the_stop_is_set(
    engine: GomokuEngine, level: Level
) -> None:
    own = search_stopped(engine, position_of(cells_of(OPEN_THREE, 15), 2), level)
    assert own.proof == "won"
    assert tuple(own.point) in {(7, 5), (7, 9)}
    other = search_stopped(engine, position_of(cells_of(OPEN_THREE, 15), 1), level)
    assert tuple(other.point) in {(7, 5), (7, 9)}
    assert other.threat == 0.8


def test_two_threes_at_once_are_seen_by_both_players(engine: GomokuEngine) -> None:
    attack = search_in_time(engine, SearchRequest(position_of(cells_of(DOUBLE_THREAT, 15), 1), 4, 0.5))
    assert attack.proof == "won"
    assert attack.line[0] == attack.point
    defence = search_in_time(engine, SearchRequest(position_of(cells_of(DOUBLE_THREAT, 15), 2), 4, 0.5))
    assert defence.threat >= 0.8


@pytest.mark.parametrize("size", [7, 8])
def test_what_is_proved_is_true(engine: GomokuEngine, size: int) -> None:
    rng, claims = random.Random(size), {"won": 0, "lost": 0}
    for _ in range(24):
        cells = random_cells(rng, size, rng.randint(6, 24))
        player: Player = 1 if rng.random() < 0.5 else 2
        answer = search_in_time(engine, SearchRequest(position_of(cells, player), 4, 0.02))
        if answer.proof == "won":
            assert verify_win(engine, cells, player, (answer.point.x, answer.point.y))
            claims["won"] += 1
        elif answer.proof == "lost":
            assert verify_loss(engine, cells, player)
            claims["lost"] += 1
    assert min(claims.values()) > 0


@pytest.mark.alone
def test_the_stop_ends_a_search_within_twenty_milliseconds(engine: GomokuEngine) -> None:
    late: list[float] = []
    rng = random.Random(1)
    for seconds in (0.02, 0.05, 0.1, 0.15, 0.03):
        stop = new_stop()
        position = position_of(random_cells(rng, 15, 14), 1)
        timer = Timer(seconds, stop.fill, (STOP_CANCELLED,))
        timer.start()
        started = time.perf_counter()
        answer = engine.search(SearchRequest(position, 4, 60.0), stop)
        late.append(time.perf_counter() - started - seconds)
        timer.cancel()
        assert is_playable(position, answer.point)
        assert answer.completion == ("cancelled" if answer.proof is None else "solved")
    # The median, because another process may hold the processor.
    assert sorted(late)[2] < 0.02


@pytest.mark.alone
def test_an_answer_to_a_stop_that_was_set_comes_at_once(engine: GomokuEngine) -> None:
    rng, times = random.Random(2), list[float]()
    for _ in range(15):
        position = position_of(random_cells(rng, 15, rng.randint(2, 60)), 1)
        started = time.perf_counter()
        answer = search_stopped(engine, position)
        times.append(time.perf_counter() - started)
        assert is_playable(position, answer.point)
    assert sorted(times)[7] < 0.1


@pytest.mark.parametrize("size", [5, 8, 15, 19])
def test_the_first_stone_goes_to_the_centre_and_the_second_beside_it(engine: GomokuEngine, size: int) -> None:
    position = start_position(gomoku(size))
    first = search_in_time(engine, SearchRequest(position, 4, 0.05))
    assert tuple(first.point) == (size // 2, size // 2)
    assert 0.4 <= first.threat <= 0.6
    for seed in range(8):
        second = search_in_time(engine, SearchRequest(play_move(position, first.point), 4, 0.05, seed))
        assert (abs(second.point.x - size // 2), abs(second.point.y - size // 2)) == (1, 1)
    corner = search_in_time(engine, SearchRequest(play_move(position, Point(0, size - 1)), 4, 0.05))
    assert corner.point == Point(1, size - 2)


def test_scores_candidates_and_the_line_agree(engine: GomokuEngine) -> None:
    rng = random.Random(4)
    for _ in range(12):
        position = position_of(random_cells(rng, 15, rng.randint(2, 40)), 1)
        answer = search_in_time(engine, SearchRequest(position, 3, 0.05))
        scores = [candidate.score for candidate in answer.candidates]
        assert answer.candidates[0].point == answer.point
        assert scores == sorted(scores, reverse=True)
        assert all(0 <= score <= 1 for score in [*scores, answer.threat])
        # Alpha-beta knows of the others only that they are not better, or that they lose.
        first, *others = answer.candidates
        assert not first.is_bound
        assert all(candidate.is_bound == (candidate.proof is None) for candidate in others)
        assert answer.nodes >= 0
        assert answer.playouts is None
        assert len({candidate.point for candidate in answer.candidates}) == len(scores)
        for point in answer.line:
            position = play_move(position, point)


def test_the_same_seed_and_limits_give_the_same_answer(engine: GomokuEngine) -> None:
    position = position_of(cells_of({(7, 7): 1, (7, 8): 2, (8, 8): 1, (6, 6): 2}, 15), 1)
    other = position_of(cells_of({(3, 3): 1, (3, 4): 2}, 15), 1)
    answers: list[tuple[object, ...]] = []
    for _ in range(3):
        answer = engine.search(SearchRequest(position, 2, 10.0, seed=7), new_stop())
        answers.append((answer.point, answer.score, answer.line, answer.nodes, answer.candidates))
        engine.search(SearchRequest(other, 2, 10.0), new_stop())
    assert len(set(answers)) == 1


def test_the_limit_of_the_level_ends_a_search(engine: GomokuEngine) -> None:
    position = position_of(cells_of({(7, 7): 1, (7, 8): 2}, 15), 1)
    answer = engine.search(SearchRequest(position, 1, 60.0), new_stop())
    assert (answer.completion, answer.depth, answer.proof) == ("limit", 2, None)


def test_a_higher_level_beats_a_lower_one(engine: GomokuEngine) -> None:
    points = 0
    for number in range(4):
        position = start_position(games()["gomoku"])
        rng = random.Random(number // 2)
        while position.plies < 3:
            point = Point(7 + rng.randint(-2, 2), 7 + rng.randint(-2, 2))
            position = play_move(position, point) if is_playable(position, point) else position
        strong: Player = 1 if number % 2 else 2
        while (result := find_result(position)) is None:
            level: Level = 3 if position.to_move == strong else 1
            answer = search_in_time(engine, SearchRequest(position, level, 0.2))
            position = play_move(position, answer.point)
        points += 2 if result.winner == strong else 1 if result.winner is None else 0
    assert points >= 6


@pytest.mark.parametrize(
    "position",
    [
        start_position(games()["nogo"]),
        start_position(games()["tictactoe"]),
        start_position(gomoku(20)),
        GamePosition(Game("wide", (), 8, 9, "line", 5, 1), empty_board(8, 9), 1),
        GamePosition(gomoku(5), Board(5, 5, b"\1" * 5 + b"\0" * 20), 2, Point(0, 4)),
    ],
    ids=["NoGo", "three in a row", "20 points a side", "not square", "over"],
)
def test_other_games_and_finished_ones_are_refused(engine: GomokuEngine, position: GamePosition) -> None:
    with pytest.raises(ValueError, match=r"engine|over"):
        search_stopped(engine, position)
