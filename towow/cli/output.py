"""Output of the commands: results to standard output, notes to standard error."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from shared.store.port import LoggedEvent

if TYPE_CHECKING:
    from rich.console import Console

EventPrinter = Callable[[LoggedEvent], None]
"""Prints one event at once."""


def event_printer(*, as_json: bool) -> EventPrinter:
    """Return a function that prints one event of a demand to stdout and flushes: as a JSON line or as readable text.

    Call that function with the events of one demand, in their order and from the first, since text needs the earlier
    ones.
    """
    return _print_json_line if as_json else narration_printer()


def narration_printer(after: int = 0) -> EventPrinter:
    """Return a function that prints one event to stdout as readable text; call it with one log's events in order.

    The log is a demand's, that of a deliberation's session, or that of a game.

    Args:
        after: Sequence number; events up to it are not printed. Pass them to the function all the same: it takes
            language and names from them.
    """
    from deliberation.contracts.events import EVENT_PREFIX  # imported late: slow to load, and JSON does not need it
    from deliberation.event_object import event_object
    from towow.narration.deliberation_printer import SessionPrinter
    from towow.narration.event_layout import NarrationPrinter
    from towow.narration.game_printer import GAME_EVENT_PREFIX, GameNarrationPrinter

    console = stdout_console()
    width = console.width if console.is_terminal else None
    narration, session, game = NarrationPrinter(width), SessionPrinter(width), GameNarrationPrinter(width)

    def print_event(event: LoggedEvent) -> None:
        if event.type.startswith(EVENT_PREFIX):
            lines = session.render_lines(event_object(event.data))
        elif event.type.startswith(GAME_EVENT_PREFIX):
            lines = game.render_lines(event.data)
        else:
            lines = narration.render_lines(event.data)
        for line in lines if event.seq > after else ():
            console.print(line, soft_wrap=True)
        sys.stdout.flush()

    return print_event


def stdout_console() -> "Console":
    """Return a rich console for stdout: no markup, and colour only on a terminal without NO_COLOR."""
    from towow.cli.console import StdoutConsole  # imported late: rich is slow to load

    return StdoutConsole()


def is_terminal() -> bool:
    """Return whether somebody can be asked: standard input is a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


def print_note(text: str) -> None:
    """Print a line to standard error, so that standard output holds only results."""
    print(text, file=sys.stderr, flush=True)


def _print_json_line(event: LoggedEvent) -> None:
    sys.stdout.buffer.write(event.data + b"\n")
    sys.stdout.buffer.flush()
