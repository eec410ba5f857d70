"""What is written on: standard output, coloured on a terminal only."""

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.console import Console

from shared.store.port import LoggedEvent


class StdoutConsole(Console):
    """Standard output as it is, without markup; no colour unless it is a terminal and NO_COLOR is not set."""

    def __init__(self) -> None:
        coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        super().__init__(
            file=sys.stdout,
            color_system="auto" if coloured else None,
            force_terminal=sys.stdout.isatty(),
            highlight=False,
            markup=False,
            emoji=False,
        )

    def on_broken_pipe(self) -> None:
        """The reader has gone: that is for the command to say, not for rich to exit on."""
        raise BrokenPipeError


if TYPE_CHECKING:
    from rich.console import Console

Show = Callable[[LoggedEvent], None]


def event_printer(*, as_json: bool) -> Show:
    """A function that shows the events of one demand, each at once."""
    return _show_bytes if as_json else story()


def story(after: int = 0) -> Show:
    """Events as readable lines, from the one after number `after` on; those before are taken in only."""
    from towow.narration.layout import NarrationPrinter  # it takes a while to load, and JSON does not need it

    console = stdout_console()
    page = NarrationPrinter(console.width if console.is_terminal else None)

    def show(event: LoggedEvent) -> None:
        lines = page.lines(event.data)
        for line in lines if event.seq > after else ():
            console.print(line, soft_wrap=True)
        sys.stdout.flush()

    return show


def stdout_console() -> "Console":
    """Standard output as rich sees it: no markup, no colour unless it is a terminal and NO_COLOR is not set."""
    from towow.cli.output import StdoutConsole  # as above

    return StdoutConsole()


def print_note(text: str) -> None:
    """Something about a result, for whoever sits there: to standard error."""
    print(text, file=sys.stderr, flush=True)


def _show_bytes(event: LoggedEvent) -> None:
    sys.stdout.buffer.write(event.data + b"\n")
    sys.stdout.buffer.flush()
