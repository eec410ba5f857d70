"""What is written on: standard output, coloured on a terminal only."""

import os
import sys

from rich.console import Console


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
