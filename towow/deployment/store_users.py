"""Who may do what on Redis: a user for the system, for `towow init`, for who looks after it (FAULTS § 4 T9).

Inside a Function the server asks for the caller's rights at every command. Only standard library: see `__main__`.
"""

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

SYSTEM, INIT, OPERATOR, HEALTH = "towow", "init", "operator", "health"
USERS = (SYSTEM, INIT, OPERATOR)
"""Those with a password. Who only asks whether the server lives needs none."""

NOBODY = "user default off resetpass ~* &* +@all"
"""Whoever does not log in, and nobody can log in as it. It keeps its rights: with them the server reads its append-only
file when it starts, and without them it leaves out every transaction in it, and goes on."""

FUNCTIONS = Path(__file__).parents[2] / "shared" / "store" / "lua"

SENT = {
    "store": ("fcall", "get", "hget", "hmget", "lrange", "scan", "set", "xrange", "xrevrange", "zcard", "zrange"),
    "registry": (
        *("ping", "hdel", "hget", "hlen", "hmget", "hscan", "hset", "xadd", "xrange", "xrevrange"),
        *("multi", "exec", "discard", "watch", "unwatch"),
    ),
    "attending": ("del", "get", "pexpire", "set", "time", "zadd", "zrange", "zrem"),
}
"""What the adapters send themselves, by who sends it; a Function's own commands are read from its source."""

PREPARES = ("function|load", "function|list", "config|get")
"""What `towow init` needs besides, and `towow doctor` as its user."""


LOOKS = (
    *("ping", "info", "dbsize", "lastsave", "bgrewriteaof", "acl|log", "client|list", "config|get"),
    *("latency|latest", "memory|stats", "slowlog|get"),
)
"""What somebody needs who watches over the server, or saves what it keeps. No key can be read with these."""


def commands() -> list[str]:
    """Every command that the system needs, in order."""
    sources = "\n".join(file.read_text(encoding="utf-8") for file in sorted(FUNCTIONS.glob("*.lua")))
    called = {command.lower() for command in re.findall(r"redis\.call\(\s*'(\w+)'", sources)}
    return sorted(called.union(*SENT.values()))


def access_list(namespace: str, passwords: Mapping[str, str]) -> str:
    """The server's ACL file. Passwords stand in it as SHA-256."""
    system = commands()
    ours = f"~{namespace}:*"
    lines = [
        NOBODY,
        _user(SYSTEM, passwords[SYSTEM], system, ours),
        _user(INIT, passwords[INIT], (*system, *PREPARES), ours),
        _user(OPERATOR, passwords[OPERATOR], LOOKS),
        f"user {HEALTH} on nopass resetkeys resetchannels -@all +ping",
    ]
    return "\n".join(lines) + "\n"


def _user(name: str, password: str, allowed: Sequence[str], keys: str = "") -> str:
    words = ("resetkeys", keys, "resetchannels", "-@all", *(f"+{command}" for command in allowed))
    return f"user {name} on resetpass #{sha256(password.encode()).hexdigest()} {' '.join(filter(None, words))}"
