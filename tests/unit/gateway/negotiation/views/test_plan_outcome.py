"""What does the view say an agreed plan is worth, then and after later changes?"""

from typing import Any

import pytest

from gateway.negotiation.views.demand_summary import demand_item
from gateway.negotiation.views.schema import DemandView
from tests.support.log_builder import SUBNET, LogBuilder


def worth(*met: bool, missing: tuple[str, ...] = ()) -> dict[str, Any]:
    """Fields of an event by which so many needs are met."""
    needs: list[dict[str, Any]] = [
        {"id": f"n{at}", "need": f"need {at}", "met": is_met, "holders": []} for at, is_met in enumerate(met)
    ]
    return {"complete": all(met) and not missing, "needs": needs, "missing": list(missing)}


def told(view: DemandView) -> Any:
    outcome = view["outcome"] or {}
    return {name: outcome.get(name) for name in ("complete", "needs", "missing")}


def agreed(log: LogBuilder, **fields: Any) -> DemandView:
    log.in_review("bob", "amy")
    log.verdict("finalize", 3)
    return log.tell("proposal.finalized", final_proposal={"version": 1}, rounds_taken=1, **fields)


PARTLY = worth(True, False, missing=("catering: nobody.",))


@pytest.mark.parametrize("kind", ["proposal.finalized", "negotiation.force_finalized"])
def test_an_outcome_says_what_the_plan_is_worth(kind: str) -> None:
    log = LogBuilder()
    log.in_review("bob")
    view = log.tell(kind, final_proposal={"version": 1}, **PARTLY)
    assert told(view) == PARTLY
    item = demand_item(view)
    assert (item.get("complete"), item.get("missing")) == (False, ["catering: nobody."])
    assert [need["met"] for need in item.get("needs", ())] == [True, False]


def test_a_completed_subnet_changes_what_the_plan_is_worth() -> None:
    log = LogBuilder()
    agreed(log, **PARTLY)
    log.tell("subnet.triggered", sub_channel_id=SUBNET, gap_type="catering")
    log.tell("proposal.finalized", channel=SUBNET, final_proposal={"version": 1}, **worth(True))
    assert told(log.view or agreed(log)) == PARTLY
    view = log.tell("subnet.completed", sub_channel_id=SUBNET, status="finalized", **worth(True, True))
    assert told(view) == worth(True, True)
    assert demand_item(view).get("complete") is True


def test_a_withdrawal_after_the_outcome_changes_what_the_plan_is_worth() -> None:
    log = LogBuilder()
    before = agreed(log, **worth(True, True))
    view = log.tell("agent.withdrawn", agent_id="bob", reason="ill", round=1, proposal={"version": 2}, **PARTLY)
    assert told(view) == PARTLY
    assert (view["status"], view["phase"]) == (before["status"], before["phase"])


def test_a_withdrawal_before_the_outcome_says_nothing_of_it() -> None:
    log = LogBuilder()
    log.in_review("bob")
    view = log.tell("agent.withdrawn", agent_id="bob", reason="ill", round=1, needs=[], missing=[])
    assert view["outcome"] is None


def test_a_log_of_an_earlier_release_says_nothing_of_it() -> None:
    log = LogBuilder()
    agreed(log)
    log.tell("agent.withdrawn", agent_id="bob", reason="ill", round=1, proposal={"version": 2})
    view = log.tell("subnet.completed", sub_channel_id=SUBNET, status="failed")
    assert not {"complete", "needs", "missing"} & (view["outcome"] or {}).keys()
    assert not {"complete", "needs", "missing"} & demand_item(view).keys()
