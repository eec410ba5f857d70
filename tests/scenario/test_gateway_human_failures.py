"""What becomes of a person's answer when something breaks down or ends meanwhile?"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from negotiation.attendance.port import SettledAnswer
from negotiation.contracts.messages import HumanAnswerReceived
from negotiation.contracts.person_answer import InvitationAnswer
from shared.core.decision import Send
from shared.core.message_base import ReceivedMessage
from shared.core.timestamps import parse_iso8601
from shared.runtime.actor import Actor, Task, TaskContext
from shared.runtime.virtual_clock import VirtualClock
from shared.transport.port import BrokerMessage
from tests.support.embedded_system import FaultyEmbeddedSystem
from tests.support.faulty_broker import DeliveryFault, PublishFault
from tests.support.gateway_harness import ALICE, GatewayHarness, event_payloads
from tests.support.person_client import AGREE, JOIN, PersonClient, ended, gateway_with_people, human_answer, question_of

pytestmark = pytest.mark.gateway(people=True)

MINUTE = 60_000


class Twice:
    """A broker that delivers everything for agents twice, the second time late."""

    def on_publish(self, message: BrokerMessage) -> PublishFault | None:
        return PublishFault(copies=2) if message.routing_key == "user_agent" else None

    def on_delivery(self, queue: str, message: BrokerMessage) -> DeliveryFault | None:
        return DeliveryFault(delay=len(message.data) % 7)


async def test_a_redelivered_request_duplicates_neither_wait_nor_answer(clock: VirtualClock) -> None:
    async with gateway_with_people(clock, publish=Twice()) as running:
        bob = PersonClient(running)
        async with bob.at_the_page():
            demand = (await running.submit(who=ALICE))["demand_id"]
            silent = await bob.asked("invitation")
            assert len(await bob.questions()) == 1
            await asyncio.sleep(59)
            await bob.tell("review", AGREE)
            await ended(running, demand)
        offer, feedback = await human_answer(running, demand)
        assert (offer["answered_by"], feedback["answered_by"]) == ("agent", "person")
        assert 0 <= offer["at"] - parse_iso8601(silent["asked_at"]) - MINUTE < 50


@pytest.mark.parametrize("answers", [True, False])
async def test_a_worker_killed_while_waiting_changes_no_answer(
    answers: bool, clock: VirtualClock, running: GatewayHarness
) -> None:
    """Who waits, for whom, and until when is in the store."""
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        asked = await bob.asked("invitation")
        await asyncio.sleep(10)
        await running.system.kill()
        async with FaultyEmbeddedSystem(clock, after=running.system, settings=running.system.settings) as second:
            await second.profiles.upsert(await running.system.profiles.get("bob"))  # pyright: ignore[reportArgumentType]
            assert await bob.questions() == [asked]
            if answers:
                await bob.tell("invitation", JOIN)
            await bob.tell("review", AGREE)
            await ended(running, demand)
    offer = (await human_answer(running, demand))[0]
    assert offer["answered_by"] == ("person" if answers else "agent")
    if not answers:
        assert offer["at"] - parse_iso8601(asked["asked_at"]) == MINUTE


async def test_a_settled_answer_counts_although_the_gateway_died_before_sending(
    running: GatewayHarness,
) -> None:
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        asked = await bob.asked("invitation")
        answer = InvitationAnswer(decision="participate", contribution="my own hall")
        await running.system.attending.settle_answer(question_of(asked), SettledAnswer(answer=answer))
        await bob.asked("review")
    offer = (await human_answer(running, demand))[0]
    assert (offer["answered_by"], offer["contribution"]) == ("person", "my own hall")
    assert offer["at"] == parse_iso8601(asked["until"])


async def test_a_cancelled_demand_closes_its_open_questions(running: GatewayHarness) -> None:
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        asked = await bob.asked("invitation")
        await running.post(f"/demands/{demand}/cancel", who=ALICE)
        await ended(running, demand)
        assert await bob.questions() == []
        assert event_payloads(await bob.answer(asked, JOIN)) == (409, "E014")


async def test_the_answer_for_a_deactivated_agent_becomes_a_decline(running: GatewayHarness) -> None:
    bob = PersonClient(running)
    async with bob.at_the_page():
        demand = (await running.submit(who=ALICE))["demand_id"]
        asked = await bob.asked("invitation")
        profile = await running.system.profiles.get("bob")
        assert profile is not None
        await running.system.profiles.upsert(profile.model_copy(update={"active": False}))
        assert (await bob.answer(asked, JOIN)).status_code == 202
        await ended(running, demand)
    (offer,) = await human_answer(running, demand)
    assert (offer["decision"], offer["decline_reason"]) == ("decline", "agent_unavailable")


async def test_an_answer_whose_handler_fails_is_dead_lettered_and_sent_at_the_timeout(
    clock: VirtualClock,
) -> None:
    """Who told it is outside and waits for no answer; the task finds what was settled."""

    def stumbling(all_of_them: Sequence[Actor]) -> Sequence[Actor]:
        (agents,) = (actor for actor in all_of_them if isinstance(actor, Task) and actor.kind == "user_agent")

        async def perform(task: ReceivedMessage[Any], tools: TaskContext) -> Sequence[Send]:
            match task.body:
                case HumanAnswerReceived():
                    raise LookupError("a bug")
                case _:
                    return await agents.perform(task, tools)

        return [*(actor for actor in all_of_them if actor is not agents), replace(agents, perform=perform)]

    async with gateway_with_people(clock, more=stumbling) as running:
        bob = PersonClient(running)
        async with bob.at_the_page():
            demand = (await running.submit(who=ALICE))["demand_id"]
            asked = await bob.tell("invitation", JOIN)
            await bob.asked("review")
        offer = (await human_answer(running, demand))[0]
        assert (offer["answered_by"], offer["at"]) == ("person", parse_iso8601(asked["until"]))
        (letter,) = await running.system.store.list_dead_letters()
        assert (letter.reason, letter.attempts) == ("handler_failed", 5)
        assert b"person_answered" in letter.message.data
