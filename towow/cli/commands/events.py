"""How one sees the public events of a whole system as they are published, chosen by a binding key (DESIGN § 4)."""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from typing import Any

from rich.text import Text

from shared.telemetry.log import make_log
from shared.transport.port import Delivery
from towow.bootstrap import connections
from towow.cli.exit import DONE, CommandError
from towow.cli.output import print_note, stdout_console
from towow.cli.signals import run
from towow.config.environment import Configuration, configured
from towow.narration.sanitize import clean

LONGEST_PATTERN = 255
"""Bytes; what AMQP can carry."""

KEYS = ["seq", "event_id", "event_type", "timestamp", "payload"]


def events(pattern: str, *, as_json: bool, wait: float) -> int:
    """Show every event whose routing key matches, until interrupted. Raises Refusal.

    At least once and in no order: who needs order reads `seq`, or watches one demand.
    """
    if not pattern or len(pattern.encode(errors="replace")) > LONGEST_PATTERN:
        raise CommandError(f"PATTERN is a binding key of 1 to {LONGEST_PATTERN} bytes: towow.offer.*.*, #.d-ID, #")
    return run(lambda: _listen(pattern, configured(os.environ), as_json=as_json, wait=wait))


async def _listen(pattern: str, configuration: Configuration, *, as_json: bool, wait: float) -> int:
    services, about = configuration.needed(), configuration.settings.runtime
    show = _bytes if as_json else _line
    left: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def receive(delivery: Delivery) -> None:
        try:
            _take(delivery.parcel.data, show)
        except BrokenPipeError as error:  # the reader has gone: so does this command
            if not left.done():
                left.set_exception(error)

    async with connections.kept_broker(services, wait, make_log(about.log_level, about.log_format)) as broker:
        await broker.subscribe(pattern, receive)
        print_note(f"listening to {clean(pattern)} on {services.namespace}.events; Ctrl-C ends it")
        await left
    return DONE


def _take(data: bytes, show: Callable[[bytes, dict[str, Any]], None]) -> None:
    """Show what is an event. Anybody may publish there: anything else is said, and not passed on."""
    try:
        event = json.loads(data)
    except ValueError:
        event = None
    if not isinstance(event, dict) or list(event) != KEYS or b"\n" in data:  # pyright: ignore[reportUnknownArgumentType]
        print_note(f"something that is no event of ours came: {clean(data[:80].decode(errors='replace'))}")
        return
    show(data, event)  # pyright: ignore[reportUnknownArgumentType]


def _bytes(data: bytes, _: dict[str, Any]) -> None:
    sys.stdout.buffer.write(data + b"\n")
    sys.stdout.buffer.flush()


def _line(_: bytes, event: dict[str, Any]) -> None:
    payload = event["payload"]
    who = payload.get("display_name") or payload.get("agent_id") or ""
    stdout_console().print(
        Text.assemble(
            (f"{clean(str(event['timestamp']))}  ", "dim"),
            f"{clean(str(payload.get('demand_id', '')))}  ",
            (f"{clean(str(event['seq'])):>4}  ", "dim"),
            (f"{clean(str(event['event_type'])):<36}", "bold"),
            clean(str(who)),
        ),
        soft_wrap=True,
    )
    sys.stdout.flush()
