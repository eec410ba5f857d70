"""Which messages nobody could handle, why, and how they are sent again (INTERFACES § 3)."""

import json
import os
from collections.abc import Sequence

from rich.text import Text

from shared.core.envelope import InvalidEnvelope, decode_envelope
from shared.runtime.dead_letters import DeadLetters
from shared.store.port import DeadLetter, Store
from shared.store.retry import retry_until_available
from shared.telemetry.log import Log, build_logger
from towow.bootstrap import connections
from towow.bootstrap.applications import ROUTES
from towow.cli.exit import FAILURE, SUCCESS, CommandError
from towow.cli.output import print_note, stdout_console
from towow.cli.signals import run_until_signal
from towow.config.environment import Configuration, read_configuration
from towow.narration.sanitize import sanitize_text


def list_dead_letters(*, as_json: bool, wait_s: float) -> int:
    """All that were filed, oldest first."""
    return run_until_signal(lambda: _list(read_configuration(os.environ), as_json=as_json, wait_s=wait_s))


def resend(identifiers: Sequence[str], *, everything: bool, wait_s: float) -> int:
    """Send some again, or all; 1 when there is none of an id. Raises Refusal."""
    if bool(identifiers) == everything:
        raise CommandError("name the dead letters to send again, or say --all")
    return run_until_signal(
        lambda: _resend(read_configuration(os.environ), identifiers, everything=everything, wait_s=wait_s)
    )


async def _list(configuration: Configuration, *, as_json: bool, wait_s: float) -> int:
    async with connections.open_store(
        configuration.require_services(), configuration.settings.runtime, wait_s, _make_log(configuration)
    ) as store:
        dead_letters = await store.list_dead_letters()
    for dead_letter in dead_letters:
        row = _row(dead_letter)
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
    # Of all, those that vanished meanwhile were sent by somebody else.
    return FAILURE if unknown and not everything else SUCCESS


async def _resend_one(dead_letters: DeadLetters, identifier: str) -> bool:
    dead_letter = await dead_letters.resend(identifier)
    if dead_letter is None:
        return False
    print(
        f"sent again: {sanitize_text(dead_letter.id)} ({sanitize_text(dead_letter.message.type)}, to {sanitize_text(dead_letter.queue)})"
    )
    return True


async def _all_ids(store: Store) -> Sequence[str]:
    return [dead_letter.id for dead_letter in await retry_until_available(store.list_dead_letters)]


def _row(dead_letter: DeadLetter) -> dict[str, object]:
    """As INTERFACES § 3 has it; of a message that cannot be read nobody knows who wrote to whom."""
    try:
        envelope = decode_envelope(dead_letter.message.data)
    except InvalidEnvelope:
        envelope = None
    return {
        "id": dead_letter.id,
        "queue": dead_letter.queue,
        "message_type": envelope.type if envelope else dead_letter.message.type,
        "reason": dead_letter.reason,
        "error": dead_letter.error,
        "attempts": dead_letter.attempts,
        "first_seen": dead_letter.first_seen,
        "sender": envelope.sender if envelope else None,
        "recipient": envelope.recipient if envelope else None,
        "demand_id": envelope.correlation_id if envelope else None,
    }


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
