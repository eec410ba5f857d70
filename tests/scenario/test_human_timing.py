"""Who is first, the person or a slow model, and does everybody answer in time: after a reminder, a kill, in a subnet?"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from pydantic import BaseModel

from channel_admin.prompts import GapsReply, RecursionReply, SubDemand
from coordinator.core.candidate_selection import FilterReply
from negotiation.attendance.port import SettledAnswer
from negotiation.contracts.person_answer import InvitationAnswer, ReviewAnswer
from negotiation.contracts.proposal import Gap
from shared.core.timestamps import parse_iso8601
from shared.core.usage import Usage
from shared.llm.port import Answer, Prompt
from shared.llm.rule_based_model import RuleBasedModel, Rules
from shared.runtime.virtual_clock import VirtualClock
from tests.support.embedded_system import ANSWERS, FaultyEmbeddedSystem
from tests.support.gateway_harness import ALICE, event_payloads
from tests.support.person_client import (
    AGREE,
    JOIN,
    PersonClient,
    ended,
    gateway_with_people,
    human_answer,
    marks,
    question_of,
)
from towow.config.settings import parse_settings

T = TypeVar("T", bound=BaseModel)

PAID = Usage(calls=1, input_tokens=100, output_tokens=10)
HUNDRED = parse_settings({"response_collection_timeout": 100, "feedback_collection_timeout": 100})
"""The silent are reminded after 50 s, and their people are waited for till 60 s after the beginning."""


@dataclass(frozen=True)
class SlowModel:
    """A model that needs so many s, first for its turn and then for the answer, when it is asked these for bob."""

    takes: Mapping[str, float]
    rules: Rules = field(default_factory=lambda: ANSWERS)
    name: str = "slow"

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        return 0

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        if prompt.facts.model_dump().get("agent_id") == "bob":
            await asyncio.sleep(self.takes.get(prompt.key, 0))
        answer = await RuleBasedModel(self.rules).answer(prompt)
        return Answer(answer.output, PAID)


KINDS: list[tuple[str, str, dict[str, Any], Any]] = [
    ("invitation", "response_generation", JOIN, InvitationAnswer.model_validate(JOIN)),
    ("review", "proposal_feedback", AGREE, ReviewAnswer.model_validate(AGREE)),
]


@pytest.mark.parametrize(("kind", "prompt", "answer", "_"), KINDS, ids=[kind for kind, *_ in KINDS])
async def test_a_question_expires_when_the_agents_model_answers_first(
    kind: str, prompt: str, answer: dict[str, Any], _: Any, clock: VirtualClock
) -> None:
    """Nobody attends when the agent's model is asked; the reminder finds its person. The model is first."""
    async with gateway_with_people(clock, model=SlowModel({prompt: 55}), settings=HUNDRED) as running:
        bob = PersonClient(running)
        demand = (await running.submit(who=ALICE))["demand_id"]
        await asyncio.sleep(20)
        async with bob.at_the_page():
            asked = await bob.asked(kind)
            await asyncio.sleep(7)
            assert asked not in await bob.questions()
            refused = await bob.answer(asked, answer)
            assert (event_payloads(refused), refused.json()["details"]["status"]) == ((409, "E014"), "over")
        await ended(running, demand)
        assert "agent" in await marks(running, demand)
        assert "person" not in await marks(running, demand)


@pytest.mark.parametrize(("kind", "prompt", "_", "answer"), KINDS, ids=[kind for kind, *_ in KINDS])
async def test_a_settled_answer_wins_over_the_agents_later_model_answer(
    kind: str, prompt: str, _: Any, answer: InvitationAnswer | ReviewAnswer, clock: VirtualClock
) -> None:
    """Settled by a gateway that died before it sent it: so only the agent's own task can say it, for what was paid."""
    async with gateway_with_people(clock, model=SlowModel({prompt: 55}), settings=HUNDRED) as running:
        bob = PersonClient(running)
        demand = (await running.submit(who=ALICE))["demand_id"]
        await asyncio.sleep(20)
        async with bob.at_the_page():
            asked = question_of(await bob.asked(kind))
            await running.system.attending.settle_answer(asked, SettledAnswer(answer=answer))
            await asyncio.sleep(7)
        first = (await human_answer(running, demand))[-1]
        assert first["answered_by"] == "person"
        assert first["at"] < asked.until - 1000
        assert first["usage"]["calls"] == 1
        assert first.get("contribution", first.get("reasoning")) in ("my own hall", "fine with me")
        await ended(running, demand)


async def test_a_wait_taken_over_by_another_worker_leaves_time_for_the_model(clock: VirtualClock) -> None:
    """It is killed a second before the wait is over; the other one notices within state_check_interval."""
    chosen = parse_settings({"response_collection_timeout": 60})
    model = SlowModel({"response_generation": 29})
    async with gateway_with_people(clock, model=model, settings=chosen) as running:
        bob = PersonClient(running)
        async with bob.at_the_page():
            demand = (await running.submit(who=ALICE))["demand_id"]
            asked = await bob.asked("invitation")
            left = parse_iso8601(asked["until"]) - clock.now()
            await asyncio.sleep(left / 1000 - 1)
            await running.system.kill()
            async with FaultyEmbeddedSystem(
                clock, after=running.system, settings=running.system.settings, model=model
            ) as second:
                await second.profiles.upsert(await running.system.profiles.get("bob"))  # pyright: ignore[reportArgumentType]
                await asyncio.sleep(parse_iso8601(asked["answer_by"]) / 1000 - clock.now() / 1000)
                (offer,) = await human_answer(running, demand)
                assert (offer["answered_by"], offer["contribution"]) == ("agent", "bob's venue")
                assert 29_000 <= offer["at"] - parse_iso8601(asked["until"]) <= 39_000
                assert "late" not in offer


LACKING: Rules = {
    **ANSWERS,
    "smart_filter": lambda facts: FilterReply.model_validate(
        {
            "definitely_related": [
                {"agent_id": card.agent_id, "reason": "can do it", "relevance_score": 90}
                for card in facts.profiles
                if (card.agent_id == "bob") == (facts.raw_input == "tea for a venue")
            ]
        }
    ),
    "gap_identification": lambda _: GapsReply(gaps=(Gap(gap_type="tea", importance=90),)),
    "recursion_decision": lambda _: RecursionReply(
        should_recurse=True, sub_demands=(SubDemand(gap_type="tea", raw_input="tea for a venue"),)
    ),
}
"""Amy and Cai agree on a plan that lacks tea; only Bob is asked for that."""


async def test_a_person_is_asked_in_a_subnet(clock: VirtualClock) -> None:
    async with gateway_with_people(clock, model=RuleBasedModel(LACKING)) as running:
        bob = PersonClient(running)
        async with bob.at_the_page():
            demand = await running.submit(who=ALICE)
            invitation = await bob.tell("invitation", JOIN)
            review = await bob.tell("review", AGREE)
            merged = await bob.tell("review", AGREE)  # the plan that the subnet's result is merged into
            view = await ended(running, demand["demand_id"])
        assert merged["channel_id"] == demand["channel_id"]
        subnet = {"demand_id": demand["demand_id"], "channel_id": demand["channel_id"] + "-1"}
        for question in (invitation, review):
            assert subnet.items() <= question.items()
            assert parse_iso8601(question["answer_by"]) - parse_iso8601(question["until"]) == 40_000
        assert (
            parse_iso8601(invitation["until"]) - parse_iso8601(invitation["asked_at"]) == 20_000
        )  # a subnet gives 60 s
        assert invitation["raw_input"] == "tea for a venue"
        assert await marks(running, demand["demand_id"]) == ["person", "person", "person"]
        assert view["status"] == "finalized"
        assert "bob" in {one["agent_id"] for one in view["proposal"]["assignments"]}
