"""Boards and moves of a game as text."""

from dataclasses import replace

from gamehive.core.games.board import Point, parse_board
from gamehive.core.games.position import GameResult
from gamehive.engines.search import MoveCandidate, Proof, SearchAnswer
from towow.narration.board_text import answer_text, board_lines, result_text


def answer(score: float, proof: Proof | None = None, of_position: Proof | None = None) -> SearchAnswer:
    candidate = MoveCandidate(Point(2, 3), score, proof)
    return SearchAnswer(
        point=candidate.point,
        score=score,
        proof=of_position or proof,
        threat=0.5,
        candidates=(candidate,),
        line=(Point(2, 3), Point(4, 5)),
        completion="limit",
        nodes=9,
        depth=7,
        playouts=None,
        elapsed_s=1.26,
    )


def test_columns_of_a_wide_board_stand_under_their_numbers() -> None:
    lines = board_lines(parse_board(["0" * 12, "1" + "0" * 10 + "2"]), Point(1, 11))
    assert [lines[0][4 + 3 * column : 7 + 3 * column].strip() for column in range(12)] == [str(c) for c in range(12)]
    assert lines[2] == "  1  X" + "  ·" * 10 + " [O]"


def test_a_move_is_told_with_its_chances_effort_and_expected_reply() -> None:
    assert answer_text(answer(0.614), 2) == "O 2 3 · chances of O: 61% · 1.3 s · depth 7 · expects 4 5"


def test_a_move_without_a_search_has_no_chances() -> None:
    searched = answer(0.5)
    assert answer_text(replace(searched, nodes=0, depth=0), 2) == "O 2 3 · a usual first move, not searched"


def test_what_is_not_proved_is_never_called_certain() -> None:
    assert "chances of X: 99%" in answer_text(answer(0.9999), 1)
    assert "chances of X: 1%" in answer_text(answer(0.0001), 1)


def test_a_mistake_in_a_won_position_is_not_called_a_win() -> None:
    assert "drawn with best play" in answer_text(answer(0.5, "drawn", of_position="won"), 1)


def test_proofs_are_told_in_words() -> None:
    assert "X wins against any reply" in answer_text(answer(1.0, "won"), 1)
    assert "X is lost against best play" in answer_text(answer(0.0, "lost"), 1)


def test_ends_are_told_with_their_reason() -> None:
    assert result_text(GameResult(None, "full_board")) == "Draw: the board is full."
    assert result_text(GameResult(2, "no_safe_move")) == "O wins: no move is left that does not lose."
