"""Secrets of the containers: one volume per service, readable by that service only (INTERFACES § 1).

Docker compose runs `python -m towow.deployment install` before anything else, as root and without a network. A `.env`
beside docker-compose.yml wins; without passwords in it each is generated once and kept in a volume of their own.
Standard library only: see `__main__`.
"""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from towow.deployment import broker_users, store_users
from towow.deployment.env_file import (
    BROKER_PREFIX,
    STORE_PREFIX,
    InvalidEnvFile,
    parse_env_file,
    password_variables,
    read_namespace,
    read_passwords,
    render_env_file,
)

DEFINITIONS, ACCESS_LIST = "rabbitmq-definitions.json", "redis-users.acl"

_FIRST_ROLES = (*broker_users.NEGOTIATION_ROLES, *broker_users.DELIBERATION_ROLES)

GROUPS = {
    broker_users.INIT: 10010,
    broker_users.GATEWAY: 10011,
    **{role: 10012 + number for number, role in enumerate(_FIRST_ROLES)},
    "rabbitmq": 10021,
    "redis": 10022,
    **{role: 10023 + number for number, role in enumerate(broker_users.GAME_ROLES)},
}
"""Group that may read a service's secrets, by service; docker-compose.yml runs each service in its group."""

MODEL_ROLES = ("coordinator", "skills", "user_agent", "planner", "critic", "reporter", "game_agent")
"""Roles that call the model, and so need its key."""

EMBEDDER_SERVICES = (broker_users.INIT, broker_users.GATEWAY, "coordinator", "deliberation_skills")
"""Services that make vectors, and so need the embedder's key."""

VERSION_VARIABLE, VERSION = "TOWOW_SECRETS_VERSION", "1"
GENERATED_FILE = "generated.env"


def install(folder: Path, project: Path, namespace: str) -> str:
    """Write the secrets of every service, replacing only what differs, and return where the passwords came from.

    Args:
        folder: Folder with one existing sub-folder per service of GROUPS, and `generated` for what is generated.
        project: Folder that may hold a `.env`, whose passwords and keys win over generated ones.
        namespace: TOWOW_NAMESPACE as docker compose read it; empty for the one of `.env` or the default.

    Returns:
        ".env" or "generated passwords".

    Raises:
        InvalidEnvFile: The `.env` has some of the passwords but not all, or it or the generated file has an invalid
            one, or the generated file is of another version. Nothing was written.
        OSError: A file cannot be read or written.
    """
    variables, origin = read_variables(folder, project)
    files = _build_files({**variables, **({"TOWOW_NAMESPACE": namespace} if namespace else {})})
    for service, texts in files.items():
        os.chmod(folder / service, 0o750)
        os.chown(folder / service, 0, GROUPS[service])
        for name, text in texts.items():
            _replace(folder / service / name, text, 0o640, GROUPS[service])
        for outdated in (folder / service).iterdir():
            if outdated.name not in texts:
                outdated.unlink()
    return origin


def read_variables(folder: Path, project: Path) -> tuple[Mapping[str, str], str]:
    """Return all variables of the deployment by name, and the origin of its passwords; generate them if there are none.

    The origin is ".env" or "generated passwords". To earlier generated passwords those of new users are added.

    Args:
        folder: Folder with the sub-folder `generated`.
        project: Folder that may hold a `.env`.

    Raises:
        InvalidEnvFile: As of `install`.
        OSError: A file cannot be read or written.
    """
    env_file = project / ".env"
    given: Mapping[str, str] = _parse(env_file) if env_file.is_file() else {}
    if any(given.get(name) for name in password_variables()):
        _check(given, ".env")
        return given, ".env"
    generated_file = folder / "generated" / GENERATED_FILE
    if not generated_file.exists():
        _replace(generated_file, f"{VERSION_VARIABLE}={VERSION}\n{render_env_file()}", 0o600, 0)
    generated = _parse(generated_file)
    if generated.get(VERSION_VARIABLE) != VERSION:
        raise InvalidEnvFile(
            f"volume `generated_secrets`: expected version {VERSION}, found "
            f"{generated.get(VERSION_VARIABLE) or 'none'}. Start the version of ToWow that wrote it, or remove this "
            "volume (`docker volume ls` shows its name): new passwords are generated and no data is lost"
        )
    added = {name: secrets.token_hex(32) for name in password_variables() if name not in generated}
    complete = {**generated, **added}
    _check(complete, "volume `generated_secrets`")
    if added:
        lines = (f"{name}={password}\n" for name, password in added.items())
        _replace(generated_file, "".join((generated_file.read_text(encoding="utf-8"), "\n", *lines)), 0o600, 0)
    return {**complete, **given}, "generated passwords"


def _parse(file: Path) -> Mapping[str, str]:
    try:
        return parse_env_file(file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InvalidEnvFile(f"{file.name}: expected UTF-8 text") from error


def _check(variables: Mapping[str, str], origin: str) -> None:
    missing = [name for name in password_variables() if not variables.get(name)]
    if missing:
        raise InvalidEnvFile(
            f"{origin}: no value for {', '.join(missing)}. "
            "Add them, or remove all passwords: then new ones are generated"
        )
    try:
        read_passwords(variables, BROKER_PREFIX, broker_users.USERS)
        read_passwords(variables, STORE_PREFIX, store_users.USERS)
    except InvalidEnvFile as error:
        raise InvalidEnvFile(f"{origin}: {error}") from error


def _build_files(variables: Mapping[str, str]) -> Mapping[str, Mapping[str, str]]:
    """Return text by file name by service."""
    namespace = read_namespace(variables)
    broker = read_passwords(variables, BROKER_PREFIX, broker_users.USERS)
    store = read_passwords(variables, STORE_PREFIX, store_users.USERS)
    files: dict[str, dict[str, str]] = {
        "rabbitmq": {DEFINITIONS: broker_users.definitions(namespace, broker)},
        "redis": {ACCESS_LIST: store_users.access_list(namespace, store)},
    }
    for service in (broker_users.INIT, broker_users.GATEWAY, *broker_users.ROLES):
        store_user = store_users.INIT if service == broker_users.INIT else store_users.SYSTEM
        files[service] = {
            "TOWOW_BROKER_URL": f"amqp://{service}:{broker[service]}@rabbitmq:5672/",
            "TOWOW_STORE_URL": f"redis://{store_user}:{store[store_user]}@redis:6379/0",
        }
    files[broker_users.GATEWAY]["TOWOW_API_KEYS"] = variables.get("TOWOW_API_KEYS", "")
    for role in MODEL_ROLES:
        files[role]["ANTHROPIC_API_KEY"] = variables.get("ANTHROPIC_API_KEY", "")
    for service in EMBEDDER_SERVICES:
        files[service]["TOWOW_EMBEDDER_KEY"] = variables.get("TOWOW_EMBEDDER_KEY", "")
    return files


def _replace(file: Path, text: str, mode: int, group: int) -> None:
    """Write a file atomically, with root as its owner; one that has this text, mode and group already stays."""
    if file.exists():
        status = file.stat()
        if (status.st_mode & 0o777, status.st_gid) == (mode, group) and file.read_text(encoding="utf-8") == text:
            return
    draft = file.with_name(f".{file.name}.new")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as stream:
        stream.write(text)
        os.fchmod(stream.fileno(), mode)
        os.fchown(stream.fileno(), 0, group)
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(file)
