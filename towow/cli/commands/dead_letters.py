"""Commands `towow dead-letters list`, `resend` and `delete` (INTERFACES § 3)."""

import json
import os
from collections.abc import Sequence

from rich.text import Text

from gateway.admin.api_models import DeadLetterItem
from shared.runtime.dead_letters import DeadLetters
from shared.store.port import Store
from shared.store.retry import retry_until_available
from shared.telemetry.log import Log
from towow.bootstrap import connections
from towow.bootstrap.applications import ROUTES
from towow.cli.exit import FAILURE, SUCCESS, CommandError
from towow.cli.output import print_note, stdout_console
from towow.cli.signals import run_until_signal
from towow.config.demand_logger import build_logger
from towow.config.environment import Configuration, read_configuration
from towow.narration.sanitize import sanitize_text


def list_dead_letters(*, as_json: bool, wait_s: float) -> int:
    """Print all dead letters with their reasons, oldest first, and return the exit code 0.

    Args:
        as_json: Print one JSON object per line.
        wait_s: Maximum seconds to retry until the store answers.

    Raises:
        CommandError: No services are configured (exit code 2), or the store does not answer within `wait_s` (3).
        InvalidSettings: An environment variable is bad.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
        StoreUnavailable: The store stopped answering.
    """
    return run_until_signal(lambda: _list(read_configuration(os.environ), as_json=as_json, wait_s=wait_s))


def resend(identifiers: Sequence[str], *, everything: bool, wait_s: float) -> int:
    """Schedule dead letters to be sent again as first attempts, remove them, and print a line for each.

    A worker or gateway of the sender's role publishes them. An unknown id is reported on standard error; the others are
    sent anyway.

    Args:
        identifiers: Ids of dead letters; empty with `everything`.
        everything: Send all of them again.
        wait_s: Maximum seconds to retry until the store answers.

    Returns:
        The exit code: 1 if one of `identifiers` is unknown, else 0.

    Raises:
        CommandError: Neither or both of `identifiers` and `everything` are given, or no services are configured (exit
            code 2), or the store does not answer within `wait_s` (3).
        InvalidSettings: An environment variable is bad.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
        StoreUnavailable: The store stopped answering.
    """
    if bool(identifiers) == everything:
        raise CommandError("expected either the ids of dead letters (see: towow dead-letters list) or --all")
    return run_until_signal(
        lambda: _resend(read_configuration(os.environ), identifiers, everything=everything, wait_s=wait_s)
    )


def delete(identifiers: Sequence[str], *, reason: str | None, wait_s: float) -> int:
    """Remove dead letters for good, and print a line for each.

    An unknown id is reported on standard error; the others are removed anyway.

    Args:
        identifiers: Ids of dead letters; empty with a `reason`.
        reason: Remove all dead letters with this reason; None with `identifiers`.
        wait_s: Maximum seconds to retry until the store answers.

    Returns:
        The exit code: 1 if one of `identifiers` is unknown, else 0.

    Raises:
        CommandError: Neither or both of `identifiers` and `reason` are given, or no services are configured (exit code
            2), or the store does not answer within `wait_s` (3).
        InvalidSettings: An environment variable is bad.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
        StoreUnavailable: The store stopped answering.
    """
    if bool(identifiers) == (reason is not None):
        raise CommandError("expected either the ids of dead letters (see: towow dead-letters list) or --reason")
    return run_until_signal(lambda: _delete(read_configuration(os.environ), identifiers, reason=reason, wait_s=wait_s))


async def _list(configuration: Configuration, *, as_json: bool, wait_s: float) -> int:
    async with connections.open_store(
        configuration.require_services(), configuration.settings.runtime, wait_s, _make_log(configuration)
    ) as store:
        dead_letters = await store.list_dead_letters()
    for dead_letter in dead_letters:
        row = DeadLetterItem.from_dead_letter(dead_letter).model_dump()
        if as_json:
            print(json.dumps(row, ensure_ascii=False))
        else:
            _print_row(row)
    print_note(f"{len(dead_letters)} dead letters")
    return SUCCESS


async def _resend(configuration: Configuration, identifiers: Sequence[str], *, everything: bool, wait_s: float) -> int:
    log, services = _make_log(configuration), configuration.require_services()
    async with connections.open_store(services, configuration.settings.runtime, wait_s, log) as store:
        dead_letters = DeadLetters(store, ROUTES, log)
        requested = await _all_ids(store) if everything else dict.fromkeys(identifiers)
        unknown = [identifier for identifier in requested if not await _resend_one(dead_letters, identifier)]
    for identifier in unknown:
        print_note(f"no dead letter has the id {sanitize_text(identifier)}")
    # With --all, letters that disappeared in the meantime were sent by another process.
    return FAILURE if unknown and not everything else SUCCESS


async def _delete(
    configuration: Configuration, identifiers: Sequence[str], *, reason: str | None, wait_s: float
) -> int:
    log, services = _make_log(configuration), configuration.require_services()
    async with connections.open_store(services, configuration.settings.runtime, wait_s, log) as store:
        dead_letters = DeadLetters(store, ROUTES, log)
        requested = dict.fromkeys(identifiers) if reason is None else await _ids_of_reason(store, reason)
        unknown = [identifier for identifier in requested if not await _delete_one(dead_letters, identifier)]
    for identifier in unknown:
        print_note(f"no dead letter has the id {sanitize_text(identifier)}")
    if reason is not None:
        print_note(f"{len(requested) - len(unknown)} dead letters deleted")
    return FAILURE if unknown and reason is None else SUCCESS


async def _delete_one(dead_letters: DeadLetters, identifier: str) -> bool:
    dead_letter = await dead_letters.delete(identifier)
    if dead_letter is not None:
        print(f"deleted: {sanitize_text(dead_letter.id)} ({sanitize_text(dead_letter.reason)})")
    return dead_letter is not None


async def _resend_one(dead_letters: DeadLetters, identifier: str) -> bool:
    dead_letter = await dead_letters.resend(identifier)
    if dead_letter is None:
        return False
    message_type, queue = sanitize_text(dead_letter.message.type), sanitize_text(dead_letter.queue)
    print(f"sent again: {sanitize_text(dead_letter.id)} ({message_type}, to {queue})")
    return True


async def _all_ids(store: Store) -> Sequence[str]:
    return [dead_letter.id for dead_letter in await retry_until_available(store.list_dead_letters)]


async def _ids_of_reason(store: Store, reason: str) -> Sequence[str]:
    letters = await retry_until_available(store.list_dead_letters)
    return [dead_letter.id for dead_letter in letters if dead_letter.reason == reason]


def _print_row(row: dict[str, object]) -> None:
    texts = {name: sanitize_text("—" if value is None else str(value)) for name, value in row.items()}
    stdout_console().print(
        Text.assemble(
            (texts["id"], "cyan"),
            f"  {texts['first_seen']}  ",
            (texts["reason"], "red"),
            f"  {texts['queue']}  {texts['message_type'] or '—'}  ",
            (f"{texts['sender']} → {texts['recipient']}  {texts['demand_id']}", "dim"),
            f"\n    {texts['error']}",
        ),
        soft_wrap=True,
    )


def _make_log(configuration: Configuration) -> Log:
    settings = configuration.settings.runtime
    return build_logger(settings.log_level, settings.log_format)
