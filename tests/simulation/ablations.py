"""Which safety can be switched off, what then goes wrong, and which invariant must say so first (FAULTS § 2)."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ablation:
    """What is switched off, and the invariants of which the first broken one is one."""

    off: str
    names: frozenset[str]


ABLATIONS: Mapping[str, Ablation] = {
    "seen": Ablation("the store recognises no message that it has seen", frozenset({"I2"})),
    "version": Ablation("the store takes a decision on an old version", frozenset({"I2", "I6"})),
    "due": Ablation("the store forgets what a commit has to send", frozenset({"I1", "I3"})),
    "confirms": Ablation("a sender does not wait for the broker's confirm", frozenset({"I3"})),
    "mandatory": Ablation("the broker swallows what no queue takes", frozenset({"I1", "I3"})),
    "ack_order": Ablation("a receiver says that it is done before it begins", frozenset({"I1"})),
    "aof": Ablation("the store answers before its disk has the commit", frozenset({"I1", "I6"})),
}
