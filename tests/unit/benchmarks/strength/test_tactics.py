"""Tactics positions of gomoku: labels, what the prover proves, and wins replayed under OpenSpiel."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from benchmarks.strength.openspiel_game import load_line_game
from benchmarks.strength.tactics import (
    QUOTAS,
    TacticsPosition,
    generate_tactics,
    is_correct,
    judge_tactics,
    load_tactics,
)
from benchmarks.strength.tactics_labels import TACTICS_KINDS, TacticsKind, find_label
from benchmarks.strength.tactics_replay import ReplayCount, ReplayError, check_label, count_replays, play_win, replay
from benchmarks.strength.threat_prover import four_line, four_moves, move_wins, three_moves, wins_by_threats
from gamehive.core.games.board import Point, parse_board
from gamehive.core.games.game import games
from gamehive.core.games.position import GamePosition
from gamehive.engines.search import SearchAnswer, SearchRequest, SearchStop

# The opponents and the positions of `make strength` are compiled first, which takes half a minute.
pytestmark = pytest.mark.long


def share_of_quotas(part: int) -> dict[str, dict[TacticsKind, int]]:
    """Return quotas so many times smaller than those of the quoted set."""
    return {key: {kind: number // part for kind, number in quota.items()} for key, quota in QUOTAS.items()}


@cache
def small_set() -> list[TacticsPosition]:
    """Return a set of another seed than the one that is quoted: two of each kind and one on the smaller board."""
    return generate_tactics(7, share_of_quotas(20) | {"gomoku": dict.fromkeys(TACTICS_KINDS, 2)})


def test_labels_of_a_few_positions_hold_under_the_referee() -> None:
    positions = small_set()
    assert Counter(each.kind for each in positions) == dict.fromkeys(TACTICS_KINDS, 3)
    for each in positions:
        check_label(each)


def test_a_seed_gives_the_same_positions() -> None:
    quotas = {"gomoku8": share_of_quotas(20)["gomoku8"]}
    assert generate_tactics(3, quotas) == generate_tactics(3, quotas) != generate_tactics(4, quotas)


@pytest.mark.parametrize("seed", [101])
def test_labels_of_many_positions_hold_under_the_referee(seed: int) -> None:
    quotas = share_of_quotas(12)
    positions = generate_tactics(seed, quotas)
    assert len(positions) == sum(sum(quota.values()) for quota in quotas.values())
    for each in positions:
        check_label(each)


def board_of(*rows: str) -> tuple[str, ...]:
    """Return the text of a board of 15 rows from its first ones."""
    return tuple(row.ljust(15, "0") for row in [*rows, *[""] * (15 - len(rows))])


def test_the_prover_counts_the_fours_of_the_shortest_win() -> None:
    open_three = parse_board(board_of("", "", "000111"))
    assert len(four_line(open_three, 1, 1)) == 3
    assert four_moves(open_three, 1, 1) == {Point(2, 2), Point(2, 6)}
    half_open = parse_board(board_of("", "", "2111"))
    assert four_line(half_open, 1, 7) == ()
    two_half_open = parse_board(board_of("21110", "", "", "", "", "00001", "00001", "00001", "00002"))
    assert len(four_line(two_half_open, 1, 1)) == 0


def test_a_defender_who_makes_five_first_is_not_beaten() -> None:
    rows = board_of("", "", "000111", "", "", "", "22220")
    board = parse_board(rows)
    assert four_line(board, 1) == ()
    assert not move_wins(board, 1, Point(2, 6))
    assert find_label(board, 1, {"block_in_1"}) is not None
    assert find_label(board, 1, {"open_four"}) is None


def test_a_double_three_wins_and_a_single_three_does_not() -> None:
    double = parse_board(board_of("", "", "", "", "", "", "0000000110", "000000000010", "000000000010"))
    label = find_label(double, 1, {"double_threat"})
    assert label is not None
    assert (label.kind, label.detail) == ("double_threat", "double_three")
    assert all(move_wins(double, 1, point) for point in label.correct)
    single = parse_board(board_of("", "", "", "", "", "", "0000000110"))
    assert not any(move_wins(single, 1, point) for point in single.empty_points())


def test_a_threat_that_another_follows_is_proved_and_wins_under_the_referee() -> None:
    rows = ("", "", "", "", "", "00000001", "0000021002", "000002001", "000002001")
    board = parse_board(board_of(*rows))
    state = load_line_game(games()["gomoku"]).new_initial_state()
    mine, theirs = ([point for point in board.points() if board.stone_at(point) == player] for player in (1, 2))
    for pair in zip(mine, theirs, strict=True):
        for x, y in pair:
            state.apply_action(x * 15 + y)
    assert not four_line(board, 1)
    assert not any(move_wins(board, 1, point) for point in three_moves(board, 1))
    assert wins_by_threats(board, 1, Point(5, 5), 1)
    assert not wins_by_threats(board, 1, Point(5, 5), 1, budget=100)
    assert play_win(board, 1, state, Point(5, 5)) > 100


def test_an_answer_is_right_only_if_it_is_proved() -> None:
    for each in small_set()[::2]:
        board, player, _ = replay(each)
        tried = {*(board.empty_points()[0], board.empty_points()[-1]), *each.correct}
        right = {point for point in tried if is_correct(each, point)}
        assert each.correct <= right
        assert right < tried
        assert not is_correct(each, each.moves[0])
        if each.kind in {"win_in_1", "block_in_1"}:
            assert right == each.correct
        assert player in {1, 2}


def test_a_position_or_a_label_that_the_referee_refutes_is_not_counted() -> None:
    positions = {each.kind: each for each in small_set() if each.detail != "double_three"}.values()
    assert {each.kind for each in positions} == {*TACTICS_KINDS}
    assert count_replays(positions) == ReplayCount(5, 5, 5)
    first = next(iter(positions))
    occupied = replace(first, moves=(*first.moves[:-1], first.moves[0]))
    assert count_replays([occupied]) == ReplayCount(1, 0, 0)
    for each in positions:
        board = replay(each)[0]
        wrong = next(point for point in board.empty_points() if not is_correct(each, point))
        for correct in ({wrong}, {*each.correct, wrong}, set[Point]()):
            assert count_replays([replace(each, correct=frozenset(correct))]) == ReplayCount(1, 1, 0)


def test_a_win_on_the_way_refutes_a_position() -> None:
    five = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2), (0, 3), (1, 3), (0, 4)]
    won = TacticsPosition("win_in_1", "", "gomoku8", tuple(Point(*move) for move in five), frozenset())
    with pytest.raises(ReplayError, match="end the game"):
        replay(won)
    with pytest.raises(ReplayError, match="illegal"):
        replay(replace(won, moves=(*won.moves, Point(5, 5))))


class FirstPointEngine:
    """Engine that knows the answers to some positions and else takes the first empty point."""

    def __init__(self, known: Sequence[TacticsPosition]) -> None:
        self._known = {each.to_position(): min(each.correct) for each in known}

    def compile(self) -> None: ...

    def search(self, request: SearchRequest, stop: SearchStop) -> SearchAnswer:
        position: GamePosition = request.position
        point = self._known.get(position, position.board.empty_points()[0])
        return SearchAnswer(point, 0.5, None, 0.5, (), (point,), "limit", 1, None, None, 0.0)


def test_the_correct_answers_are_counted_by_kind() -> None:
    positions = small_set()
    known = [each for each in positions if each.kind != "win_in_1"]
    judged = judge_tactics(FirstPointEngine(known), positions, 0.05)
    right = {kind: (0 if kind == "win_in_1" else 3) for kind in TACTICS_KINDS}
    assert {kind: (count.correct, count.strict, count.total) for kind, count in judged.items()} == {
        kind: (number, number, 3) for kind, number in right.items()
    }
    details = Counter(each.detail for each in positions if each.kind == "four_sequence")
    assert judged["four_sequence"].by_detail == {detail: (number, number) for detail, number in details.items()}


def test_a_move_that_is_only_proved_by_itself_is_correct_but_not_strict() -> None:
    each = next(each for each in small_set() if each.kind == "open_four" and len(each.correct) > 1)
    narrow = replace(each, correct=frozenset({max(each.correct)}))
    count = judge_tactics(FirstPointEngine([each]), [narrow], 0.05)["open_four"]
    assert (count.total, count.correct, count.strict) == (1, 1, 0)


def test_a_set_is_generated_once(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.strength.tactics._BUILD", tmp_path)
    monkeypatch.setattr("benchmarks.strength.tactics.QUOTAS", {"gomoku8": {"win_in_1": 2, "open_four": 1}})
    first = load_tactics(5)
    generate = generate_tactics
    monkeypatch.setattr("benchmarks.strength.tactics.generate_tactics", None)
    assert load_tactics(5) == first
    # A change of the modules that generate and prove makes another set.
    monkeypatch.setattr("benchmarks.strength.tactics.tactics_digest", lambda: "another")
    with pytest.raises(TypeError):
        load_tactics(5)
    monkeypatch.setattr("benchmarks.strength.tactics.generate_tactics", generate)
    assert load_tactics(5) == first
