import numpy as np
import pytest

from benchmarks.strength.opponents.line_shapes import (
    BROKEN_FOUR,
    CLOSED_THREE,
    CLOSED_TWO,
    FIVE,
    ONE,
    OPEN_FOUR,
    OPEN_THREE,
    OPEN_TWO,
    STRAIGHT_FOUR,
    score_line,
)


@pytest.mark.parametrize(
    ("line", "score"),
    [
        (".......", 0),
        ("XXXXX..", FIVE),
        ("OXXXXXXO", FIVE),
        (".XXXX.", OPEN_FOUR),
        ("OXXXX.", STRAIGHT_FOUR),
        ("OXXXXO", 0),
        (".XX.XX.", BROKEN_FOUR),
        ("XXX.XXX", BROKEN_FOUR),
        ("X.XXX.X", OPEN_FOUR),
        ("..XXX..", OPEN_THREE),
        (".X.XX.", OPEN_THREE),
        ("O.XXX.O", CLOSED_THREE),
        ("OXXX..", CLOSED_THREE),
        ("OXXX.O", 0),
        ("..XX..", OPEN_TWO),
        ("OXX...", CLOSED_TWO),
        ("...X...", ONE),
        (".XXX...XX.", OPEN_THREE + OPEN_TWO),
        ("..OOO..", 0),
    ],
)
def test_the_shapes_of_a_line(line: str, score: int) -> None:
    cells = np.array([".XO".index(sign) for sign in line], dtype=np.int8)
    assert score_line(cells, len(line), 1) == score
    assert score_line(cells[::-1].copy(), len(line), 1) == score
