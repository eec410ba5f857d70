"""Parser of the history in a game server's request: one line a move (GH-157)."""

import re
import unicodedata

from gamehive.contracts.decision import PlyRecord
from gamehive.core.games.board import Player, other_player

NO_STEPS = "游戏刚开始，暂无历史步骤"
"""Sentence of the game server in place of a history without moves."""

_LINE = re.compile(
    r"step\s*(?P<step>\d{1,3})\s*:\s*(?P<mover>玩家|ai)\s*在\s*\(\s*(?P<x>-?\d{1,3})\s*,\s*(?P<y>-?\d{1,3})\s*\)\s*下棋[.。;,]?",
    re.IGNORECASE | re.ASCII,
)
_PUNCTUATION = re.compile(r"[\s\W]+")


class InvalidHistory(Exception):
    """A line of a history is none of its two forms (`unreadable`), or has another number than its own (`number`)."""

    def __init__(self, problem: str, line: int, text: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.problem = problem
        self.line = line
        self.text = text


def parse_history_steps(text: str, team_side: Player) -> tuple[PlyRecord, ...]:
    """Return the moves of a history, the first one first; whether they are possible is not checked.

    A line is `stepN:玩家在(x,y)下棋` for a move of the person, or `stepN:AI在(x,y)下棋` for one of the team. Full-width
    characters, spaces and empty lines do not matter. A blank text and NO_STEPS have no move.

    Args:
        text: The history.
        team_side: Side of the team; the person has the other one.

    Raises:
        InvalidHistory: A line has another form, or the numbers of the lines do not rise by one from 1.
    """
    normalized = unicodedata.normalize("NFKC", text)
    if _words(normalized) == _words(NO_STEPS):
        return ()
    lines = [line.strip() for line in normalized.replace("\r", "\n").split("\n")]
    filled = (line for line in lines if line)
    return tuple(_parse_line(line, number, team_side) for number, line in enumerate(filled, 1))


def _parse_line(line: str, number: int, team_side: Player) -> PlyRecord:
    match = _LINE.fullmatch(line)
    if match is None:
        raise InvalidHistory("unreadable", number, line)
    if int(match["step"]) != number:
        raise InvalidHistory("number", number, line)
    is_team = match["mover"] != "玩家"
    return PlyRecord(
        x=int(match["x"]),
        y=int(match["y"]),
        side=team_side if is_team else other_player(team_side),
        by="team" if is_team else "opponent",
    )


def _words(text: str) -> str:
    return _PUNCTUATION.sub("", text)
