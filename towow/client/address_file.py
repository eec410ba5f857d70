"""Address file: the URL of the system running on this machine, in a folder that only its user can access."""

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


class InsecureDirectory(Exception):
    """The folder of the address file is accessible to other users."""


def address_file(namespace: str) -> Path:
    """Return the path of the address file of a namespace; creates nothing."""
    return _folder_path() / f"{namespace}.url"


def create_private_folder() -> Path:
    """Create the folder of the address file (mode 0700) if it is missing, and return it.

    Raises:
        InsecureDirectory: It is not a folder, belongs to another user, or is accessible to others.
        OSError: It cannot be created.
    """
    folder = _folder_path()
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise InsecureDirectory(f"{folder} must be a folder of your own with mode 0700 (chmod 700 {folder})")
    return folder


def _folder_path() -> Path:
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime and os.access(runtime, os.W_OK | os.X_OK):
        return Path(runtime) / "towow"
    return Path(tempfile.gettempdir()) / f"towow-{os.getuid()}"


class AlreadyAnnounced(Exception):
    """Another running system of the same namespace holds the address file."""


@contextmanager
def announce_address(url: str, namespace: str) -> Generator[None]:
    """Context manager that writes `url` to the namespace's address file for other commands, and removes it on exit.

    If another running system holds the file, or it cannot be written, it raises nothing: it prints a note on how to
    reach this system, and leaves the file alone.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(_hold_address_file(url, address_file(namespace)))
        except AlreadyAnnounced:
            print_note(
                f"Another system of this namespace is running; other commands reach this one with --gateway {url}"
            )
        except (InsecureDirectory, OSError) as error:
            print_note(f"Other commands can only reach this system with --gateway {url}: {error}")
        yield


@contextmanager
def _hold_address_file(url: str, path: Path) -> Generator[None]:
    # The lock ends with the process, however it ends, so the file of a killed process is replaced.
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
    # Renamed into place, so that no reader sees half an address.
    temporary = path.with_suffix(".new")
    temporary.write_text(f"{url}\n", encoding="ascii")
    temporary.replace(path)


POLL_INTERVAL_S = 0.2
"""Seconds between two attempts to find a running system."""


async def find_running_system(namespace: str, wait_s: float) -> str | None:
    """Return the URL of the system of a namespace that runs on this machine; None if none answers within `wait_s`.

    Tries at least once, also for a `wait_s` of 0.
    """
    deadline = asyncio.get_running_loop().time() + wait_s
    while True:
        url = read_address(namespace)
        if url is not None and await is_gateway(url):
            return url
        if asyncio.get_running_loop().time() + POLL_INTERVAL_S > deadline:
            return None
        await asyncio.sleep(POLL_INTERVAL_S)


def read_address(namespace: str) -> str | None:
    """Return the URL in the address file of a namespace; None without a readable file. The system may no longer run."""
    try:
        return address_file(namespace).read_text(encoding="ascii").strip() or None
    except (OSError, ValueError):
        return None


async def is_gateway(url: str) -> bool:
    """Return whether a ToWow gateway answers at `url` within MIN_TIMEOUT_S (1 s); False, too, for a bad URL."""
    from towow.client.http import MIN_TIMEOUT_S, GatewayHttp  # httpx2 takes a while to import

    try:
        http = GatewayHttp(url, 0)
    except CommandError:  # the file does not hold a URL
        return False
    try:
        async with asyncio.timeout(MIN_TIMEOUT_S):
            return bool((await http.request_json("GET", "/healthz"))["ok"])
    except (CommandError, ApiError, TimeoutError, TypeError, KeyError):
        return False
    finally:
        await http.close()
