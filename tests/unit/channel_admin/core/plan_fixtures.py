"""Plans and what they are checked against, for tests of pure functions on plans."""

from collections.abc import Mapping
from typing import Any

from channel_admin.core.plan_checks import PlanContext
from channel_admin.settings import NegotiationRules
from negotiation.contracts.demand import DemandLimits, DemandUnderstanding, Need
from negotiation.contracts.money import Money
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Assignment, Proposal, Timeline
from negotiation.contracts.terms import Terms
from tests.unit.channel_admin.core.channel_harness import SETTING

SATURDAY, SUNDAY = "2026-02-07", "2026-02-08"
"""Days of plans; the demands of `SETTING` are submitted on 2026-01-22."""


def pounds(units: int) -> Money:
    return Money(amount=units * 100, currency="GBP")


def part(agent: str, role: str = "venue", terms: Terms | None = None, **more: Any) -> Assignment:
    fields = {"agent_id": agent, "display_name": agent.title(), "role": role, "terms": terms, **more}
    return Assignment.model_validate(fields)


def plan(*parts: Assignment, day: str | None = SATURDAY) -> Proposal:
    return Proposal(
        proposal_id="prop_1",
        demand_id="d-a",
        version=1,
        summary="a meetup",
        assignments=parts,
        timeline=Timeline(start_date=day),
        created_at=0,
    )


def demand(
    *needs: Need, limits: DemandLimits | None = None, terms: Terms | None = None, attendees: int | None = None
) -> DemandUnderstanding:
    fields = {
        "surface_demand": "a meetup",
        "needs": needs,
        "limits": limits or DemandLimits(),
        "terms": terms,
        "context": {"expected_attendees": attendees},
    }
    return DemandUnderstanding.model_validate(fields)


def context(
    wanted: DemandUnderstanding,
    *,
    rules: NegotiationRules | None = None,
    offers: Mapping[str, Terms] | None = None,
    previous: Proposal | None = None,
) -> PlanContext:
    made = {agent: _offer(agent, terms) for agent, terms in (offers or {}).items()}
    return PlanContext(wanted, SETTING, rules or NegotiationRules(), made, previous)


def _offer(agent: str, terms: Terms) -> Offer:
    fields = {"offer_id": f"offer_{agent}", "agent_id": agent, "display_name": agent.title(), "demand_id": "d-a"}
    return Offer.model_validate({**fields, "decision": "participate", "terms": terms, "submitted_at": 0})
