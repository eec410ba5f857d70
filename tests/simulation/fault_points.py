"""Where on its way a message can be struck, and which cells of the coverage table that makes for an application."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

HOPS: Mapping[str, str] = {
    # On the way there: the type is that of the message that is sent.
    "killed before publish": "its sender dies between the commit and the publish",
    "publish refused": "the broker says no",
    "publish lost": "it never reaches the broker, and no confirm comes",
    "confirm lost": "the broker has it, the sender does not learn of it",
    "queue gone": "the queue it goes to has vanished",
    "killed before sent": "its sender dies after the confirm, before the entry is forgotten",
    "sent again": "a sweep publishes it after somebody's attempt came to nothing",
    "doubled": "the broker delivers it twice",
    "late": "work on it starts late, others pass it",
    "echoed": "a copy of it comes long after",
    # In the receiver's hands: the type is that of the message that is handled.
    "redelivered": "it was given back and comes again",
    "connection cut": "the receiver loses the broker while it has it in hand",
    "frozen": "the receiver stops for a while, and goes on when its successor has done the work",
    "killed before begin": "the receiver dies before it looks the message up",
    "killed after begin": "the receiver dies after that",
    "killed at the model": "the receiver dies while a model answers",
    "killed before commit": "the receiver dies with the decision made and nothing written",
    "commit lost": "the commit never reaches the store",
    "commit undone": "the store dies with the commit executed, but not on disk",
    "reply lost": "the commit is on disk, the receiver does not learn of it",
    "overtaken": "somebody else changed the record first, or ended it",
    "killed after commit": "the receiver dies with everything written and nothing published",
    "killed before ack": "the receiver dies with everything done",
}

Cell = tuple[str, str]
"""A hop and a message type."""


@dataclass(frozen=True, slots=True)
class MessageTypes:
    """The message types of an application, by what their receiver does with them."""

    entity: tuple[str, ...]
    """Those that an entity decides."""
    tasks: tuple[str, ...]
    """Those that a task performs."""
    beginnings: frozenset[str]
    """Those of the entity that make the first record."""
    modelless: frozenset[str]
    """Those of tasks for which no model is asked."""

    @property
    def all(self) -> tuple[str, ...]:
        """All of them, in the order of the table."""
        return (*self.entity, *self.tasks)


def is_impossible(hop: str, kind: str, types: MessageTypes) -> str | None:
    """Why a hop cannot strike a type by construction; None when it can."""
    is_task = kind in types.tasks
    if hop == "killed at the model" and not is_task:
        return "an entity never calls a model"
    if hop == "killed at the model" and kind in types.modelless:
        return "no model is asked"
    if hop == "overtaken" and is_task:
        return "a task has no record"
    if hop == "overtaken" and kind in types.beginnings:
        return "nothing else writes the first record of an entity; the same message twice is seen"
    return None


@cache
def coverage_cells(types: MessageTypes) -> Sequence[Cell]:
    """Every possible (hop, type)."""
    return tuple((hop, kind) for hop, kind in product(HOPS, types.all) if is_impossible(hop, kind, types) is None)
