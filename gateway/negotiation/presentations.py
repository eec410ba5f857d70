"""Presentations: relay between remote controls and the stage that they control, shared by all gateways.

A presentation is a record in a versioned cell of the store. Remotes append commands, the stage reads them and says what
it shows. Whoever has the presentation's token may do either; the store has a digest of it only.
"""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from hmac import compare_digest

from pydantic import TypeAdapter

from gateway.auth.requester_token import digest_token
from gateway.http.store_timeout import store_deadline
from gateway.negotiation.presentation_models import (
    NumberedCommand,
    PresentationReceipt,
    PresentationState,
    RemoteCommand,
    StageDisplay,
)
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.ids import digest
from shared.store.port import Store
from shared.store.retry import retry_until_available

LIFETIME_MS = 12 * 3600 * 1000
"""Time after which a presentation is forgotten."""

CELLS = 251
"""Number of cells, a prime. The presentations of a demand are in one."""

MAX_PER_DEMAND = 16
"""Presentations of one demand; another one takes the place of the oldest."""

MAX_PER_CELL = 256
"""Presentations of one cell, so that it stays small whoever fills it."""

KEPT_COMMANDS = 16
"""Newest commands that a presentation keeps: a stage reads them within a second."""

POLL_INTERVAL_S = 0.2
"""Interval at which a waiting request reads the cell."""


class PresentationRecord(FrozenModel):
    """A presentation as the store has it; `created_at` is an instant (ms) of the store's clock."""

    demand_id: str
    token_digest: str
    created_at: int
    revision: int = 1
    commands: tuple[NumberedCommand, ...] = ()
    display: Maybe[StageDisplay] = None


Records = dict[str, PresentationRecord]
Change = Callable[[PresentationRecord], PresentationRecord]

_RECORDS = TypeAdapter(Records)


@dataclass(frozen=True, slots=True)
class RemoteAccess:
    """Ids of a presentation and its demand, and the token that a request sent, if any."""

    demand_id: str
    presentation_id: str
    token: str | None = None


class Presentations:
    """Presentations of all demands in a store. Who may see a demand is not checked here."""

    def __init__(self, store: Store, shutdown: asyncio.Event) -> None:
        """Create the relay; `shutdown` is set when the gateway begins to stop, which ends all waiting."""
        self._store = store
        self._shutdown = shutdown

    async def create(self, demand_id: str) -> PresentationReceipt:
        """Create a presentation of a demand.

        Raises:
            StoreUnavailable: If the store does not answer in time; a presentation that nobody knows may be stored.
            StoreMisconfigured: If the store rejects a call.
        """
        presentation_id, token = f"p-{secrets.token_hex(8)}", secrets.token_urlsafe(16)
        async with store_deadline():
            now = await retry_until_available(self._store.now)
            record = PresentationRecord(demand_id=demand_id, token_digest=digest_token(token), created_at=now)
            await self._update(demand_id, lambda records: _with_newest(records, presentation_id, record))
        return PresentationReceipt(presentation_id=presentation_id, token=token, expires_at=now + LIFETIME_MS)

    async def read(self, access: RemoteAccess, after: int = 0, wait_s: float = 0) -> PresentationState:
        """Return the state of a presentation once its revision is greater than `after`, at the latest after `wait_s` s.

        When the gateway begins to stop, it is returned at once.

        Raises:
            ApiError: E019 if the demand has no such presentation, or no longer.
            StoreUnavailable: If the store does not answer in time.
            StoreMisconfigured: If the store rejects a call.
        """
        loop = asyncio.get_running_loop()
        ends_at = loop.time() + wait_s
        while True:
            async with store_deadline():
                _, records = await self._load(access.demand_id)
            record = _find(records, access)
            if record.revision > after or loop.time() >= ends_at or self._shutdown.is_set():
                return _state(access.presentation_id, record)
            with suppress(TimeoutError):
                async with asyncio.timeout(min(POLL_INTERVAL_S, ends_at - loop.time())):
                    await self._shutdown.wait()

    async def command(self, access: RemoteAccess, command: RemoteCommand) -> int:
        """Append a command to a presentation and return its number; of several remotes the last command counts.

        Raises:
            ApiError: E019 if the demand has no such presentation; E013 if the token is not its own.
            StoreUnavailable: If the store does not answer in time; the command may be stored.
            StoreMisconfigured: If the store rejects a call.
        """
        changed = await self._change(access, partial(_with_command, command))
        return changed.commands[-1].number

    async def show(self, access: RemoteAccess, display: StageDisplay) -> None:
        """Store what the stage shows. Raises as `command` does."""
        await self._change(access, lambda record: record.model_copy(update={"display": display}))

    async def _change(self, access: RemoteAccess, change: Change) -> PresentationRecord:
        changed: PresentationRecord | None = None

        def apply(records: Records) -> Records:
            nonlocal changed
            record = _find(records, access)
            _check_token(record, access.token)
            changed = change(record).model_copy(update={"revision": record.revision + 1})
            return {**records, access.presentation_id: changed}

        async with store_deadline():
            await self._update(access.demand_id, apply)
        assert changed is not None
        return changed

    async def _update(self, demand_id: str, change: Callable[[Records], Records]) -> None:
        cell = _cell_name(demand_id)
        while True:
            version, records = await self._load(demand_id)
            value = _RECORDS.dump_json(change(records))
            if await retry_until_available(partial(self._store.compare_and_set, cell, version, value)):
                return

    async def _load(self, demand_id: str) -> tuple[int, Records]:
        version, value = await retry_until_available(partial(self._store.get_versioned, _cell_name(demand_id)))
        now = await retry_until_available(self._store.now)
        records = _RECORDS.validate_json(value) if value else {}
        return version, {key: record for key, record in records.items() if now - record.created_at < LIFETIME_MS}


def _with_newest(records: Records, presentation_id: str, record: PresentationRecord) -> Records:
    """Return the records with one more, without the oldest beyond the limits."""
    oldest_first = sorted(records.items(), key=lambda item: item[1].created_at)
    own = [key for key, known in oldest_first if known.demand_id == record.demand_id]
    dropped = set(own[: max(0, len(own) + 1 - MAX_PER_DEMAND)])
    kept = [(key, known) for key, known in oldest_first if key not in dropped]
    return dict([*kept, (presentation_id, record)][-MAX_PER_CELL:])


def _with_command(command: RemoteCommand, record: PresentationRecord) -> PresentationRecord:
    number = record.commands[-1].number + 1 if record.commands else 1
    numbered = NumberedCommand(**dict(command), number=number)
    return record.model_copy(update={"commands": (*record.commands, numbered)[-KEPT_COMMANDS:]})


def _find(records: Records, access: RemoteAccess) -> PresentationRecord:
    record = records.get(access.presentation_id)
    if record is None or record.demand_id != access.demand_id:
        raise ApiError(PlatformErrorCode.E019)
    return record


def _check_token(record: PresentationRecord, token: str | None) -> None:
    if token is None or not compare_digest(digest_token(token), record.token_digest):
        raise ApiError(PlatformErrorCode.E013)


def _state(presentation_id: str, record: PresentationRecord) -> PresentationState:
    return PresentationState(
        presentation_id=presentation_id,
        revision=record.revision,
        expires_at=record.created_at + LIFETIME_MS,
        commands=record.commands,
        display=record.display,
    )


def _cell_name(demand_id: str) -> str:
    number = int.from_bytes(digest("presentations", demand_id).encode()) % CELLS
    return f"presentations:{number}"
