"""How other commands of the same person learn where a running system is reached: a file in a private folder."""

import fcntl
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from towow.door.folder import InsecureDirectory, address_file, private_folder
from towow.view import print_note


class AlreadyAnnounced(Exception):
    """Another running system of the same namespace is the one that is announced."""


@contextmanager
def announced(url: str, namespace: str) -> Generator[None]:
    """Other commands find `url` meanwhile; when they cannot, it is said how they reach it all the same."""
    with ExitStack() as held:
        try:
            held.enter_context(_announced(url, address_file(namespace)))
        except AlreadyAnnounced:
            print_note(f"Another system is the one that other commands find; this one they reach with --gateway {url}")
        except (InsecureDirectory, OSError) as error:
            print_note(f"Other commands reach this system only with --gateway {url}: {error}")
        yield


@contextmanager
def _announced(url: str, path: Path) -> Generator[None]:
    """Keep the file's lock as long as the process lives, however it ends, and clear away what a killed one left."""
    private_folder()
    with path.with_suffix(".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyAnnounced from None
        _write(path, url)
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def _write(path: Path, url: str) -> None:
    """All at once: nobody reads half an address."""
    fresh = path.with_suffix(".new")
    fresh.write_text(f"{url}\n", encoding="ascii")
    fresh.replace(path)
