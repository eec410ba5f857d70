"""Records of games, one a line in a file, from which an interrupted run goes on."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from benchmarks.strength.atomic_file import replace_file

GAMES_FILE = Path("build/strength_games.jsonl")
GameOutcome = Literal["win", "draw", "loss", "void"]
"""Result for the engine under test; void if the opponent's program failed, which is no win."""

OVER_MS = 50.0
"""A move that takes so much longer than the engine's time is counted."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """Game of a match.

    Attributes:
        name: The match.
        number: Number of the game in the match, from 0.
        settings: What the match was played with, as its plan gives it.
        seed: Source of what is random.
        opening: The moves that were given, as pairs of row and column.
        ours: The side of the engine under test.
        moves: All moves, those of the opening first.
        result: Result for the engine under test.
        reason: How it ended: an EndReason, or an illegal or late move, or what failed.
        our_mean_ms: Mean time of a move of the engine under test.
        our_slowest_ms: Its slowest move.
        opponent_mean_ms: Mean time of a move of its opponent.
        opponent_slowest_ms: Its slowest move.
        seconds: Time of the whole game.
        our_moves: Moves of the engine under test.
        our_moves_over: Those of them that took more than OVER_MS longer than its time.
        sources: Digest of the sources that played; empty in records from before there was one.
    """

    name: str
    number: int
    settings: dict[str, Any]
    seed: int
    opening: list[tuple[int, int]]
    ours: Literal["first", "second"]
    moves: list[tuple[int, int]]
    result: GameOutcome
    reason: str
    our_mean_ms: float
    our_slowest_ms: float
    opponent_mean_ms: float
    opponent_slowest_ms: float
    seconds: float
    our_moves: int = 0
    our_moves_over: int = 0
    sources: str = ""


def append_record(file: Path, record: GameRecord) -> None:
    """Add a line to a file of records."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(asdict(record), ensure_ascii=False) + "\n")


def read_records(file: Path) -> list[GameRecord]:
    """Return the records of a file, without a last line that was cut off; none if there is no file."""
    if not file.exists():
        return []
    lines = file.read_text(encoding="utf-8").split("\n")
    return [GameRecord(**json.loads(line)) for line in lines[:-1] if line]


def write_records(file: Path, records: Iterable[GameRecord]) -> None:
    """Replace a file of records; a run that is killed leaves the old file or the new one."""
    text = "".join(json.dumps(asdict(record), ensure_ascii=False) + "\n" for record in records)
    replace_file(file, text)
