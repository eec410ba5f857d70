"""A person who answers for their agent over HTTP, as the page does it, and what the log says of it."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx2

from negotiation.attendance.port import PendingQuestion
from negotiation.registry.profile import Profile
from shared.core.clock import Clock
from shared.core.timestamps import parse_iso8601
from tests.support.gateway_harness import BOB, KEYS, ROOT, GatewayHarness, gateway_harness

RENEWED_EVERY = 20
"""Seconds, as the page does it."""

LOOKS_EVERY = 0.5
"""Seconds too."""

JOIN = {"decision": "participate", "contribution": "my own hall"}
AGREE = {"feedback_type": "accept", "reasoning": "fine with me"}


def question_of(asked: Mapping[str, Any]) -> PendingQuestion:
    """The question as the agent put it, without what the gateway tells besides."""
    return PendingQuestion.model_validate({name: asked[name] for name in PendingQuestion.model_fields if name in asked})


class PersonClient:
    """Somebody at their page."""

    def __init__(self, running: GatewayHarness, who: Mapping[str, str] = BOB, agent: str = "bob") -> None:
        self._gate = running
        self._who = who
        self.path = f"/agents/{agent}"

    async def attend(self) -> None:
        """Say that they are there, once."""
        answer = await self._gate.ask("PUT", f"{self.path}/attendance", self._who)
        assert answer.status_code == 200, answer.text

    @asynccontextmanager
    async def at_the_page(self) -> AsyncGenerator[None]:
        """They are there meanwhile."""

        async def renew() -> None:
            while True:
                await self.attend()
                await asyncio.sleep(RENEWED_EVERY)

        await self.attend()
        renewing = asyncio.create_task(renew())
        try:
            yield
        finally:
            renewing.cancel()

    async def questions(self) -> list[dict[str, Any]]:
        """What they could answer now."""
        answer = await self._gate.get(f"{self.path}/questions", self._who)
        assert answer.status_code == 200, answer.text
        return answer.json()["items"]

    async def answered(self) -> list[dict[str, Any]]:
        """What they have answered and could answer otherwise."""
        answer = await self._gate.get(f"{self.path}/questions", self._who)
        assert answer.status_code == 200, answer.text
        return answer.json()["answered"]

    async def asked(self, kind: str) -> dict[str, Any]:
        """The next question of this kind."""
        async with asyncio.timeout(600):
            while True:
                for question in await self.questions():
                    if question["kind"] == kind:
                        return question
                await asyncio.sleep(LOOKS_EVERY)

    async def answer(self, question: Mapping[str, Any], body: Any) -> httpx2.Response:
        """Say it."""
        return await self._gate.post(f"{self.path}/questions/{question['question_id']}", body, self._who)

    async def tell(self, kind: str, body: Any) -> dict[str, Any]:
        """Answer the next question of this kind; it is accepted."""
        question = await self.asked(kind)
        answer = await self.answer(question, body)
        assert (answer.status_code, answer.json()) == (
            202,
            {"question_id": question["question_id"], "status": "telling"},
        )
        return question


@asynccontextmanager
async def gateway_with_people(clock: Clock, *, keys: str = KEYS, **more: Any) -> AsyncGenerator[GatewayHarness]:
    """A gate where bob and cai have a person each: bob's can sign in."""
    async with gateway_harness(clock, keys=keys, **more) as running:
        for agent, user in (("bob", "user_bob"), ("cai", "user_cai")):
            profile = Profile(agent_id=agent, display_name=agent.title(), capabilities=("venue",), user_id=user)
            await running.system.profiles.upsert(profile)
        yield running


async def human_answer(running: GatewayHarness, demand_id: str, agent: str = "bob") -> list[dict[str, Any]]:
    """Payloads of what an agent offered and said of plans, with the instant (ms) of each."""
    answer = await running.get(f"/demands/{demand_id}/events?limit=1000", ROOT)
    return [
        {**event["payload"], "at": parse_iso8601(event["timestamp"]), "type": event["event_type"]}
        for event in answer.json()["events"]
        if event["payload"].get("agent_id") == agent
        and event["event_type"] in ("towow.offer.submitted", "towow.proposal.feedback")
    ]


async def marks(running: GatewayHarness, demand_id: str, agent: str = "bob") -> list[str | None]:
    """Who answered each time, as far as somebody was waited for."""
    return [event.get("answered_by") for event in await human_answer(running, demand_id, agent)]


async def ended(running: GatewayHarness, demand_id: str) -> dict[str, Any]:
    """The demand's view once it is closed, looked at as seldom as waiting for people allows."""
    async with asyncio.timeout(3600):
        while True:
            view = (await running.get(f"/demands/{demand_id}", ROOT)).json()
            if view["phase"] == "closed":
                return view
            await asyncio.sleep(5)
