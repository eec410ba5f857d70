"""What exchanges and queues are called, and which routing keys a binding key matches (DESIGN § 4)."""

from dataclasses import dataclass
from functools import lru_cache

DEAD = "dead"
"""The queue, without its namespace, in which dead letters wait to be filed."""


@dataclass(frozen=True, slots=True)
class Topology:
    """The names of one namespace on the broker."""

    namespace: str = "towow"

    @property
    def commands(self) -> str:
        """The direct exchange of all messages between actors."""
        return f"{self.namespace}.commands"

    @property
    def events(self) -> str:
        """The topic exchange of the events that everybody may see."""
        return f"{self.namespace}.events"

    @property
    def private(self) -> str:
        """The topic exchange of the events that not everybody may see."""
        return f"{self.events}.private"

    @property
    def dead(self) -> str:
        """The exchange, and the queue behind it, of what nobody could handle."""
        return self.queue(DEAD)

    def queue(self, role: str) -> str:
        """The queue in which the messages of `role` wait."""
        return f"{self.namespace}.{role}"

    def subscription(self, unique: str) -> str:
        """A queue of one subscriber to events; `unique` is never used twice."""
        return self.queue(f"subscription.{unique}")

    def role(self, queue: str) -> str:
        """The reverse of `queue`."""
        return queue.removeprefix(f"{self.namespace}.")


def matches(pattern: str, routing_key: str) -> bool:
    """Whether the binding key `pattern` covers `routing_key`: `*` is one word, `#` any number, also none."""
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
