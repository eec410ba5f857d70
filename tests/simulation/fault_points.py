"""Where on its way a message can be struck, and which message types there are: the coverage table (FAULTS § 2)."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import get_args

import channel_admin.actors
import coordinator.actors
import user_agent.actors
from channel_admin.core.channel import ChannelMessage
from negotiation.contracts.messages import HumanAnswerReceived, OpenSubnet, SubmitDemand

TASKS = tuple(
    message.type
    for message in (*coordinator.actors.MESSAGES, *user_agent.actors.MESSAGES, *channel_admin.actors.MESSAGES)
)
TYPES = (*(message.type for message in get_args(ChannelMessage)), *TASKS)
BEGINNINGS = (SubmitDemand.type, OpenSubnet.type)

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


def is_impossible(hop: str, kind: str) -> str | None:
    """Why a hop cannot strike a type by construction; None when it can."""
    if hop == "killed at the model" and kind not in TASKS:
        return "an entity never calls a model"
    if hop == "killed at the model" and kind == HumanAnswerReceived.type:
        return "a person has answered, no model is asked"
    if hop == "overtaken" and kind in TASKS:
        return "a task has no record"
    if hop == "overtaken" and kind in BEGINNINGS:
        return "nothing else writes the first record of a channel; the same message twice is seen"
    return None


@cache
def coverage_cells() -> Sequence[tuple[str, str]]:
    """Every possible (hop, type)."""
    return tuple((hop, kind) for hop, kind in product(HOPS, TYPES) if is_impossible(hop, kind) is None)
