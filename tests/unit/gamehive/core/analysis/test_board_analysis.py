"""Analysis of boards without search: shapes of lines, threats, safe moves, danger and urgency (GH-52, GH-84, GH-145)."""

import pytest

from gamehive.contracts.workspace import Threat
from gamehive.core.analysis.board_analysis import analyze_board
from gamehive.core.analysis.line_shapes import find_shapes, longest_line
from gamehive.core.analysis.threat_score import defence_urgency, threat_after_move
from gamehive.core.games.board import Board, Player, Point, parse_board
from gamehive.core.games.game import games
from gamehive.core.games.position import GamePosition, parse_position


def gomoku8(**rows: str) -> Board:
    return parse_board([rows.get(f"r{row}", "00000000") for row in range(8)])


@pytest.mark.parametrize(
    ("board", "completions", "threes", "forks"),
    [
        (gomoku8(r3="00111000"), (), (((3, 1), (3, 5)),), {(3, 1), (3, 5)}),
        (gomoku8(r3="02111000"), (), (), set[tuple[int, int]]()),
        (gomoku8(r3="01101000"), (), (((3, 3),),), {(3, 3)}),
        (gomoku8(r3="01111000"), ((3, 0), (3, 5)), (), None),
        (gomoku8(r3="21111000"), ((3, 5),), (), None),
        (gomoku8(r3="11101100"), ((3, 3),), (), None),
    ],
    ids=["open three", "blocked three", "broken three", "open four", "four", "gap"],
)
def test_shapes_of_gomoku(
    board: Board,
    completions: tuple[tuple[int, int], ...],
    threes: tuple[tuple[tuple[int, int], ...], ...],
    forks: set[tuple[int, int]] | None,
) -> None:
    shapes = find_shapes(board, 1, 5)
    assert shapes.completions == completions
    if not completions:
        assert shapes.open_threes == threes
    if forks is not None:
        assert set(shapes.forks) == forks


def test_the_wall_leaves_one_way_to_an_open_four() -> None:
    assert find_shapes(gomoku8(r3="01110000"), 1, 5).open_threes == (((3, 4),),)


def test_a_fork_of_two_fours_is_found() -> None:
    board = gomoku8(r0="20000000", r1="01000000", r2="01000000", r3="01000000", r4="00111200")
    assert Point(4, 1) in find_shapes(board, 1, 5).forks


def test_the_longest_line_counts_the_stone_itself() -> None:
    board = gomoku8(r3="01101000")
    assert longest_line(board, Point(3, 3), 1) == 4
    assert longest_line(board, Point(7, 7), 1) == 1


def position(game: str, rows: tuple[str, ...], to_move: Player) -> GamePosition:
    return parse_position(games()[game], rows, to_move, None)


def test_an_open_three_of_the_opponent_must_be_answered_and_ones_own_is_a_chance() -> None:
    rows = gomoku8(r3="00111000").to_text()
    (threat,) = analyze_board(position("gomoku8", rows, 2)).threats
    assert (threat.kind, threat.side, threat.points, threat.must_reply) == ("open_three", 1, ((3, 1), (3, 5)), True)
    (chance,) = analyze_board(position("gomoku8", rows, 1)).threats
    assert not chance.must_reply


def test_two_in_a_line_and_losing_points_on_three_by_three() -> None:
    rows = ("110", "020", "000")
    (threat,) = analyze_board(position("tictactoe", rows, 2)).threats
    assert (threat.kind, threat.points, threat.must_reply) == ("two_in_line", ((0, 2),), True)
    found = analyze_board(position("misere", rows, 2))
    assert [(each.kind, each.side, each.must_reply) for each in found.threats] == [("losing_point", 1, False)]
    assert found.mobility == (6, 5)


def test_mobility_of_nogo_counts_safe_moves_of_both_sides() -> None:
    rows = ("0100000", "1000000", "0000000", "0000000", "0000000", "0000000", "0000022")
    found = analyze_board(position("nogo7", rows, 2))
    assert found.threats == ()
    # (0,0) is an eye of side 1: for side 2 it is suicide.
    assert found.mobility == (44, 45)


FOUR, THREE = (Threat(kind=kind, side=1, must_reply=True) for kind in ("four", "open_three"))
OWN_FOUR = Threat(kind="four", side=2)


@pytest.mark.parametrize(
    ("threats", "threat", "urgency"),
    [
        ((), 0.4, 0.0),
        ((), 0.75, 0.75),
        ((FOUR,), 0.9, 0.95),
        ((THREE,), 0.6, 0.8),
        ((FOUR, OWN_FOUR), 0.9, 0.0),
        ((FOUR,), 0.0, 0.0),
        ((), 1.0, 1.0),
    ],
)
def test_urgency_of_a_defence(threats: tuple[Threat, ...], threat: float, urgency: float) -> None:
    assert defence_urgency(threats, threat) == urgency


def test_danger_after_a_move_is_the_opponents_outlook() -> None:
    assert [threat_after_move("line", 0.3, proof) for proof in ("won", "drawn", "lost")] == [1.0, 0.5, 0.0]
    assert threat_after_move("line", 0.3, None) == 0.3
    assert threat_after_move("line", 1.0, None) == pytest.approx(0.8)
    assert threat_after_move("liberties", 0.9, None) == 0.9
