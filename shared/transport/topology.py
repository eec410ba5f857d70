"""Names of exchanges and queues, and the matching of binding keys against routing keys (DESIGN § 4)."""

from dataclasses import dataclass
from functools import lru_cache

DEAD = "dead"
"""Name of the dead-letter queue, without the namespace."""


@dataclass(frozen=True, slots=True)
class Topology:
    """Names of the exchanges and queues of one namespace."""

    namespace: str = "towow"

    @property
    def commands(self) -> str:
        """Name of the direct exchange of the messages between actors."""
        return f"{self.namespace}.commands"

    @property
    def events(self) -> str:
        """Name of the topic exchange of public events."""
        return f"{self.namespace}.events"

    @property
    def private(self) -> str:
        """Name of the topic exchange of the events that only authorised readers may see."""
        return f"{self.events}.private"

    @property
    def dead(self) -> str:
        """Name of the dead-letter exchange, and of the queue bound to it."""
        return self.queue(DEAD)

    def queue(self, role: str) -> str:
        """Return the name of the command queue of `role`: `<namespace>.<role>`."""
        return f"{self.namespace}.{role}"

    def subscription(self, unique: str) -> str:
        """Return the name of an event subscriber's queue; `unique` is a text that no other subscription ever uses."""
        return self.queue(f"subscription.{unique}")

    def role(self, queue: str) -> str:
        """Return the role of a queue name, the inverse of `queue`; a name of another namespace is returned as it is."""
        return queue.removeprefix(f"{self.namespace}.")


def matches(pattern: str, routing_key: str) -> bool:
    """Return whether a binding key matches a routing key; both consist of words separated by dots.

    In the binding key `*` matches exactly one word, `#` any number of words, including none.
    """
    if pattern in ("#", routing_key):
        return True
    return _matches(tuple(pattern.split(".")), tuple(routing_key.split(".")))


@lru_cache(maxsize=4096)
def _matches(pattern: tuple[str, ...], words: tuple[str, ...]) -> bool:
    if not pattern:
        return not words
    first, rest = pattern[0], pattern[1:]
    if first == "#":
        return _matches(rest, words) or (bool(words) and _matches(pattern, words[1:]))
    return bool(words) and first in ("*", words[0]) and _matches(rest, words[1:])
