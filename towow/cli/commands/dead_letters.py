"""Which messages nobody could handle, why, and how they are sent again (INTERFACES § 3)."""

import json
import os
from collections.abc import Sequence

from rich.text import Text

from shared.core.envelope import InvalidEnvelope, decode
from shared.runtime.dead_letters import DeadLetters
from shared.store.port import DeadLetter, Store
from shared.store.retry import retry_until_available
from shared.telemetry.log import Log, make_log
from towow.bootstrap import connections
from towow.bootstrap.applications import ROUTES
from towow.cli.exit import DONE, NO, CommandError
from towow.cli.output import print_note, stdout_console
from towow.cli.signals import run
from towow.config.environment import Configuration, configured
from towow.narration.sanitize import clean


def list_dead_letters(*, as_json: bool, wait: float) -> int:
    """All that were filed, oldest first."""
    return run(lambda: _list(configured(os.environ), as_json=as_json, wait=wait))


def resend(identifiers: Sequence[str], *, everything: bool, wait: float) -> int:
    """Send some again, or all; 1 when there is none of an id. Raises Refusal."""
    if bool(identifiers) == everything:
        raise CommandError("name the dead letters to send again, or say --all")
    return run(lambda: _resend(configured(os.environ), identifiers, everything=everything, wait=wait))


async def _list(configuration: Configuration, *, as_json: bool, wait: float) -> int:
    async with connections.open_store(
        configuration.needed(), configuration.settings.runtime, wait, _log(configuration)
    ) as store:
        letters = await store.list_dead_letters()
    for letter in letters:
        row = _row(letter)
        if as_json:
            print(json.dumps(row, ensure_ascii=False))
        else:
            _show(row)
    print_note(f"{len(letters)} dead letters")
    return DONE


async def _resend(configuration: Configuration, identifiers: Sequence[str], *, everything: bool, wait: float) -> int:
    log, services = _log(configuration), configuration.needed()
    async with connections.open_store(services, configuration.settings.runtime, wait, log) as store:
        letters = DeadLetters(store, ROUTES, log)
        wanted = await _all(store) if everything else dict.fromkeys(identifiers)
        unknown = [identifier for identifier in wanted if not await _sent(letters, identifier)]
    for identifier in unknown:
        print_note(f"no dead letter has the id {clean(identifier)}")
    # Of all, those that vanished meanwhile were sent by somebody else.
    return NO if unknown and not everything else DONE


async def _sent(letters: DeadLetters, identifier: str) -> bool:
    letter = await letters.resend(identifier)
    if letter is None:
        return False
    print(f"sent again: {clean(letter.id)} ({clean(letter.parcel.type)}, to {clean(letter.queue)})")
    return True


async def _all(store: Store) -> Sequence[str]:
    return [letter.id for letter in await retry_until_available(store.list_dead_letters)]


def _row(letter: DeadLetter) -> dict[str, object]:
    """As INTERFACES § 3 has it; of a message that cannot be read nobody knows who wrote to whom."""
    try:
        envelope = decode(letter.parcel.data)
    except InvalidEnvelope:
        envelope = None
    return {
        "id": letter.id,
        "queue": letter.queue,
        "message_type": envelope.type if envelope else letter.parcel.type,
        "reason": letter.reason,
        "error": letter.error,
        "attempts": letter.attempts,
        "first_seen": letter.first_seen,
        "sender": envelope.sender if envelope else None,
        "recipient": envelope.recipient if envelope else None,
        "demand_id": envelope.correlation_id if envelope else None,
    }


def _show(row: dict[str, object]) -> None:
    said = {name: clean("—" if value is None else str(value)) for name, value in row.items()}
    stdout_console().print(
        Text.assemble(
            (said["id"], "cyan"),
            f"  {said['first_seen']}  ",
            (said["reason"], "red"),
            f"  {said['queue']}  {said['message_type'] or '—'}  ",
            (f"{said['sender']} → {said['recipient']}  {said['demand_id']}", "dim"),
            f"\n    {said['error']}",
        ),
        soft_wrap=True,
    )


def _log(configuration: Configuration) -> Log:
    about = configuration.settings.runtime
    return make_log(about.log_level, about.log_format)
