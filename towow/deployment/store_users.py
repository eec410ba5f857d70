"""Redis users and permissions: one each for the system, `towow init`, the operator, health checks (FAULTS § 4 T9).

Redis checks the caller's permissions for every command inside a Function, too. Standard library only: see `__main__`.
"""

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

SYSTEM, INIT, OPERATOR, HEALTH = "towow", "init", "operator", "health"
USERS = (SYSTEM, INIT, OPERATOR)
"""Users with a password; the health check has none."""

DEFAULT_USER_RULE = "user default off resetpass ~* &* +@all"
"""Rule of the default user: no login, but all rights. Redis replays its append-only file with them, and without them
silently skips every transaction in it."""

FUNCTIONS_FOLDER = Path(__file__).parents[2] / "shared" / "store" / "lua"

ADAPTER_COMMANDS = {
    "store": ("fcall", "get", "hget", "hmget", "lrange", "scan", "set", "xrange", "xrevrange", "zcard", "zrange"),
    "registry": (
        *("ping", "hdel", "hlen", "hmget", "hscan", "hset", "xadd", "xrange", "xrevrange"),
        *("multi", "exec", "discard"),
    ),
    "attending": ("del", "get", "pexpire", "set", "time", "zadd", "zrange", "zrem"),
    "server_status": ("info|memory",),
}
"""Commands that the adapters send, by adapter; those inside Functions are read from the Lua source."""

INIT_COMMANDS = ("function|load", "function|list", "config|get")
"""Additional commands of `towow init`, and of `towow doctor` as its user."""


OPERATOR_COMMANDS = (
    *("ping", "info", "dbsize", "lastsave", "bgrewriteaof", "acl|log", "client|list", "config|get"),
    *("latency|latest", "memory|stats", "slowlog|get"),
)
"""Commands for monitoring and backup; none of them reads a key."""


def system_commands() -> list[str]:
    """Return the names of all Redis commands that the system sends or calls in Functions, lower-case, sorted."""
    sources = "\n".join(file.read_text(encoding="utf-8") for file in sorted(FUNCTIONS_FOLDER.glob("*.lua")))
    function_commands = {command.lower() for command in re.findall(r"redis\.call\(\s*'(\w+)'", sources)}
    return sorted(function_commands.union(*ADAPTER_COMMANDS.values()))


def access_list(namespace: str, passwords: Mapping[str, str]) -> str:
    """Return the text of the ACL file that Redis loads at start.

    Args:
        namespace: Prefix of the system's keys.
        passwords: Password of each of USERS, by user name; KeyError without one. Only their SHA-256 is in the file.
    """
    system = system_commands()
    key_pattern = f"~{namespace}:*"
    lines = [
        DEFAULT_USER_RULE,
        _user(SYSTEM, passwords[SYSTEM], system, key_pattern),
        _user(INIT, passwords[INIT], (*system, *INIT_COMMANDS), key_pattern),
        _user(OPERATOR, passwords[OPERATOR], OPERATOR_COMMANDS),
        f"user {HEALTH} on nopass resetkeys resetchannels -@all +ping",
    ]
    return "\n".join(lines) + "\n"


def _user(name: str, password: str, allowed: Sequence[str], keys: str = "") -> str:
    words = ("resetkeys", keys, "resetchannels", "-@all", *(f"+{command}" for command in allowed))
    return f"user {name} on resetpass #{sha256(password.encode()).hexdigest()} {' '.join(filter(None, words))}"
