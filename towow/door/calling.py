"""The door of a system that runs in another process: asked over its control socket."""

import asyncio
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from pydantic import ValidationError

from shared.contracts.errors import ErrorCode, ToWowError
from shared.registry.files import Imported
from shared.registry.profile import Profile
from shared.store.port import LoggedEvent
from towow.door.lines import (
    MAX_ANSWER,
    MAX_REQUEST,
    Ask,
    AskAgents,
    AskCancel,
    AskEvents,
    AskImport,
    AskSubmit,
    Head,
    event_of,
    line,
)
from towow.door.port import Accepted
from towow.refusal import NO_ANSWER, Refusal

AGAIN = 0.2
"""Seconds between two attempts to reach it."""

BATCH = MAX_REQUEST // 2
"""Bytes of profiles in one request."""


class NobodyAnswers(Refusal):
    """No running system answers, or it went away in the middle (exit code 3)."""

    def __init__(self, said: str) -> None:
        super().__init__(said, NO_ANSWER)


class Calling:
    """The Door port over a socket: a connection for each request."""

    def __init__(self, path: Path, wait: float) -> None:
        """`wait`: s within which the first line of an answer must come."""
        self._path = path
        self._wait = wait

    async def submit(self, text: str, user_id: str, wait: float = 0) -> Accepted:
        """State a demand."""
        async with self._asked(AskSubmit(text=text, user_id=user_id, wait=wait)) as (head, _):
            return Accepted.model_validate_json(head.value or "")

    async def events(self, demand_id: str, after: int = 0) -> AsyncGenerator[LoggedEvent]:
        """Its events, live."""
        stack = AsyncExitStack()
        _, reader = await stack.enter_async_context(self._asked(AskEvents(demand_id=demand_id, after=after)))
        return self._items(reader, stack)

    async def cancel(self, demand_id: str, cancelled_by: str) -> None:
        """Ask it to stop."""
        async with self._asked(AskCancel(demand_id=demand_id, cancelled_by=cancelled_by)):
            return

    async def agents(self) -> Sequence[Profile]:
        """Every agent there is."""
        async with self._asked(AskAgents()) as (head, reader):
            count = int(head.value or "0")
            return [Profile.model_validate_json(await self._line(reader)) for _ in range(count)]

    async def import_agents(self, profiles: Sequence[Profile]) -> Imported:
        """Add or replace agents, as many at a time as fit into a request."""
        done = Imported()
        for batch in _batches(profiles):
            async with self._asked(AskImport(profiles=batch)) as (head, _):
                part = Imported.model_validate_json(head.value or "")
            done = Imported(imported=done.imported + part.imported, updated=done.updated + part.updated)
        return done

    async def _items(self, reader: asyncio.StreamReader, stack: AsyncExitStack) -> AsyncGenerator[LoggedEvent]:
        async with stack:
            while data := await self._line(reader):
                if data == b"\n":
                    return
                yield event_of(data.removesuffix(b"\n"))
            raise NobodyAnswers("the running system stopped before the negotiation ended")

    @asynccontextmanager
    async def _asked(self, ask: Ask) -> AsyncGenerator[tuple[Head, asyncio.StreamReader]]:
        """The head of the answer and what follows it. Raises what the other end refused, or NobodyAnswers."""
        request = line(ask)
        if len(request) > MAX_REQUEST:
            raise ToWowError(ErrorCode.E016, f"a request has at most {MAX_REQUEST} bytes, not {len(request)}")
        reader, writer = await self._connect()
        try:
            writer.write(request)
            await writer.drain()
            async with asyncio.timeout(self._wait):
                said = await self._line(reader)
            yield _head(said), reader
        except TimeoutError:
            raise NobodyAnswers(f"the system at {self._path} did not answer within {self._wait:g} s") from None
        except ConnectionError:
            raise NobodyAnswers(f"the system at {self._path} went away") from None
        finally:
            writer.close()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        try:
            return await asyncio.open_unix_connection(self._path, limit=MAX_ANSWER)
        except OSError as error:
            raise NobodyAnswers(f"no running system answers at {self._path} ({error.strerror})") from None

    async def _line(self, reader: asyncio.StreamReader) -> bytes:
        try:
            return await reader.readline()
        except ValueError as error:
            raise NobodyAnswers(f"the system at {self._path} sent a line that is too long") from error


async def answers_at(path: Path, wait: float) -> bool:
    """Whether a running system can be reached within `wait` s."""
    patience = asyncio.get_running_loop().time() + wait
    while True:
        try:
            _, writer = await asyncio.open_unix_connection(path)
        except OSError:
            if asyncio.get_running_loop().time() + AGAIN > patience:
                return False
            await asyncio.sleep(AGAIN)
        else:
            writer.close()
            return True


def _head(said: bytes) -> Head:
    try:
        head = Head.model_validate_json(said)
    except ValidationError:
        raise NobodyAnswers("the running system went away or is of another version") from None
    if head.wrong is not None:
        raise head.wrong.error()
    return head


def _batches(profiles: Sequence[Profile]) -> Iterator[tuple[Profile, ...]]:
    batch: list[Profile] = []
    size = 0
    for profile in profiles:
        length = len(line(profile))
        if batch and size + length > BATCH:
            yield tuple(batch)
            batch, size = [], 0
        batch.append(profile)
        size += length
    if batch:
        yield tuple(batch)
