"""What does a revision of the limits leave of the beginning and end that an understanding states?"""

import pytest

from negotiation.contracts.demand import DemandLimits, DemandUnderstanding, Need, UnderstandingChanges
from negotiation.contracts.money import Money
from negotiation.contracts.terms import Terms
from negotiation.understanding.revision import revise_understanding

LIMITS = DemandLimits(place="Leeds", dates=("2026-12-05",), hours="from 7 to 9 pm")
TIMES = Terms(start="2026-12-05T19:00:00+00:00", end="2026-12-05T21:00:00+00:00")
RATE = Terms(fee=Money(amount=1500, currency="GBP"), per="hour")
BOTH = TIMES.model_copy(update={"fee": RATE.fee, "per": RATE.per})


def terms_after(limits: DemandLimits, terms: Terms | None) -> Terms | None:
    before = DemandUnderstanding(
        surface_demand="x", needs=(Need(id="n1", need="band"),), limits=LIMITS, terms=terms, title="Band"
    )
    return revise_understanding(before, UnderstandingChanges(limits=limits), "en")[0].terms


@pytest.mark.parametrize("changed", [{"dates": ()}, {"hours": None}, {"dates": ("2026-12-12",)}, {"hours": "mornings"}])
def test_another_day_or_other_hours_drop_the_beginning_and_the_end_only(changed: dict[str, object]) -> None:
    limits = LIMITS.model_copy(update=changed)
    assert terms_after(limits, BOTH) == RATE
    assert terms_after(limits, TIMES) is None
    assert terms_after(limits, None) is None


def test_a_revision_of_other_limits_keeps_the_terms() -> None:
    limits = LIMITS.model_copy(update={"place": "York", "budget": Money(amount=50000, currency="GBP")})
    assert terms_after(limits, BOTH) == BOTH


def test_a_revision_of_the_needs_keeps_the_terms() -> None:
    before = DemandUnderstanding(surface_demand="x", needs=(Need(id="n1", need="band"),), limits=LIMITS, terms=BOTH)
    changes = UnderstandingChanges(needs=(Need(id="n1", need="DJ"),))
    assert revise_understanding(before, changes, "en")[0].terms == BOTH
