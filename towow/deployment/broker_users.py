"""Who may do what on RabbitMQ: a user per role with only the rights it needs (DESIGN § 4, FAULTS § 4 T6 and T7).

A worker reads its own queue and the dead letters, and declares nothing. Only standard library: see `__main__`.
"""

import json
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from shared.transport.topology import DEAD, Topology

INIT, GATEWAY, SUBSCRIBER = "init", "gateway", "subscriber"
ROLES = ("coordinator", "channel_admin", "skills", "user_agent")
"""Whose messages wait in a queue of their own name; the user of that name is the only one who may send as that role."""

EMITS = "channel_admin"
"""The one role that has an entity, and so events."""

USERS = (INIT, *ROLES, GATEWAY, SUBSCRIBER)

SUBSCRIPTION = r"subscription\..+"
"""Queues of whoever listens to events, by the end of their names."""

IDLE = 3600 * 1000
"""Milliseconds that a subscription's queue outlives its last reader."""

WAITING = 10_000
"""Events that wait in one of them; then the oldest is dropped. The log has it."""


@dataclass(frozen=True)
class BrokerRights:
    """Regular expressions over names of exchanges and queues. One for both: `dead` is an exchange and a queue."""

    configure: str
    write: str
    read: str


def rights(namespace: str) -> Mapping[str, BrokerRights]:
    """What each user may do.

    Binding takes writing to the queue and reading from the exchange; a queue with dead letters takes reading from it
    and writing to their exchange.
    """
    queues = (*ROLES, DEAD)

    def named(*ends: str) -> str:
        return f"^{namespace}\\.({'|'.join(ends)})$" if ends else "^$"

    events = (r"events", r"events\.private")
    found = {INIT: BrokerRights(named("commands", *events, *queues), named(*queues), named("commands", *queues))}
    for role in ROLES:
        sends = ("commands", DEAD, *events) if role == EMITS else ("commands", DEAD)
        found[role] = BrokerRights(named(), named(*sends), named(role, DEAD))
    listens = named(SUBSCRIPTION)
    found[GATEWAY] = BrokerRights(listens, named("commands", *events, SUBSCRIPTION), named(*events, SUBSCRIPTION))
    found[SUBSCRIBER] = BrokerRights(listens, listens, named("events", SUBSCRIPTION))
    return found


def topics(namespace: str) -> list[dict[str, str]]:
    """Which routing keys of the events may be written and bound: a gateway announces nothing but new demands."""
    topology = Topology(namespace)
    emitted, submitted = r"^towow\.", r"^towow\.demand\.submitted\."
    rows = [(SUBSCRIBER, topology.events, "^$", ".*")]
    for exchange in (topology.events, topology.private):
        rows += [(EMITS, exchange, emitted, "^$"), (GATEWAY, exchange, submitted, ".*")]
    return [
        {"user": user, "vhost": "/", "exchange": exchange, "write": write, "read": read}
        for user, exchange, write, read in rows
    ]


def definitions(namespace: str, passwords: Mapping[str, str]) -> str:
    """What the broker loads when it starts, as JSON: users without their passwords, rights and policies.

    A broker that loads users makes no `guest`. Nobody has a tag, so nobody may use the management.
    """
    permissions = [{"user": user, "vhost": "/", **vars(may)} for user, may in rights(namespace).items()]
    policy = {
        "vhost": "/",
        "name": f"{namespace}-subscriptions",
        "pattern": f"^{namespace}\\.{SUBSCRIPTION}$",
        "apply-to": "queues",
        "priority": 0,
        "definition": {"max-length": WAITING, "overflow": "drop-head", "expires": IDLE},
    }
    said = {
        "vhosts": [{"name": "/"}],
        "users": [_user(name, passwords[name]) for name in USERS],
        "permissions": permissions,
        "topic_permissions": topics(namespace),
        "policies": [policy],
    }
    return json.dumps(said, indent=2) + "\n"


def _user(name: str, password: str) -> dict[str, object]:
    return {
        "name": name,
        "password_hash": hashed(name, password),
        "hashing_algorithm": "rabbit_password_hashing_sha256",
        "tags": [],
    }


def hashed(name: str, password: str) -> str:
    """A password as RabbitMQ keeps it: salt and SHA-256. The same each time: the salt is made of what it salts."""
    salt = sha256(f"{name}\n{password}".encode()).digest()[:4]
    return b64encode(salt + sha256(salt + password.encode()).digest()).decode()
