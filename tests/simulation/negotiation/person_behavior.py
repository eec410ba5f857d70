"""What a seed decides about people: who sits down to answer for their agent, when, and how soon they answer what."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Literal

from negotiation.contracts.messages import HumanAnswerReceived
from shared.core.message_base import TimerFired
from tests.simulation.negotiation.model import PEOPLE

SHARE = 0.15
"""How many of the seeds that do not aim at what people say have people, and they say what they like."""

Moment = Literal["soon", "late", "at its end", "after it", "never"]

STAYS: Sequence[Sequence[tuple[float, float]]] = (
    ((0.0, inf),),
    ((0.0, inf),),
    ((0.0, 3.0),),
    ((1.0, 6.0), (9.0, inf)),
    ((2.5, inf),),
)
"""From when until when (s) somebody attends."""


@dataclass(frozen=True, slots=True)
class PersonBehavior:
    """One person: for whom they answer, when they are there, how long (s) their agent waits for them.

    `faithful`: they answer soon, and as their agent would, because the seed's aims need the demand's course.
    """

    agent_id: str
    stays: Sequence[tuple[float, float]]
    waited_for: float
    faithful: bool

    def moment(self, random: Random) -> Moment:
        """When they answer a question."""
        if self.faithful:
            return "soon"
        return random.choice(("soon", "soon", "soon", "late", "at its end", "after it", "never"))


def people_of(seed: int, aimed: Iterable[str]) -> Sequence[PersonBehavior]:
    """The people of a seed, by dice of their own. `aimed`: the message types it aims at."""
    random = Random(f"the people of {seed}")
    aimed = frozenset(aimed)
    wanted = HumanAnswerReceived.type in aimed
    # Where people are waited for, a phase is half over only when no fault begins any more.
    if not wanted and (TimerFired.type in aimed or random.random() >= SHARE):
        return ()
    waited_for = random.choice((2.5, 4.0) if wanted else (2.5, 6.0, 30.0))
    count = random.choice((2, 3, len(PEOPLE)) if wanted else (1, 2, len(PEOPLE)))
    return [
        PersonBehavior(agent_id, STAYS[0] if wanted else random.choice(STAYS), waited_for, wanted)
        for agent_id in PEOPLE[:count]
    ]
