"""How a demand is stated from the command line, and what is answered."""

import asyncio
import os
from contextlib import aclosing
from dataclasses import dataclass

from rich.text import Text

from gateway.negotiation.api_models import SubmissionResponse
from negotiation.contracts.events import DemandClosed
from negotiation.submission import checked_text, checked_user
from towow.cli.exit import DONE, NO
from towow.cli.output import event_printer, print_note, stdout_console
from towow.cli.signals import run
from towow.client.port import SystemClient
from towow.client.resolve import START_ONE, ClientOptions, connect_or_embed
from towow.config.environment import configured
from towow.narration.sanitize import clean

UNDERSTANDING = 10.0
"""Seconds that the answer waits at most for what was understood (TW-105)."""

LIFETIME = 120.0
"""Seconds that a system of the command's own gives a demand nobody watches."""


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for on the command line."""

    text: str
    user: str | None
    watch: bool
    as_json: bool
    whom: ClientOptions


def submit(options: Options) -> int:
    """State it, and show the answer or the events. Raises Refusal, BadSettings, ToWowError."""
    checked_text(options.text)
    if options.user is not None:
        checked_user(options.user)
    return run(lambda: _submit(options))


async def _submit(options: Options) -> int:
    configuration = configured(os.environ)
    async with connect_or_embed(configuration, options.whom) as (door, own):
        if own:
            print_note(f"No system is running: this one lives for this command only ({START_ONE}).")
        if options.watch:
            return await _watched(door, options)
        accepted = await door.submit(options.text, options.user, UNDERSTANDING)
        _show(accepted, as_json=options.as_json)
        if not own and accepted.understanding is None:
            print_note(f"Nothing is understood of it after {UNDERSTANDING:g} s: is anybody at work? (towow worker all)")
        return await _finished(door, accepted.demand_id) if own else DONE


async def _watched(door: SystemClient, options: Options) -> int:
    accepted = await door.submit(options.text, options.user)
    show = event_printer(as_json=options.as_json)
    async with aclosing(await door.events(accepted.demand_id)) as events:
        async for event in events:
            show(event)
    return DONE


async def _finished(door: SystemClient, demand_id: str) -> int:
    """Nobody else could go on with it: see it to its end."""
    try:
        async with asyncio.timeout(LIFETIME), aclosing(await door.events(demand_id)) as events:
            async for event in events:
                if event.type == DemandClosed.type:
                    print_note(f"The negotiation of {demand_id} ended with this command; --watch shows how it goes.")
    except TimeoutError:
        print_note(f"{demand_id} did not close within {LIFETIME:g} s and is lost with this command")
        return NO
    return DONE


def _show(accepted: SubmissionResponse, *, as_json: bool) -> None:
    if as_json:
        print(accepted.model_dump_json(), flush=True)
        return
    understanding = accepted.understanding
    rows = {
        "demand_id": accepted.demand_id,
        "channel_id": accepted.channel_id,
        "status": accepted.status,
        "model": accepted.model,
        "understanding": understanding.surface_demand if understanding else "—",
        "tags": ", ".join(understanding.capability_tags) if understanding else "—",
    }
    console = stdout_console()
    for name, value in rows.items():
        console.print(Text.assemble((f"{name:<14}", "dim"), clean(value)), soft_wrap=True)
