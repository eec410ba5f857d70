"""How a deployment gets its passwords: `.env` when there is none, and from it what RabbitMQ and Redis load.

`python3 -m towow.deployment`, before anything is installed: so this package needs nothing but the standard library.
"""

import argparse
import os
import sys
from pathlib import Path

from towow.deployment import broker_users, store_users
from towow.deployment.env_file import BROKER, STORE, InvalidEnvFile, namespace_of, passwords, read, written

DEFINITIONS, ACCESS_LIST = "rabbitmq-definitions.json", "redis-users.acl"


def main() -> int:
    """Write what is missing or out of date, and say so. 1 when there is a `.env` that cannot be used."""
    parser = argparse.ArgumentParser(prog="towow.deployment", description=__doc__)
    parser.add_argument("--env", type=Path, default=Path(".env"), help="the file of passwords (.env)")
    parser.add_argument("--folder", type=Path, default=Path(".secrets"), help="where what is made of it goes")
    chosen = parser.parse_args()
    if _create(chosen.env, written()):
        print(f"{chosen.env}: written, with new passwords", file=sys.stderr)
    try:
        made = _made(chosen.env.read_text(encoding="utf-8"))
    except InvalidEnvFile as error:
        print(f"{chosen.env}: {error}", file=sys.stderr)
        return 1
    chosen.folder.mkdir(mode=0o700, exist_ok=True)
    for name, text in made.items():
        if _replace(chosen.folder / name, text):
            print(f"{chosen.folder / name}: written", file=sys.stderr)
    return 0


def _made(env: str) -> dict[str, str]:
    given = read(env)
    namespace = namespace_of(given)
    return {
        DEFINITIONS: broker_users.definitions(namespace, passwords(given, BROKER, broker_users.USERS)),
        ACCESS_LIST: store_users.access_list(namespace, passwords(given, STORE, store_users.USERS)),
    }


def _create(file: Path, text: str) -> bool:
    """Write a file that only its owner may read; False when there is one."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    with open(descriptor, "w", encoding="utf-8") as opened:
        opened.write(text)
    return True


def _replace(file: Path, text: str) -> bool:
    """Write a file anew unless it says just that.

    It can be read by all, in a folder that only its owner can enter: in a container it is read under another number.
    Written in place: a container that has it mounted keeps seeing this very file.
    """
    if file.exists() and file.read_text(encoding="utf-8") == text:
        return False
    file.write_text(text, encoding="utf-8")
    file.chmod(0o644)
    return True


if __name__ == "__main__":
    sys.exit(main())
