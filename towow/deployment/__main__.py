"""Generator of a deployment's passwords, and from them the users of RabbitMQ and Redis.

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
from towow.deployment.secrets_volumes import ACCESS_LIST, DEFINITIONS, install, read_variables


def main() -> int:
    """Run the command of the command line and return the exit code: 1 if a file of passwords is invalid, else 0.

    Without a command, write `.env` if it is missing (`--env FILE`), and with `--folder FOLDER` the user files of
    RabbitMQ and Redis that follow from it. `install` writes the containers' secrets and `print` prints the variables
    of the deployment; both are for the service `secrets` of docker-compose.yml.

    Raises:
        OSError: A file cannot be read or written.
    """
    parser = argparse.ArgumentParser(prog="towow.deployment", description=__doc__)
    parser.add_argument("command", nargs="?", choices=("env", "install", "print"), default="env")
    parser.add_argument("--env", type=Path, default=Path(".env"), help="file of passwords (default: .env)")
    parser.add_argument("--folder", type=Path, help="folder for the user files of RabbitMQ and Redis")
    parser.add_argument("--secrets", type=Path, default=Path("/secrets"), help="folder of the containers' secrets")
    parser.add_argument("--project", type=Path, default=Path("/project"), help="folder that may hold a .env")
    arguments = parser.parse_args()
    try:
        match arguments.command:
            case "install":
                origin = install(arguments.secrets, arguments.project, os.environ.get("TOWOW_NAMESPACE", ""))
                print(f"secrets: installed, from {origin}", file=sys.stderr)
            case "print":
                variables, _ = read_variables(arguments.secrets, arguments.project)
                print("\n".join(f"{name}={value}" for name, value in variables.items()))
            case _:
                _write_env_file(arguments.env, arguments.folder)
    except InvalidEnvFile as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _write_env_file(env_file: Path, folder: Path | None) -> None:
    """Write `.env` if it is missing, and the user files in `folder` if they are out of date."""
    if _create(env_file, render_env_file()):
        print(f"{env_file}: written, with new passwords", file=sys.stderr)
    try:
        files = _build_files(env_file.read_text(encoding="utf-8"))
    except InvalidEnvFile as error:
        raise InvalidEnvFile(f"{env_file}: {error}") from error
    if folder is None:
        return
    folder.mkdir(mode=0o700, exist_ok=True)
    for name, text in files.items():
        if _replace(folder / name, text):
            print(f"{folder / name}: written", file=sys.stderr)


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

    Everyone may read it, in a folder that only its owner can enter: servers read it under another user id.
    It is written in place, so that a container that has it mounted sees the new content.
    """
    if file.exists() and file.read_text(encoding="utf-8") == text:
        return False
    file.write_text(text, encoding="utf-8")
    file.chmod(0o644)
    return True


if __name__ == "__main__":
    sys.exit(main())
