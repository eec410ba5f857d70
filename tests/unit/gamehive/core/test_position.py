"""Moves and ends of each game: lines, overlines, full boards, last liberties, and what is not possible."""

import random

import pytest

from gamehive.core.games.board import Point, empty_board, parse_board
from gamehive.core.games.game import Game, find_game, games, nogo
from gamehive.core.games.position import (
    GamePosition,
    GameResult,
    find_result,
    is_safe,
    play_move,
    playable_moves,
    safe_moves,
    start_position,
)


def after(game: str, rows: list[str], to_move: int, point: tuple[int, int]) -> GameResult | None:
    """Return the result after a move on a board."""
    position = GamePosition(games()[game], parse_board(rows), 1 if to_move == 1 else 2)
    return find_result(play_move(position, Point(*point)))


def gomoku_board(stones: dict[tuple[int, int], int], size: int = 15) -> list[str]:
    return ["".join(str(stones.get((x, y), 0)) for y in range(size)) for x in range(size)]


@pytest.mark.parametrize(
    "line",
    [
        [(7, y) for y in range(5)],
        [(x, 14) for x in range(10, 15)],
        [(x, x) for x in range(10, 15)],
        [(x, 14 - x) for x in range(5)],
        [(3, y) for y in range(4, 10)],
    ],
    ids=["row", "column at the edge", "diagonal into the corner", "other diagonal", "overline of six"],
)
def test_five_or_more_in_a_row_win(line: list[tuple[int, int]]) -> None:
    *before, last = [line[2], *line[:2], *line[3:]][::-1]
    board = gomoku_board(dict.fromkeys(before, 1))
    assert after("gomoku", board, 1, last) == GameResult(1, "line")


def test_four_in_a_row_do_not_win() -> None:
    assert after("gomoku8", gomoku_board({(0, 0): 1, (0, 1): 1, (0, 2): 1}, 8), 1, (0, 3)) is None


def test_a_row_does_not_go_on_at_the_other_edge() -> None:
    stones = dict.fromkeys([(0, 13), (0, 14), (1, 0), (1, 1)], 1)
    assert after("gomoku", gomoku_board(stones), 1, (1, 2)) is None


def test_a_full_board_without_a_line_is_a_draw() -> None:
    assert after("tictactoe", ["121", "122", "210"], 1, (2, 2)) == GameResult(None, "full_board")
    assert after("misere", ["121", "122", "210"], 1, (2, 2)) == GameResult(None, "full_board")


def test_whoever_completes_a_line_loses_the_reversed_game() -> None:
    assert after("misere", ["110", "220", "000"], 1, (0, 2)) == GameResult(2, "line")


@pytest.mark.parametrize(
    ("rows", "to_move", "point"),
    [
        (["020000000", "200000000", *["000000000"] * 7], 1, (0, 0)),
        (["120000000", "000000000", *["000000000"] * 7], 2, (1, 0)),
    ],
    ids=["own group without a liberty", "group beside it without a liberty"],
)
def test_whoever_takes_the_last_liberty_loses_nogo(rows: list[str], to_move: int, point: tuple[int, int]) -> None:
    position = GamePosition(games()["nogo"], parse_board(rows), 1 if to_move == 1 else 2)
    assert not is_safe(position, Point(*point))
    assert Point(*point) in playable_moves(position)
    assert Point(*point) not in safe_moves(position)
    assert find_result(play_move(position, Point(*point))) == GameResult(2 if to_move == 1 else 1, "last_liberty")


def test_whoever_has_no_safe_move_has_lost_nogo() -> None:
    position = play_move(start_position(nogo(1, 2)), Point(0, 0))
    assert find_result(position) == GameResult(1, "no_safe_move")
    assert playable_moves(position) == []


def reference_loses(cells: list[int], rows: int, columns: int, index: int) -> bool:
    """Return whether any group that the last stone touches has no liberty, by flooding liberties from the empty points."""
    alive = {at for at, value in enumerate(cells) if value == 0}
    changed = True
    groups = {at for at, value in enumerate(cells) if value}
    breathing: set[int] = set()
    while changed:
        changed = False
        for at in groups - breathing:
            x, y = divmod(at, columns)
            around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
            near = [a * columns + b for a, b in around if 0 <= a < rows and 0 <= b < columns]
            if any(each in alive or (each in breathing and cells[each] == cells[at]) for each in near):
                breathing.add(at)
                changed = True
    return bool(groups - breathing)


@pytest.mark.parametrize("size", [5, 7, 9])
def test_nogo_agrees_with_another_referee_in_random_games(size: int) -> None:
    draw = random.Random(size)
    unsafe = 0
    for _ in range(6):
        position = start_position(nogo(size, size))
        while find_result(position) is None:
            safe = safe_moves(position)
            for point in playable_moves(position):
                cells = list(position.board.with_stone(point, position.to_move).cells)
                loses = reference_loses(cells, size, size, point.x * size + point.y)
                assert (point not in safe) == loses
                unsafe += loses
            position = play_move(position, draw.choice(safe))
    assert unsafe > 50


@pytest.mark.parametrize("point", [(-1, 0), (0, 3), (1, 1)])
def test_a_move_off_the_board_or_on_a_stone_is_refused(point: tuple[int, int]) -> None:
    position = play_move(start_position(games()["tictactoe"]), Point(1, 1))
    with pytest.raises(ValueError, match="no empty point"):
        play_move(position, Point(*point))


def test_no_move_follows_the_end() -> None:
    position = GamePosition(games()["tictactoe"], parse_board(["110", "220", "000"]), 1)
    ended = play_move(position, Point(0, 2))
    with pytest.raises(ValueError, match="over"):
        play_move(ended, Point(2, 2))


@pytest.mark.parametrize("text", [[], [""], ["01", "0"], ["03"]])
def test_a_board_that_is_none_is_refused(text: list[str]) -> None:
    with pytest.raises(ValueError, match="a board has"):
        parse_board(text)


def test_a_board_is_read_as_it_is_written() -> None:
    text = ("012", "200")
    assert parse_board(text).to_text() == text
    with pytest.raises(ValueError, match="already"):
        parse_board(text).with_stone(Point(0, 1), 1)
    assert empty_board(2, 3).stone_count() == 0


@pytest.mark.parametrize(
    ("name", "key"),
    [("8*8五子棋", "gomoku8"), ("8×8五子棋", "gomoku8"), ("五子棋", "gomoku"), ("不围棋", "nogo"), ("反井字棋", "misere"), ("nogo7", "nogo7")],
)  # fmt: skip
def test_a_game_is_found_by_key_and_names(name: str, key: str) -> None:
    found = find_game(name)
    assert found is not None
    assert found.key == key
    assert find_game("chess") is None


def test_the_second_player_may_begin() -> None:
    game: Game = games()["tictactoe"]
    assert play_move(start_position(game, 2), Point(0, 0)).board.to_text()[0] == "200"
