"""Rich console on standard output."""

import os
import sys

from rich.console import Console


class StdoutConsole(Console):
    """Console without markup, and with colour only on a terminal without NO_COLOR."""

    def __init__(self) -> None:
        is_coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        super().__init__(
            file=sys.stdout,
            color_system="auto" if is_coloured else None,
            force_terminal=sys.stdout.isatty(),
            highlight=False,
            markup=False,
            emoji=False,
        )

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError for `run_command` to handle; rich itself would exit."""
        raise BrokenPipeError
