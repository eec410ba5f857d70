"""Deployment's `.env` file: generated passwords and the operator's settings.

Docker compose reads it; `make env` writes it once. Standard library only: see `__main__`.
"""

import re
import secrets
from collections.abc import Mapping, Sequence

from towow.deployment import broker_users, store_users

BROKER_PREFIX, STORE_PREFIX = "BROKER_PASSWORD_", "STORE_PASSWORD_"
NAMESPACE = "TOWOW_NAMESPACE"

_NAMESPACE = re.compile(r"[a-z][a-z0-9-]{0,30}")
_COMMENT = re.compile(r"(^|\s+)#.*")
_PASSWORD = re.compile(r"[A-Za-z0-9_-]{16,}")
"""Characters that need no quoting in a URL."""

TEMPLATE = """\
# Passwords and settings of this deployment, read by docker compose. `make env` creates this file and never overwrites
# it. Keep it secret. After a change: docker compose up -d --force-recreate.

# Address and port of the gateway. 0.0.0.0 admits other machines: set TOWOW_OPEN=0 first.
TOWOW_BIND=127.0.0.1
TOWOW_PORT=8000

# 1: anyone who can reach the gateway may submit demands. 0: only users who sign in with one of the keys below. Starting
# a deliberation always needs a key.
TOWOW_OPEN=1
# KEY:USER:user|admin, separated by commas. Administration always needs an admin's key. Only its length protects a key
# from being guessed: openssl rand -hex 32
TOWOW_API_KEYS={key}:operator:admin

# simulated is free of charge; anthropic needs the key below.
TOWOW_LLM=simulated
ANTHROPIC_API_KEY=
# Only for TOWOW_EMBEDDER=http in settings.env.
TOWOW_EMBEDDER_KEY=

# Number of workers of the roles that need most: in negotiations user_agent, in deliberations planner and critic, in
# games game_agent and game_search.
# `docker compose up --scale planner=N` lasts only until the next `up` without it.
TOWOW_USER_AGENTS=1
TOWOW_PLANNERS=1
TOWOW_CRITICS=1
TOWOW_GAME_AGENTS=1
TOWOW_GAME_SEARCHES=1

# First word of the names of exchanges, queues and keys. All other settings of docs/settings.md go into settings.env.
TOWOW_NAMESPACE=towow
"""


class InvalidEnvFile(Exception):
    """The `.env` is invalid; the message says what to do."""


def render_env_file() -> str:
    """Return the text of a new `.env` file with new random passwords and default settings; writes nothing."""
    return "\n".join(
        (
            TEMPLATE.format(key=secrets.token_hex(32)),
            "# RabbitMQ: one user per role.",
            *(f"{variable}={secrets.token_hex(32)}" for variable in variable_names(BROKER_PREFIX, broker_users.USERS)),
            "",
            "# Redis: the system, towow init, and the operator.",
            *(f"{variable}={secrets.token_hex(32)}" for variable in variable_names(STORE_PREFIX, store_users.USERS)),
            "",
        )
    )


def password_variables() -> list[str]:
    """Return the names of all password variables, those of RabbitMQ's users first."""
    return [*variable_names(BROKER_PREFIX, broker_users.USERS), *variable_names(STORE_PREFIX, store_users.USERS)]


def variable_names(prefix: str, users: Sequence[str]) -> list[str]:
    """Return the names of the users' password variables, in their order: `prefix` and the user's name in upper case.

    Args:
        prefix: BROKER_PREFIX or STORE_PREFIX.
        users: User names.
    """
    return [prefix + user.upper() for user in users]


def parse_env_file(text: str) -> Mapping[str, str]:
    """Return the variables in the text of a `.env` file by name, as docker compose reads them, but without `$NAME`.

    Values are without surrounding quotes and without a comment after them. Comments (`#`) and lines without `=` are
    skipped, as is the word `export`; of several values for a name the last one counts.
    """
    pairs = (line.partition("=") for line in text.splitlines() if "=" in line and not line.lstrip().startswith("#"))
    return {name.strip().removeprefix("export ").strip(): _read_value(value.strip()) for name, _, value in pairs}


def _read_value(text: str) -> str:
    quote = text[:1]
    if quote in ("'", '"') and text.find(quote, 1) > 0:
        return text[1 : text.index(quote, 1)]
    return _COMMENT.sub("", text).strip("'\"")


def read_namespace(variables: Mapping[str, str]) -> str:
    """Return the value of TOWOW_NAMESPACE, by default `towow`; raises InvalidEnvFile if it is invalid.

    Args:
        variables: Variables of the `.env` file by name.
    """
    namespace = variables.get(NAMESPACE) or "towow"
    if not _NAMESPACE.fullmatch(namespace):
        raise InvalidEnvFile(
            f"{NAMESPACE}={namespace}: expected a lower-case letter, then at most 30 of a-z, 0-9 and -"
        )
    return namespace


def read_passwords(variables: Mapping[str, str], prefix: str, users: Sequence[str]) -> Mapping[str, str]:
    """Return the passwords by user, read from the variables that `variable_names` names.

    Args:
        variables: Variables of the `.env` file by name.
        prefix: BROKER_PREFIX or STORE_PREFIX.
        users: User names.

    Raises:
        InvalidEnvFile: A password is missing, shorter than 16 characters, or needs quoting in a URL; the message names
            the variables.
    """
    passwords_by_user = dict(
        zip(users, (variables.get(name, "") for name in variable_names(prefix, users)), strict=True)
    )
    invalid = [
        prefix + user.upper() for user, password in passwords_by_user.items() if not _PASSWORD.fullmatch(password)
    ]
    if invalid:
        raise InvalidEnvFile(
            f"{', '.join(invalid)}: expected at least 16 of a-z, A-Z, 0-9, _ and -. Correct them, or remove "
            "all passwords: then docker compose generates new ones"
        )
    return passwords_by_user
