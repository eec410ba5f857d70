"""Next step of a decision: what a handler wants done next in the same transition."""

from dataclasses import dataclass
from typing import Literal

from gamehive.core.loop.loop import ProposedMove
from gamehive.host.core.host_texts import DecisionProblem

NextKind = Literal[
    "before_loop", "turn", "calls", "calls_answered", "message", "default", "proposal", "next_seat", "wait", "ignored"
]
"""What comes next.

`before_loop`: the hooks before the loop. `turn`: a turn of the active loop. `calls`: the next call of its reply.
`calls_answered`: the hooks after them. `message`: its final message. `default`: a decision without the team, for the
reason in `problem`. `proposal`: the check of the move `move`. `next_seat`: the player whose turn it is. `wait`: nothing
until a message comes. `ignored`: the message does not apply, and nothing is committed.
"""


@dataclass(frozen=True, slots=True)
class Continuation:
    """Step to do next, with what it needs."""

    kind: NextKind
    problem: DecisionProblem | None = None
    move: ProposedMove | None = None


WAIT, IGNORED = Continuation("wait"), Continuation("ignored")
