"""Facts of prompt 9 for demands in words: what their understanding is, who offers what, and who declined why."""

from typing import Any

from channel_admin.prompts import CompromiseFacts
from channel_admin.simulated.demand_reader import read_demand
from negotiation.contracts.demand import DemandUnderstanding, SubmissionContext
from negotiation.contracts.offer import Offer
from shared.core.language import Language
from tests.support.task_fixtures import NOW

ASPECTS = {
    "budget": "budget",
    "date": "date",
    "number of people": "people",
    "place": "place",
    "scope": "scope",
    "预算": "budget",
    "日期": "date",
    "人数": "people",
    "地点": "place",
    "范围": "scope",
}
"""Key of each aspect by its name in the texts."""


def setting_in(language: Language) -> SubmissionContext:
    """What was fixed at submission: Sunday, 22 November 2026."""
    zone = "Asia/Shanghai" if language == "zh" else "Europe/London"
    return SubmissionContext(user_id="u", language=language, today="2026-11-22", timezone=zone)


def offered(name: str, contribution: str, **fields: Any) -> Offer:
    """An offer to take part."""
    return Offer.model_validate(
        {
            "offer_id": f"offer_{name}",
            "agent_id": f"agent_{name.lower()}",
            "display_name": name,
            "demand_id": "d-a",
            "decision": "participate",
            "contribution": contribution,
            "submitted_at": NOW,
            **fields,
        }
    )


def declined(name: str, reason: str, **terms: Any) -> Offer:
    """An offer that declines, with the terms that its agent has."""
    fields: dict[str, Any] = {"terms": terms} if terms else {}
    return offered(name, "", decision="decline", decline_reason=reason, **fields)


def facts_of(
    raw_input: str, *offers: Offer, language: Language = "en", demand: DemandUnderstanding | None = None, **fields: Any
) -> CompromiseFacts:
    """Facts for a demand, understood as its text says unless `demand` says otherwise."""
    return CompromiseFacts(
        demand_id="d-a",
        channel_id="collab-a",
        setting=setting_in(language),
        demand=demand or read_demand(raw_input, setting_in(language)),
        raw_input=raw_input,
        outcome="FAILED",
        offers=offers,
        **fields,
    )
