"""RabbitMQ users and permissions: one user per role, with least privilege (DESIGN § 4, FAULTS § 4 T6 and T7).

A worker reads its own queue and the dead letters, and declares nothing. Standard library only: see `__main__`.
"""

import json
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from shared.transport.topology import DEAD, Topology

INIT, GATEWAY, SUBSCRIBER = "init", "gateway", "subscriber"
NEGOTIATION_ROLES = ("coordinator", "channel_admin", "skills", "user_agent")
DELIBERATION_ROLES = ("deliberation_host", "deliberation_skills", "planner", "critic", "reporter")
GAME_ROLES = ("game_host", "game_agent", "game_search", "game_callback")

ROLES = (*NEGOTIATION_ROLES, *DELIBERATION_ROLES, *GAME_ROLES)
"""Roles with a queue of their name; only the user of that name may send as that role."""

EVENT_PUBLISHERS = ("channel_admin", "deliberation_host", "game_host")
"""The roles that own entities, and so publish events; one for each application."""

_NEGOTIATION_SUBJECTS = (
    *("agent", "channel", "demand", "feedback", "filter", "gap", "negotiation", "offer", "proposal", "question"),
    "subnet",
)

PUBLISHED_EVENTS = {
    "channel_admin": rf"^towow\.({'|'.join(_NEGOTIATION_SUBJECTS)})\.",
    "deliberation_host": r"^towow\.deliberation\.",
    "game_host": r"^towow\.game\.",
    GATEWAY: r"^towow\.(demand\.submitted|deliberation\.session_started|game\.started)\.",
}
"""Pattern for the routing keys that a user may publish, by user; a gateway publishes only the first event of a log."""

USERS = (INIT, *ROLES, GATEWAY, SUBSCRIBER)

SUBSCRIPTION_PATTERN = r"subscription\..+"
"""Pattern for the names of event subscribers' queues, without the namespace."""

QUEUE_EXPIRY_MS = 3600 * 1000
"""Time until a subscription's queue without a consumer is deleted."""

MAX_QUEUED_EVENTS = 10_000
"""Maximum length of a subscription's queue; beyond it the oldest event is dropped, but stays in the log."""


@dataclass(frozen=True)
class BrokerRights:
    """Regular expressions for names of exchanges and queues (`dead` is both)."""

    configure: str
    write: str
    read: str


def broker_rights(namespace: str) -> Mapping[str, BrokerRights]:
    """Return the rights of each RabbitMQ user of USERS, by user name.

    Binding needs write on the queue and read on the exchange; declaring a queue with a dead-letter exchange needs read
    on the queue and write on that exchange.

    Args:
        namespace: Prefix of the names of exchanges and queues.
    """
    queues = (*ROLES, DEAD)

    def name_pattern(*ends: str) -> str:
        return f"^{namespace}\\.({'|'.join(ends)})$" if ends else "^$"

    events = (r"events", r"events\.private")
    rights_by_user = {
        INIT: BrokerRights(
            name_pattern("commands", *events, *queues), name_pattern(*queues), name_pattern("commands", *queues)
        )
    }
    for role in ROLES:
        targets = ("commands", DEAD, *events) if role in EVENT_PUBLISHERS else ("commands", DEAD)
        rights_by_user[role] = BrokerRights(name_pattern(), name_pattern(*targets), name_pattern(role, DEAD))
    subscriptions = name_pattern(SUBSCRIPTION_PATTERN)
    rights_by_user[GATEWAY] = BrokerRights(
        subscriptions,
        name_pattern("commands", *events, SUBSCRIPTION_PATTERN),
        name_pattern(*events, SUBSCRIPTION_PATTERN),
    )
    rights_by_user[SUBSCRIBER] = BrokerRights(
        subscriptions, subscriptions, name_pattern("events", SUBSCRIPTION_PATTERN)
    )
    return rights_by_user


def topic_permissions(namespace: str) -> list[dict[str, str]]:
    """Return the definitions file's topic permissions, each with `user`, `vhost`, `exchange`, `write` and `read`.

    `write` and `read` are regular expressions for the routing keys that the user may publish and bind.

    Args:
        namespace: Prefix of the names of exchanges.
    """
    topology = Topology(namespace)
    rows = [(SUBSCRIBER, topology.events, "^$", ".*")]
    for exchange in (topology.events, topology.private):
        rows += [(user, exchange, keys, ".*" if user == GATEWAY else "^$") for user, keys in PUBLISHED_EVENTS.items()]
    return [
        {"user": user, "vhost": "/", "exchange": exchange, "write": write, "read": read}
        for user, exchange, write, read in rows
    ]


def definitions(namespace: str, passwords: Mapping[str, str]) -> str:
    """Return the JSON text of the definitions file that RabbitMQ loads at start: users, permissions and policies.

    A broker that loads users creates no `guest`. No user has a tag, so none can use the management interface.

    Args:
        namespace: Prefix of the names of exchanges and queues.
        passwords: Password of each of USERS, by user name; KeyError without one. Only their hashes are in the file.
    """
    permissions = [{"user": user, "vhost": "/", **vars(may)} for user, may in broker_rights(namespace).items()]
    policy = {
        "vhost": "/",
        "name": f"{namespace}-subscriptions",
        "pattern": f"^{namespace}\\.{SUBSCRIPTION_PATTERN}$",
        "apply-to": "queues",
        "priority": 0,
        "definition": {"max-length": MAX_QUEUED_EVENTS, "overflow": "drop-head", "expires": QUEUE_EXPIRY_MS},
    }
    document = {
        "vhosts": [{"name": "/"}],
        "users": [_user(name, passwords[name]) for name in USERS],
        "permissions": permissions,
        "topic_permissions": topic_permissions(namespace),
        "policies": [policy],
    }
    return json.dumps(document, indent=2) + "\n"


def _user(name: str, password: str) -> dict[str, object]:
    return {
        "name": name,
        "password_hash": password_hash(name, password),
        "hashing_algorithm": "rabbit_password_hashing_sha256",
        "tags": [],
    }


def password_hash(name: str, password: str) -> str:
    """Return RabbitMQ's salted SHA-256 of a user's password, in base64.

    Deterministic: user name and password determine the salt.
    """
    salt = sha256(f"{name}\n{password}".encode()).digest()[:4]
    return b64encode(salt + sha256(salt + password.encode()).digest()).decode()
