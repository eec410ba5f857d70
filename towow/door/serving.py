"""How other processes of the same person reach a running system: a Unix socket in a private folder."""

import asyncio
import fcntl
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from pydantic import ValidationError

from shared.contracts.errors import ErrorCode, ToWowError
from towow.door.folder import private_folder, socket_path
from towow.door.lines import (
    ASK,
    MAX_REQUEST,
    Ask,
    AskAgents,
    AskCancel,
    AskEvents,
    AskImport,
    AskSubmit,
    Head,
    Wrong,
    line,
)
from towow.door.port import Door


class Taken(Exception):
    """Another running system of the same namespace has the door."""


@asynccontextmanager
async def served(door: Door, namespace: str) -> AsyncGenerator[Path]:
    """Answer requests meanwhile. Raises Taken, NotPrivate, or OSError when there can be no socket."""
    path = socket_path(namespace)
    with _held(path):
        talks: set[asyncio.Task[None]] = set()
        server = await asyncio.start_unix_server(lambda r, w: _begin(door, r, w, talks), path, limit=MAX_REQUEST)
        path.chmod(0o600)
        try:
            yield path
        finally:
            _remove(path)
            server.close()
            for talk in talks:
                talk.cancel()


@contextmanager
def _held(path: Path) -> Generator[None]:
    """Keep the path's lock as long as the process lives, however it ends, and clear away what a killed one left."""
    private_folder()
    with path.with_suffix(".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Taken(str(path)) from None
        _remove(path)
        yield


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)


def _begin(
    door: Door, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, talks: set[asyncio.Task[None]]
) -> None:
    talk = asyncio.create_task(_talk(door, reader, writer))
    talks.add(talk)
    talk.add_done_callback(talks.discard)


async def _talk(door: Door, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One request, one answer."""
    try:
        async for answer in _answers(door, reader):
            writer.write(answer)
            await writer.drain()
    except ToWowError as error:
        said = Wrong(error_code=error.code.name, details=error.details, language=error.language)
        writer.write(line(Head(wrong=said)))
    except ConnectionError:
        return  # whoever asked is gone
    finally:
        writer.close()


async def _answers(door: Door, reader: asyncio.StreamReader) -> AsyncGenerator[bytes]:
    ask = await _read(reader)
    match ask:
        case AskSubmit():
            accepted = await door.submit(ask.text, ask.user_id, ask.wait)
            yield line(Head(value=accepted.model_dump_json()))
        case AskEvents():
            events = await door.events(ask.demand_id, ask.after)
            yield line(Head())
            async for event in events:
                yield event.data + b"\n"
            yield b"\n"
        case AskCancel():
            await door.cancel(ask.demand_id, ask.cancelled_by)
            yield line(Head())
        case AskAgents():
            profiles = await door.agents()
            yield line(Head(value=str(len(profiles))))
            for profile in profiles:
                yield line(profile)
        case AskImport():
            imported = await door.import_agents(ask.profiles)
            yield line(Head(value=imported.model_dump_json()))


async def _read(reader: asyncio.StreamReader) -> Ask:
    """The request. Raises ToWowError (E016, E001)."""
    try:
        said = await reader.readline()
    except ValueError:
        raise ToWowError(ErrorCode.E016, f"a request has at most {MAX_REQUEST} bytes") from None
    try:
        return ASK.validate_json(said)
    except ValidationError as error:
        raise ToWowError(ErrorCode.E001, error.errors(include_url=False)[0]["msg"]) from None
