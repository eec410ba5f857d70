"""Secrets read from a folder of files, each named as its environment variable, as container platforms mount them."""

import os
from collections.abc import MutableMapping
from pathlib import Path

from towow.cli.exit import CommandError

SECRETS_DIR = "TOWOW_SECRETS_DIR"


def load_secrets(environment: MutableMapping[str, str]) -> None:
    """Add the secrets of the folder TOWOW_SECRETS_DIR to `environment`; without that variable change nothing.

    Each file's name is that of a variable and its text the value, without white space at both ends. A variable that is
    set and not empty wins over the file. Files whose name begins with a dot are skipped, as is a byte order mark.

    Args:
        environment: Environment variables by name, such as `os.environ`; changed in place.

    Raises:
        CommandError: The folder or one of its files cannot be read, or a file's name or text cannot be a variable's.
    """
    folder = environment.get(SECRETS_DIR, "")
    if not folder:
        return
    try:
        files = [file for file in Path(folder).iterdir() if not file.name.startswith(".") and file.is_file()]
        secrets = {file.name: file.read_text(encoding="utf-8-sig").strip() for file in files}
    except (OSError, UnicodeDecodeError) as error:
        problem = (error.strerror or "") if isinstance(error, OSError) else "not UTF-8 text"
        raise CommandError(
            f"{SECRETS_DIR}={folder}: {problem}; expected a folder of files that user {os.getuid()} may read, "
            "each named as its variable"
        ) from error
    for name, value in secrets.items():
        if "=" in name or "\0" in value:
            raise CommandError(f"{SECRETS_DIR}={folder}: file {name!r} cannot become an environment variable")
        if not environment.get(name):
            environment[name] = value
