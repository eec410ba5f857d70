"""Where a running system leaves its address for commands of the same person: a folder that nobody else may enter."""

import asyncio
import fcntl
import os
import stat
import tempfile
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from shared.core.api_error import ApiError
from towow.cli.exit import CommandError
from towow.cli.output import print_note
from towow.client.http import MIN_TIMEOUT_S, GatewayHttp


class InsecureDirectory(Exception):
    """The folder cannot be used: somebody else could reach what lies in it."""


def address_file(namespace: str) -> Path:
    """Where the URL of the system called `namespace` stands while it runs; nothing is made."""
    return _folder_path() / f"{namespace}.url"


def create_private_folder() -> Path:
    """The folder, made if need be: ours, mode 0700. Raises NotPrivate, or OSError when it cannot be made."""
    folder = _folder_path()
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise InsecureDirectory(f"{folder} is not a folder that only you may enter (mode 0700)")
    return folder


def _folder_path() -> Path:
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime and os.access(runtime, os.W_OK | os.X_OK):
        return Path(runtime) / "towow"
    return Path(tempfile.gettempdir()) / f"towow-{os.getuid()}"


class AlreadyAnnounced(Exception):
    """Another running system of the same namespace is the one that is announced."""


@contextmanager
def announce_address(url: str, namespace: str) -> Generator[None]:
    """Other commands find `url` meanwhile; when they cannot, it is said how they reach it all the same."""
    with ExitStack() as stack:
        try:
            stack.enter_context(_hold_address_file(url, address_file(namespace)))
        except AlreadyAnnounced:
            print_note(f"Another system is the one that other commands find; this one they reach with --gateway {url}")
        except (InsecureDirectory, OSError) as error:
            print_note(f"Other commands reach this system only with --gateway {url}: {error}")
        yield


@contextmanager
def _hold_address_file(url: str, path: Path) -> Generator[None]:
    """Keep the file's lock as long as the process lives, however it ends, and clear away what a killed one left."""
    create_private_folder()
    with path.with_suffix(".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyAnnounced from None
        _write_atomically(path, url)
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def _write_atomically(path: Path, url: str) -> None:
    """All at once: nobody reads half an address."""
    temporary = path.with_suffix(".new")
    temporary.write_text(f"{url}\n", encoding="ascii")
    temporary.replace(path)


POLL_INTERVAL_S = 0.2
"""Seconds between two looks."""


async def find_running_system(namespace: str, wait_s: float) -> str | None:
    """The URL of the system called `namespace` when one answers within `wait` s."""
    deadline = asyncio.get_running_loop().time() + wait_s
    while True:
        url = read_address(namespace)
        if url is not None and await is_gateway(url):
            return url
        if asyncio.get_running_loop().time() + POLL_INTERVAL_S > deadline:
            return None
        await asyncio.sleep(POLL_INTERVAL_S)


def read_address(namespace: str) -> str | None:
    """What a running system, or one that was killed, left as its address."""
    try:
        return address_file(namespace).read_text(encoding="ascii").strip() or None
    except (OSError, ValueError):
        return None


async def is_gateway(url: str) -> bool:
    """Whether a gateway of ours answers there."""
    try:
        http = GatewayHttp(url, 0)
    except CommandError:  # what stands in the file is no URL
        return False
    try:
        async with asyncio.timeout(MIN_TIMEOUT_S):
            return bool((await http.request_json("GET", "/healthz"))["ok"])
    except (CommandError, ApiError, TimeoutError, TypeError, KeyError):
        return False
    finally:
        await http.close()
