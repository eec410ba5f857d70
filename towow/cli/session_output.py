"""Output of a session's events to standard output: flat objects as JSON lines, or a readable transcript."""

import sys

from deliberation.event_object import encode_event_object
from shared.store.port import LoggedEvent
from towow.cli.output import EventPrinter, narration_printer


def session_event_printer(*, as_json: bool) -> EventPrinter:
    """Return a function that prints one event of a session to stdout and flushes; call it in the order of `seq`.

    Args:
        as_json: Print flat objects as JSON, one per line, instead of readable text.
    """
    return _print_json if as_json else narration_printer()


def _print_json(event: LoggedEvent) -> None:
    sys.stdout.buffer.write(encode_event_object(event.data) + b"\n")
    sys.stdout.buffer.flush()
