"""Outcome of a plan: which needs are met by whom, and what is missing (DESIGN § 7, INTERFACES § 6)."""

from negotiation.contracts.text_limits import Phrase, Sentence, UpToTwelve
from shared.core.frozen_model import FrozenModel


class NeedOutcome(FrozenModel):
    """One need of the demand, whether it is met, and the agents that hold it, confirmed or not.

    It is met by as many confirmed holders as it asks for, none of them in reserve, on a day that the demand allows.
    """

    id: str
    need: Phrase
    met: bool
    holders: tuple[str, ...] = ()


class PlanOutcome(FrozenModel):
    """Worth of an agreed plan.

    Attributes:
        complete: Whether every required need is met and nothing was found against the plan.
        needs: All needs of the demand, in its order.
        missing: What is missing, in the demand's language: required needs that are not met, then the plan's findings.
    """

    complete: bool = False
    needs: UpToTwelve[NeedOutcome] = ()
    missing: tuple[Sentence, ...] = ()
