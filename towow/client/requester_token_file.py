"""Requester token file: the tokens of the demands that this user submitted, in the folder of the address file."""

import fcntl
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from shared.core.frozen_model import FrozenModel
from towow.cli.output import print_note
from towow.client.address_file import InsecureDirectory, create_private_folder

FILE_NAME = "requester-tokens.jsonl"

MAX_TOKENS = 500
"""Tokens in the file, those of the latest demands."""

MAX_FILE_BYTES = 256 * 1024
"""Size of the file above which it counts as damaged; MAX_TOKENS take a fifth of it."""


class _Entry(FrozenModel):
    demand_id: str
    token: str


class RequesterTokenFile:
    """Tokens by demand id in a file that only its user can read (mode 0600, in a folder of mode 0700).

    A demand without its token can still be watched. A failure therefore is a note on standard error, no exception.
    """

    def add(self, demand_id: str, token: str) -> None:
        """Add the token of a demand, and remove the oldest beyond MAX_TOKENS. Safe for simultaneous commands."""
        try:
            folder = create_private_folder()
            with _lock(folder):
                entries = [entry for entry in _read_entries(folder) if entry.demand_id != demand_id]
                entries.append(_Entry(demand_id=demand_id, token=token))
                _write_entries(folder, entries[-MAX_TOKENS:])
        except (InsecureDirectory, OSError) as error:
            print_note(f"{demand_id} cannot be cancelled from here later, its token is not kept: {error}")

    def find(self, demand_id: str) -> str | None:
        """Return the token of a demand; None if it is not in the file, or the file cannot be read."""
        try:
            entries = _read_entries(create_private_folder())
        except (InsecureDirectory, OSError) as error:
            print_note(f"the token of {demand_id} cannot be read: {error}")
            return None
        return next((entry.token for entry in reversed(entries) if entry.demand_id == demand_id), None)


@contextmanager
def _lock(folder: Path) -> Generator[None]:
    with (folder / FILE_NAME).with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _read_entries(folder: Path) -> list[_Entry]:
    """Return the entries, oldest first, without lines that are none; nothing of a file that is missing or too large."""
    try:
        with (folder / FILE_NAME).open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        return []
    if len(data) > MAX_FILE_BYTES:
        return []
    entries: list[_Entry] = []
    for line in data.splitlines():
        try:
            entries.append(_Entry.model_validate_json(line))
        except ValidationError:
            continue
    return entries


def _write_entries(folder: Path, entries: list[_Entry]) -> None:
    # Renamed into place, so that no reader sees half a file.
    path = folder / FILE_NAME
    temporary = path.with_suffix(".new")
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.writelines(f"{entry.model_dump_json()}\n" for entry in entries)
    temporary.replace(path)
