"""Output of a game with the team: what each agent says, or its events as JSON lines beside those of the moves."""

import json
import sys
from typing import Any, Protocol

from gamehive.contracts.events import GameEnded, MovePlayed, MovesRemoved
from gamehive.core.games.position import GamePosition
from shared.core.timestamps import parse_iso8601
from shared.store.port import LoggedEvent
from towow.cli.game_output import GamePrinter, JsonGamePrinter
from towow.cli.output import narration_printer
from towow.narration.board_text import SIDES
from towow.narration.game_printer import parse_game_event


class TeamPrinter(Protocol):
    """Prints the events of a game, and answers to the person's input."""

    def print_event(self, event: LoggedEvent) -> None:
        """Print one event; call it in the order of `seq`."""
        ...

    def print_undo(self, plies: int, position: GamePosition) -> None:
        """Print that so many plies were taken back, or with 0 that there is none."""
        ...

    def print_unfinished(self) -> None:
        """Print that the input ended before the game."""
        ...


class TextTeamPrinter(GamePrinter):
    """Prints who says what, and the board after each move."""

    def __init__(self) -> None:
        self._print_narration = narration_printer()

    def print_event(self, event: LoggedEvent) -> None:
        """Print one event as text, if it says more than others do; call it in the order of `seq`."""
        self._print_narration(event)


class JsonTeamPrinter(JsonGamePrinter):
    """Prints each event as its five keys, and after a move, an undo and the end the line of `towow play --json`.

    A move's line has for one of the team also `agent`, `source`, `reason` and `danger`, its threat after the move.
    `value` and `depth` are null: no engine's view is part of a move.
    """

    def __init__(self) -> None:
        self._plies = 0
        self._moved_at: int | None = None

    def print_event(self, event: LoggedEvent) -> None:
        """Print an event, and the line that belongs to it; call it in the order of `seq`."""
        sys.stdout.buffer.write(event.data + b"\n")
        sys.stdout.buffer.flush()
        logged: dict[str, Any] = json.loads(event.data)
        instant = parse_iso8601(logged["timestamp"])
        started_at = instant if self._moved_at is None else self._moved_at
        match parse_game_event(logged):
            case MovePlayed() as move:
                self._print_ply(move, instant - started_at)
            case MovesRemoved(plies=plies):
                print(json.dumps({"undone": self._plies - plies}), flush=True)
                self._plies = plies
            case GameEnded(reason=reason, winner=winner):
                self._print_end(reason, winner)
            case _:
                if self._moved_at is not None:
                    return
        self._moved_at = instant

    def _print_ply(self, move: MovePlayed, elapsed_ms: int) -> None:
        self._plies = move.ply
        row: dict[str, Any] = {"ply": move.ply, "side": SIDES[move.side], "x": move.x, "y": move.y, "by": move.by}
        row |= {"ms": elapsed_ms if move.elapsed_ms is None else move.elapsed_ms}
        row |= {"value": None, "depth": None, "line": []}
        if move.by == "team":
            row |= {"agent": move.agent, "source": move.source, "reason": move.reason, "danger": move.threat}
        print(json.dumps(row, ensure_ascii=False), flush=True)
