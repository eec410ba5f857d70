"""Engine of NoGo: its answers are safe, true where they claim a proof, repeatable, and in time."""

import random
from functools import cache
from threading import Timer
from time import perf_counter

import pytest

from gamehive.core.games.board import Player, Point
from gamehive.core.games.game import games, nogo
from gamehive.core.games.level import Level
from gamehive.core.games.position import GamePosition, find_result, is_safe, play_move, safe_moves, start_position
from gamehive.engines.deadline import new_stop, search_in_time
from gamehive.engines.nogo.engine import NogoEngine
from gamehive.engines.search import STOP_CANCELLED, STOP_DEADLINE, SearchAnswer, SearchRequest, SearchStop
from tests.support.nogo_brute_force import is_won


@cache
def engine() -> NogoEngine:
    built = NogoEngine(mistake_rates={1: 0.0, 2: 0.0, 3: 0.0, 4: 0.0})
    built.compile()
    return built


def without_last(position: GamePosition) -> GamePosition:
    return GamePosition(position.game, position.board, position.to_move)


def random_position(seed: int, rows: int, columns: int, plies: int) -> GamePosition:
    """Return a position after random safe moves that is not over."""
    choice = random.Random(seed)
    position = start_position(nogo(rows, columns), 1 if seed % 2 else 2)
    for _ in range(plies):
        after = play_move(position, choice.choice(safe_moves(position)))
        if find_result(after) is not None:
            break
        position = after
    return position


def check_answer(position: GamePosition, answer: SearchAnswer) -> None:
    """Check what is true of every answer."""
    assert is_safe(position, answer.point)
    assert answer.candidates[0].point == answer.line[0] == answer.point
    assert (answer.candidates[0].score, answer.candidates[0].proof) == (answer.score, answer.proof)
    assert answer.threat == pytest.approx(1 - answer.score)
    assert len({candidate.point for candidate in answer.candidates}) == len(answer.candidates)
    for candidate in answer.candidates:
        assert is_safe(position, candidate.point)
        expected = {"won": 1.0, "lost": 0.0, None: candidate.score}[candidate.proof]
        assert candidate.score == expected
        assert candidate.proof is not None or 0 < candidate.score < 1
    for point in answer.line:
        assert is_safe(position, point)
        position = play_move(position, point)


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (1, 9), (3, 4), (5, 5), (7, 7), (9, 9), (11, 11)])
def test_answers_of_a_whole_game_are_safe_and_consistent(rows: int, columns: int) -> None:
    position = start_position(nogo(rows, columns))
    ply = 0
    while find_result(position) is None:
        answer = engine().search(SearchRequest(position, level=1, seed=ply), new_stop())
        check_answer(position, answer)
        position = play_move(position, answer.point)
        ply += 1
    assert ply > 0


def test_a_stop_before_the_call_is_answered_at_once_by_a_safe_move() -> None:
    for seed in range(20):
        position = random_position(seed, 9, 9, 3 * seed)
        stop = new_stop()
        stop[0] = STOP_CANCELLED
        began = perf_counter()
        answer = engine().search(SearchRequest(position), stop)
        assert perf_counter() - began < 0.1
        check_answer(position, answer)
        assert answer.playouts == 0
        assert answer.completion in ("cancelled", "solved")


def set_stop(stop: SearchStop, stopped_at: list[float]) -> None:
    stopped_at[0] = perf_counter()
    stop[0] = STOP_DEADLINE


@pytest.mark.alone
def test_a_search_ends_soon_after_it_is_stopped() -> None:
    delays: list[float] = []
    for seed in range(24):
        position = random_position(seed, 9, 9, 2 * seed)
        stop, stopped_at = new_stop(), [0.0]
        Timer(0.05, set_stop, (stop, stopped_at)).start()
        answer = engine().search(SearchRequest(position), stop)
        if answer.completion != "solved":
            delays.append(perf_counter() - stopped_at[0])
    assert len(delays) > 10
    assert sorted(delays)[len(delays) // 2] < 0.02


@pytest.mark.parametrize("plies", [0, 20, 44])
def test_the_same_seed_gives_the_same_answer(plies: int) -> None:
    position = random_position(3, 9, 9, plies)
    request = SearchRequest(position, level=2, seed=9)

    def fields(answer: SearchAnswer) -> tuple[object, ...]:
        return answer.candidates, answer.line, answer.playouts, answer.nodes, answer.completion

    one = fields(engine().search(request, new_stop()))
    engine().search(SearchRequest(random_position(4, 7, 7, 10), level=1), new_stop())
    assert fields(engine().search(request, new_stop())) == one


def test_other_seeds_give_other_playouts() -> None:
    start = start_position(games()["nogo"])
    answers = [engine().search(SearchRequest(start, level=1, seed=seed), new_stop()).candidates for seed in range(2)]
    assert answers[0] != answers[1]


@pytest.mark.parametrize(("rows", "columns", "plies"), [(1, 8, 1), (3, 3, 1), (3, 4, 4), (4, 4, 7), (5, 5, 15)])
def test_proofs_are_true_and_found_on_small_boards(rows: int, columns: int, plies: int) -> None:
    for seed in range(8):
        position = random_position(seed, rows, columns, plies)
        answer = engine().search(SearchRequest(position, level=2, seed=seed), new_stop())
        check_answer(position, answer)
        assert answer.completion == "solved"
        assert answer.proof == ("won" if is_won(without_last(position)) else "lost")
        for candidate in answer.candidates:
            if candidate.proof is not None:
                after = play_move(position, candidate.point)
                assert candidate.proof == ("lost" if is_won(without_last(after)) else "won")


def test_an_early_proof_is_kept_by_the_search_before_the_deadline() -> None:
    for seed in range(10):
        position = random_position(seed, 4, 4, 6)
        stop = new_stop()
        stop[0] = STOP_DEADLINE if seed % 2 else 0
        answer = engine().search(SearchRequest(position, level=1), stop)
        if answer.proof is not None:
            assert (answer.proof == "won") == is_won(without_last(position))


def test_the_empty_board_of_four_by_four_is_proved_lost() -> None:
    answer = search_in_time(engine(), SearchRequest(start_position(nogo(4, 4)), time_s=30))
    assert (answer.proof, answer.score, answer.threat, answer.completion) == ("lost", 0.0, 1.0, "solved")


@pytest.mark.parametrize("side", [1, 2])
def test_random_players_lose_on_five_by_five(side: Player) -> None:
    lost = 0
    for seed in range(10):
        choice, position = random.Random(seed), start_position(nogo(5, 5))
        while (result := find_result(position)) is None:
            if position.to_move == side:
                request = SearchRequest(position, level=2, seed=seed)
                position = play_move(position, engine().search(request, new_stop()).point)
            else:
                position = play_move(position, choice.choice(safe_moves(position)))
        lost += result.winner != side
    assert lost == 0


def test_positions_without_a_move_and_other_games_are_refused() -> None:
    over = play_move(start_position(nogo(1, 2)), Point(0, 0))
    with pytest.raises(ValueError, match="over"):
        engine().search(SearchRequest(over), new_stop())
    with pytest.raises(ValueError, match="NoGo"):
        engine().search(SearchRequest(start_position(games()["gomoku"])), new_stop())
    with pytest.raises(ValueError, match="126"):
        engine().search(SearchRequest(start_position(nogo(12, 12))), new_stop())


def test_the_first_level_errs_with_safe_moves_and_says_how_the_position_stands() -> None:
    weak = NogoEngine()
    position = random_position(3, 5, 5, 4)
    requests = [SearchRequest(position, 1, seed=seed) for seed in range(100)]
    answers = [weak.search(request, new_stop()) for request in requests]
    best = [engine().search(request, new_stop()).point for request in requests]
    assert all(is_safe(position, answer.point) for answer in answers)
    assert 0.2 < sum(answer.point != point for answer, point in zip(answers, best, strict=True)) / 100 < 0.6
    assert all(answer.line[0] == answer.candidates[0].point == answer.point for answer in answers)
    assert all(abs(answer.threat + answer.score - 1) < 1e-9 for answer in answers)


@pytest.mark.long
@pytest.mark.parametrize(("weak", "strong"), [(1, 2), (2, 3)])
def test_a_level_beats_the_one_below(weak: Level, strong: Level) -> None:
    players = NogoEngine(), NogoEngine()
    won = 0
    for seed in range(8):
        side: Player = 1 if seed % 2 else 2
        position = start_position(games()["nogo7"])
        while (result := find_result(position)) is None:
            is_strong = position.to_move == side
            request = SearchRequest(position, strong if is_strong else weak, seed=seed)
            position = play_move(position, players[is_strong].search(request, new_stop()).point)
        won += result.winner == side
    assert won >= 6
