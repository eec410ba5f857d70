"""Command `towow events`: prints the public events of a system as they are published (DESIGN § 4)."""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from typing import Any

from rich.text import Text

from shared.transport.port import Delivery
from towow.bootstrap import connections
from towow.cli.exit import SUCCESS, CommandError
from towow.cli.output import print_note, stdout_console
from towow.cli.signals import run_until_signal
from towow.config.demand_logger import build_logger
from towow.config.environment import Configuration, read_configuration
from towow.narration.sanitize import sanitize_text

MAX_PATTERN_BYTES = 255
"""Maximum length of a binding key in AMQP."""

EVENT_KEYS = ["seq", "event_id", "event_type", "timestamp", "payload"]


def events(pattern: str, *, as_json: bool, wait_s: float) -> int:
    """Print every public event whose routing key matches, until Ctrl-C or SIGTERM, and return the exit code 130.

    An event is printed at least once, and the order is not that of the log: sort by `seq`, or use `towow watch`.

    Args:
        pattern: Binding key of a topic exchange, such as `towow.offer.*.*` or `#.DEMAND_ID`; `#` matches all.
        as_json: Print one JSON object per line.
        wait_s: Maximum seconds to retry until the broker answers; a connection lost later is opened again without
            limit.

    Raises:
        CommandError: The pattern is empty or longer than MAX_PATTERN_BYTES, or no services are configured (exit code
            2), or RabbitMQ does not answer within `wait_s` (3).
        InvalidSettings: An environment variable is bad.
        BrokerMisconfigured: RabbitMQ refuses the connection or the subscription; retrying would not help.
        BrokenPipeError: The reader of standard output has exited.
    """
    if not pattern or len(pattern.encode(errors="replace")) > MAX_PATTERN_BYTES:
        raise CommandError(
            f"PATTERN: expected a binding key of 1 to {MAX_PATTERN_BYTES} bytes, e.g. towow.offer.*.*, #.d-ID or #"
        )
    return run_until_signal(lambda: _listen(pattern, read_configuration(os.environ), as_json=as_json, wait_s=wait_s))


async def _listen(pattern: str, configuration: Configuration, *, as_json: bool, wait_s: float) -> int:
    services, runtime = configuration.require_services(), configuration.settings.runtime
    show = _print_json if as_json else _print_line
    stopped: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def receive(delivery: Delivery) -> None:
        try:
            _print_event(delivery.message.data, show)
        except BrokenPipeError as error:  # the reader of the pipe has exited: end the command
            if not stopped.done():
                stopped.set_exception(error)

    async with connections.open_broker(services, wait_s, build_logger(runtime.log_level, runtime.log_format)) as broker:
        await broker.subscribe(pattern, receive)
        print_note(f"listening to {sanitize_text(pattern)} on {services.namespace}.events; Ctrl-C ends it")
        await stopped
    return SUCCESS


def _print_event(data: bytes, show: Callable[[bytes, dict[str, Any]], None]) -> None:
    """Print an event; report anything else, since any client may publish to the exchange."""
    try:
        event = json.loads(data)
    except ValueError:
        event = None
    if not isinstance(event, dict) or list(event) != EVENT_KEYS or b"\n" in data:  # pyright: ignore[reportUnknownArgumentType]
        print_note(
            f"ignored a message that is not an event of ToWow: {sanitize_text(data[:80].decode(errors='replace'))}"
        )
        return
    show(data, event)  # pyright: ignore[reportUnknownArgumentType]


def _print_json(data: bytes, _: dict[str, Any]) -> None:
    sys.stdout.buffer.write(data + b"\n")
    sys.stdout.buffer.flush()


def _print_line(_: bytes, event: dict[str, Any]) -> None:
    payload = event["payload"]
    name = payload.get("display_name") or payload.get("agent_id") or payload.get("agent") or ""
    correlation_id = payload.get("demand_id") or payload.get("session_id") or ""
    stdout_console().print(
        Text.assemble(
            (f"{sanitize_text(str(event['timestamp']))}  ", "dim"),
            f"{sanitize_text(str(correlation_id))}  ",
            (f"{sanitize_text(str(event['seq'])):>4}  ", "dim"),
            (f"{sanitize_text(str(event['event_type'])):<36}", "bold"),
            sanitize_text(str(name)),
        ),
        soft_wrap=True,
    )
    sys.stdout.flush()
