"""Which status may follow which? The table against the ledger, and E010 for everything else (TW-310…326)."""

from itertools import product

import pytest

from channel_admin.core.status import FINAL_STATUSES, TRANSITIONS, IllegalTransition, Status, check_transition

LEDGER = {
    "TW-310": ("created", "broadcasting"),
    "TW-311": ("created", "failed"),
    "TW-312": ("broadcasting", "collecting"),
    "TW-313": ("broadcasting", "failed"),
    "TW-314": ("collecting", "aggregating"),
    "TW-315": ("collecting", "failed"),
    "TW-316": ("aggregating", "proposal_sent"),
    "TW-317": ("aggregating", "failed"),
    "TW-318": ("proposal_sent", "negotiating"),
    "TW-319": ("proposal_sent", "failed"),
    "TW-320": ("negotiating", "finalized"),
    "TW-321": ("negotiating", "force_finalized"),
    "TW-323": ("negotiating", "failed"),
    "TW-324": ("negotiating", "proposal_sent"),
}
"""Without TW-322 (back to COLLECTING): TWC-06 settles it in favour of TW-324. TW-325 is what is not here."""

TERMINAL = ("finalized", "force_finalized", "failed", "cancelled")
CANCELLING = {(status.value, "cancelled") for status in Status if status.value not in TERMINAL}
ALLOWED = {*LEDGER.values(), *CANCELLING}


def test_the_transition_table_equals_the_specified_one() -> None:
    assert {(str(a), str(b)) for a, following in TRANSITIONS.items() for b in following} == ALLOWED
    assert set(TRANSITIONS) == set(Status)


def test_a_final_status_has_no_following_transition() -> None:
    assert {str(status) for status in FINAL_STATUSES} == set(TERMINAL)


@pytest.mark.parametrize(("before", "after"), sorted(product(Status, Status)))
def test_a_transition_outside_the_table_is_refused(before: Status, after: Status) -> None:
    if (str(before), str(after)) in ALLOWED:
        assert check_transition(before, after) is after
    else:
        with pytest.raises(IllegalTransition, match="E010") as refused:
            check_transition(before, after)
        assert before in str(refused.value)
        assert after in str(refused.value)
