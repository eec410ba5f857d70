"""Command `towow submit`."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from rich.text import Text

from gateway.negotiation.api_models import SubmissionResponse
from negotiation.contracts.events import DemandClosed, FilterCompleted
from negotiation.submission import validate_text
from shared.core.user_id import validate_user_id
from shared.store.port import LoggedEvent
from towow.cli.exit import FAILURE, SUCCESS
from towow.cli.output import event_printer, is_terminal, print_note, stdout_console
from towow.cli.signals import run_until_signal
from towow.cli.terminal_requester import TerminalRequester
from towow.client.port import SystemClient
from towow.client.system_selection import START_HINT, ClientOptions, connect_or_embed
from towow.config.environment import read_configuration
from towow.narration.sanitize import sanitize_text

UNDERSTANDING_TIMEOUT_S = 10.0
"""Seconds that the response waits for the understanding of the demand (TW-105)."""

EMBEDDED_TIMEOUT_S = 120.0
"""Seconds that a temporary system runs for its demand to close."""


@dataclass(frozen=True, slots=True)
class Options:
    """Command-line options of `towow submit`."""

    text: str
    user: str | None
    watch: bool
    review: bool
    as_json: bool
    client_options: ClientOptions


def submit(options: Options) -> int:
    """Submit a demand, print the response or, with `options.watch`, its events to the end, and return the exit code.

    The code is 0, but 1 if a temporary system was used without `options.watch` and the demand did not close within
    EMBEDDED_TIMEOUT_S.

    Raises:
        CommandError: No system answers in time (exit code 3), or an option is bad (2).
        InvalidSettings: A bad environment variable.
        ApiError: The demand is rejected; E001 for a bad text or user.
        BrokerMisconfigured: RabbitMQ refuses the connection; retrying would not help.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
        StoreUnavailable: Redis stopped answering; the demand may have been accepted.
    """
    validate_text(options.text)
    if options.user is not None:
        validate_user_id(options.user)
    return run_until_signal(lambda: _submit(options))


async def _submit(options: Options) -> int:
    configuration = read_configuration(os.environ)
    async with connect_or_embed(configuration, options.client_options) as (client, is_embedded):
        if is_embedded:
            print_note(f"No system is running: using a temporary one that ends with this command ({START_HINT}).")
        if options.watch:
            return await _submit_and_watch(client, options)
        if options.review and is_terminal():
            return await _submit_and_review(client, options, is_embedded=is_embedded)
        response = await client.submit(options.text, options.user, UNDERSTANDING_TIMEOUT_S)
        _print_response(response, as_json=options.as_json)
        if not is_embedded and response.understanding is None:
            print_note(
                f"No understanding after {UNDERSTANDING_TIMEOUT_S:g} s; are the workers running? (towow worker all)"
            )
        return await _wait_for_temporary_system(client, response.demand_id) if is_embedded else SUCCESS


async def _submit_and_watch(client: SystemClient, options: Options) -> int:
    is_interactive = options.review and is_terminal()
    response = await client.submit(options.text, options.user, interactive=is_interactive)
    requester = TerminalRequester(client, response) if is_interactive else None
    print_event = event_printer(as_json=options.as_json)
    async with aclosing(await client.stream_events(response.demand_id)) as events:
        async for event in events:
            print_event(event)
            if requester is not None:
                await requester.react(event)
    return SUCCESS


async def _submit_and_review(client: SystemClient, options: Options, *, is_embedded: bool) -> int:
    """Submit, ask at the terminal until candidates are chosen, and print the response; return the exit code.

    With a temporary system the questions about limits are asked, too, until the demand closes.
    """
    response = await client.submit(options.text, options.user, interactive=True)
    requester = TerminalRequester(client, response)
    async with aclosing(await client.stream_events(response.demand_id)) as events:
        async for event in events:
            await requester.react(event)
            if event.type in (FilterCompleted.type, DemandClosed.type):
                break
        reviewed = response.model_copy(update={"understanding": requester.understanding})
        _print_response(reviewed, as_json=options.as_json)
        if is_embedded:
            return await _wait_until_closed(events, response.demand_id, requester)
    await requester.stop()
    print_note(f"Questions about limits may follow; towow watch {response.demand_id} shows them, towow answer answers.")
    return SUCCESS


async def _wait_for_temporary_system(client: SystemClient, demand_id: str) -> int:
    async with aclosing(await client.stream_events(demand_id)) as events:
        return await _wait_until_closed(events, demand_id)


async def _wait_until_closed(
    events: AsyncGenerator[LoggedEvent], demand_id: str, requester: TerminalRequester | None = None
) -> int:
    """Keep the temporary system running until the demand closes; return the exit code."""
    try:
        async with asyncio.timeout(EMBEDDED_TIMEOUT_S):
            async for event in events:
                if requester is not None:
                    await requester.react(event)
                if event.type == DemandClosed.type:
                    print_note(f"The negotiation of {demand_id} ended with this command; --watch shows how it goes.")
    except TimeoutError:
        print_note(f"{demand_id} did not close within {EMBEDDED_TIMEOUT_S:g} s and ends with this command")
        return FAILURE
    return SUCCESS


def _print_response(response: SubmissionResponse, *, as_json: bool) -> None:
    if as_json:
        print(response.model_dump_json(), flush=True)
        return
    understanding = response.understanding
    rows = {
        "demand_id": response.demand_id,
        "channel_id": response.channel_id,
        "status": response.status,
        "model": response.model,
        "understanding": understanding.surface_demand if understanding else "—",
        "tags": ", ".join(understanding.capability_tags) if understanding else "—",
    }
    console = stdout_console()
    for name, value in rows.items():
        console.print(Text.assemble((f"{name:<14}", "dim"), sanitize_text(value)), soft_wrap=True)
