"""Generator of a deployment's passwords: `.env` if it is missing, and from it the users of RabbitMQ and Redis.

Run as `python3 -m towow.deployment` before anything is installed: this package uses only the standard library.
"""

import argparse
import os
import sys
from pathlib import Path

from towow.deployment import broker_users, store_users
from towow.deployment.env_file import (
    BROKER_PREFIX,
    STORE_PREFIX,
    InvalidEnvFile,
    parse_env_file,
    read_namespace,
    read_passwords,
    render_env_file,
)

DEFINITIONS, ACCESS_LIST = "rabbitmq-definitions.json", "redis-users.acl"


def main() -> int:
    """Write `.env` if it is missing, and the services' user files if they are out of date; return the exit code.

    Reads the command line (`--env FILE`, `--folder FOLDER`). The code is 1 if `.env` is invalid, else 0.

    Raises:
        OSError: A file cannot be read or written.
    """
    parser = argparse.ArgumentParser(prog="towow.deployment", description=__doc__)
    parser.add_argument("--env", type=Path, default=Path(".env"), help="file of passwords (default: .env)")
    parser.add_argument(
        "--folder", type=Path, default=Path(".secrets"), help="folder of the generated files (default: .secrets)"
    )
    arguments = parser.parse_args()
    if _create(arguments.env, render_env_file()):
        print(f"{arguments.env}: written, with new passwords", file=sys.stderr)
    try:
        files = _build_files(arguments.env.read_text(encoding="utf-8"))
    except InvalidEnvFile as error:
        print(f"{arguments.env}: {error}", file=sys.stderr)
        return 1
    arguments.folder.mkdir(mode=0o700, exist_ok=True)
    for name, text in files.items():
        if _replace(arguments.folder / name, text):
            print(f"{arguments.folder / name}: written", file=sys.stderr)
    return 0


def _build_files(env: str) -> dict[str, str]:
    variables = parse_env_file(env)
    namespace = read_namespace(variables)
    return {
        DEFINITIONS: broker_users.definitions(namespace, read_passwords(variables, BROKER_PREFIX, broker_users.USERS)),
        ACCESS_LIST: store_users.access_list(namespace, read_passwords(variables, STORE_PREFIX, store_users.USERS)),
    }


def _create(file: Path, text: str) -> bool:
    """Write a file that only its owner can read; return False if it exists."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    with open(descriptor, "w", encoding="utf-8") as stream:
        stream.write(text)
    return True


def _replace(file: Path, text: str) -> bool:
    """Write a file unless it has this content already; return whether it was written.

    Everyone may read it, in a folder that only its owner can enter: containers read it under another user id.
    It is written in place, so that a container that has it mounted sees the new content.
    """
    if file.exists() and file.read_text(encoding="utf-8") == text:
        return False
    file.write_text(text, encoding="utf-8")
    file.chmod(0o644)
    return True


if __name__ == "__main__":
    sys.exit(main())
