"""Knowledge base of the games: openings, shapes, strategy and rules for a person and a language model (GH-219…223).

One file a game, whose entries also hold for the game on another board. An entry with a board makes a claim that the
tests check with the rules and a solver; an entry without one is advice.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import yaml
from pydantic import TypeAdapter, model_validator

from gamehive.core.games.board import Board, Player, Point, parse_board
from gamehive.core.games.game import Game
from shared.core.frozen_model import FrozenModel
from shared.core.language import Language

KnowledgeTopic = Literal["opening", "shape", "strategy", "rule"]
ClaimKind = Literal[
    "result",
    "winning_moves",
    "only_moves",
    "unsafe_moves",
    "safe_moves",
    "move_result",
    "wins_within",
    "liberties",
    "shape_at",
]

_FILES: Mapping[str, str] = {"line": "gomoku", "no_line": "misere", "liberties": "nogo"}


class PositionClaim(FrozenModel):
    """Statement about a board that a program can check.

    Attributes:
        kind: `result`: the player to move has won, drawn or lost with best play. `winning_moves`: exactly these points
            win; in gomoku, exactly these are proved to win by threats. `only_moves`: exactly these do not lose; in
            gomoku, exactly these leave the opponent no win by fours. `unsafe_moves`, `safe_moves`: exactly these lose
            at once, or do not. `move_result`: a move at the point ends the game, by whom and why. `wins_within`: a move
            at the point wins by fours in at most so many plies. `liberties`: the stones at the points have so many
            together. `shape_at`: a move at the point makes the shape.
        points: What it is about.
        value: Result, reason or shape; empty if there is none.
        winner: Player who wins by `move_result`; None for a draw.
        number: Plies or liberties.
    """

    kind: ClaimKind
    points: tuple[Point, ...] = ()
    value: str = ""
    winner: Player | None = None
    number: int = 0


class KnowledgeEntry(FrozenModel):
    """Piece of knowledge about a game.

    Attributes:
        id: Name of the entry, unique in its game.
        topic: What it is about.
        zh: Text in Chinese.
        en: The same in English.
        board: Stones, one string a row; None if it is not about a position. It may have another size than the game.
        to_move: Player whose turn it is on the board.
        claim: What the text says of the board.
        advice: Whether it is advice, which nothing proves.
    """

    id: str
    topic: KnowledgeTopic
    zh: str
    en: str
    board: tuple[str, ...] | None = None
    to_move: Player = 1
    claim: PositionClaim | None = None
    advice: bool = False

    @model_validator(mode="after")
    def _check(self) -> "KnowledgeEntry":
        if (self.board is None) != (self.claim is None) or (self.claim is None) != self.advice:
            raise ValueError(f"{self.id} has to be advice, or else to have a board and a claim")
        return self

    def text(self, language: Language) -> str:
        """Return the text in a language."""
        return self.zh if language == "zh" else self.en

    def parsed_board(self) -> Board | None:
        """Return the stones; None if the entry is not about a position."""
        return None if self.board is None else parse_board(self.board)


def find_entries(game: Game, topic: KnowledgeTopic | None = None) -> tuple[KnowledgeEntry, ...]:
    """Return the entries of a game on a topic, or all of them, in the order of their file."""
    return tuple(entry for entry in _load_entries(_file_name(game)) if topic in (None, entry.topic))


def find_texts(game: Game, topic: KnowledgeTopic | None, language: Language) -> tuple[str, ...]:
    """Return the texts of a game on a topic, or all of them, in a language, each with its board in lines below."""
    return tuple(_with_board(entry, language) for entry in find_entries(game, topic))


def _with_board(entry: KnowledgeEntry, language: Language) -> str:
    if entry.board is None:
        return entry.text(language)
    player = entry.to_move
    turn = f"棋盘（1 为先手，2 为后手，轮到 {player}）" if language == "zh" else f"Board (0 empty, {player} to move)"
    return "\n".join((entry.text(language), f"{turn}:", *entry.board))


def _file_name(game: Game) -> str:
    return "tictactoe" if game.goal == "line" and game.line == 3 else _FILES[game.goal]


@cache
def _load_entries(name: str) -> tuple[KnowledgeEntry, ...]:
    text = files("gamehive.knowledge").joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    return TypeAdapter(tuple[KnowledgeEntry, ...]).validate_python(yaml.safe_load(text))
