"""Table of a board for a language model: rows and columns numbered from 0, X for the reader's stones (GH-35)."""

from collections.abc import Sequence

from gamehive.core.games.board import Player

OWN_STONE, OTHER_STONE, EMPTY_POINT = "X", "O", "."


def draw_board(board: Sequence[str], my_side: Player) -> str:
    """Return the board as lines of text: the numbers of the columns, then each row after its number."""
    signs = {"0": EMPTY_POINT, str(my_side): OWN_STONE}
    columns = len(board[0]) if board else 0
    head = "    " + "".join(f"{column:>3}" for column in range(columns))
    rows = (
        f"{number:>4}" + "".join(f"{signs.get(cell, OTHER_STONE):>3}" for cell in row)
        for number, row in enumerate(board)
    )
    return "\n".join((head, *rows))
