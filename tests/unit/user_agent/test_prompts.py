from typing import Any, get_args

import pytest

from negotiation.contracts.proposal import Proposal
from negotiation.contracts.terms import ConditionKind, FeeBasis, Terms
from shared.core.language import Language
from shared.llm.port import Prompt
from tests.support.task_fixtures import NOW, demand, person, submission_context
from user_agent.prompts import VERSION, FeedbackFacts, OfferFacts, build_feedback_prompt, build_offer_prompt


def prompts(language: Language) -> list[Prompt[Any]]:
    base: dict[str, Any] = {
        "demand_id": "d-a",
        "channel_id": "collab-a",
        "agent_id": "agent_bob",
        "setting": submission_context(language),
        "profile": person(price=350, currency="GBP"),
        "demand": demand("场地"),
        "round": 1,
    }
    plan = Proposal(proposal_id="prop_1", demand_id="d-a", version=1, summary="", created_at=NOW)
    return [
        build_offer_prompt(OfferFacts(**base, raw_input="办沙龙", filter_reason="", match_score=80)),
        build_feedback_prompt(FeedbackFacts(**base, proposal=plan, proposal_version=1, max_rounds=5)),
    ]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_both_prompts_explain_every_key_of_terms(language: Language) -> None:
    for prompt in prompts(language):
        for word in (*Terms.model_fields, *get_args(FeeBasis), *get_args(ConditionKind)):
            assert word in prompt.system, word
        assert "ISO 4217" in prompt.system
        assert '"currency":"GBP"' in prompt.user.replace(" ", "")
        assert not any(unit in prompt.system for unit in ("yuan", "（元"))


def test_an_answer_counts_without_its_terms() -> None:
    for prompt in prompts("en"):
        assert prompt.droppable_fields == {"terms"}
        assert prompt.version == VERSION == "3"
        assert "terms" in prompt.output.model_fields
