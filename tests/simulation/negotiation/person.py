"""Somebody who answers for their own agent: sits down, sees what is asked, says something, through any gateway."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar

from negotiation.attendance.port import PendingQuestion
from negotiation.contracts.person_answer import InvitationAnswer, PersonAnswer, RequestedChange, ReviewAnswer
from shared.core.api_error import ApiError
from shared.store.port import StoreUnavailable
from tests.simulation.gateway import PAUSE, any_gateway
from tests.simulation.negotiation.gateway import NegotiationGateway
from tests.simulation.negotiation.history import NegotiationHistory
from tests.simulation.negotiation.model import ANSWERS, DemandScript
from tests.simulation.negotiation.person_behavior import PersonBehavior

if TYPE_CHECKING:
    from tests.simulation.cluster import Cluster

T = TypeVar("T")

LOOK = 0.7
"""Seconds between two looks at what is asked."""

CHANGED = 0.4
"""Share of the accepted answers that their person changes."""

RENEW = 20.0
"""Seconds after which a page says again that its person is there."""


class Person:
    """A person. They outlive every gateway, and ask again until one answers."""

    def __init__(
        self, habits: PersonBehavior, seed: int, world: "Cluster", course: Callable[[Any], DemandScript]
    ) -> None:
        """`course` tells on which one the demand of a question is."""
        self.speaking = 0
        """How many answers a gateway has in hand."""
        self._habits = habits
        self._seed = seed
        self._world = world
        self._course = course
        self._known: set[str] = set()
        self._answering = list[asyncio.Task[None]]()

    async def run(self) -> None:
        """Come, answer, go; as often as they do."""
        loop = asyncio.get_running_loop()
        try:
            for comes, goes in self._habits.stays:
                await asyncio.sleep(comes - loop.time())
                await self._sit(goes)
                await self._through(lambda reception: reception.attending.release_lease(self._habits.agent_id))
        finally:
            for task in self._answering:
                task.cancel()
            await asyncio.gather(*self._answering, return_exceptions=True)

    async def _sit(self, goes: float) -> None:
        agent, loop = self._habits.agent_id, asyncio.get_running_loop()
        renew = loop.time()
        while loop.time() < goes:
            if loop.time() >= renew:
                await self._through(lambda reception: reception.attending.renew_lease(agent))
                renew = loop.time() + RENEW
            for asked in await self._through(lambda reception: reception.speaking.list_open_questions(agent)):
                question = asked.question
                if question.question_id not in self._known:
                    self._known.add(question.question_id)
                    self._answering.append(loop.create_task(self._answer(question)))
            await asyncio.sleep(LOOK)

    async def _answer(self, question: PendingQuestion) -> None:
        """Think, and say it; whether they left their chair meanwhile or not."""
        random = Random(f"{self._seed} {question.question_id}")
        answer = self._thought(question, random)
        moment = self._habits.moment(random)
        if moment == "never" or answer is None:
            return
        now, until = self._world.clock.now(), question.until
        at = {
            "soon": now + min((until - now) * random.random() * 0.7, 3000 * random.random()),
            "late": until - random.choice((400, 60, 3, 1)),
            "at its end": until,
            "after it": until + random.choice((1, 40, 700, 5000)),
        }[moment]
        await asyncio.sleep((at - now) / 1000)
        if await self._submit(question, answer) and not self._habits.faithful:
            await self._change_mind(question, random)

    async def _change_mind(self, question: PendingQuestion, random: Random) -> None:
        """Answer otherwise after a while, sometimes, and sometimes once more."""
        while random.random() < CHANGED:
            await asyncio.sleep(random.random() * 1.5)
            other = self._thought(question, random)
            if other is None or not await self._submit(question, other):
                return

    async def _submit(self, question: PendingQuestion, answer: PersonAnswer) -> bool:
        """Say it; return whether it was accepted."""
        self.speaking += 1
        try:
            await self._through(lambda reception: reception.speaking.submit_answer(question, answer))
        except ApiError:
            history = self._world.history
            assert isinstance(history, NegotiationHistory)
            history.refused.add(question.question_id)
            return False
        finally:
            self.speaking -= 1
        return True

    async def _through(self, call: Callable[[NegotiationGateway], Awaitable[T]]) -> T:
        """Ask some gateway until one answers. Raises ToWowError when it refuses."""

        async def asking(reception: NegotiationGateway) -> T:
            return await call(reception)

        while True:
            gateway, reception = await any_gateway(self._world.lives)
            assert isinstance(reception, NegotiationGateway)
            task = gateway.spawn(asking(reception))
            await asyncio.wait({task})
            error = None if task.cancelled() else task.exception()
            if not task.cancelled() and (error is None or not isinstance(error, StoreUnavailable)):
                return task.result()
            await asyncio.sleep(PAUSE)

    # --- what they think

    def _thought(self, question: PendingQuestion, random: Random) -> PersonAnswer | None:
        """What to say, in words that nobody else says; None: as silent as their agent."""
        course = self._course(question)
        words = f"{question.agent_id} says {random.randrange(10**9)}"
        if self._habits.faithful:
            if question.agent_id in course.silent:
                return None
            return self._as_the_agent(question, words)
        if question.kind == "invitation":
            return random.choice(INVITATIONS)(words)
        kind = random.choice(("accept", "accept", "accept", "negotiate", "reject", "withdraw"))
        return ReviewAnswer(feedback_type=kind, reasoning=words, concerns=(words,))

    def _as_the_agent(self, question: PendingQuestion, words: str) -> PersonAnswer:
        key = "response_generation" if question.kind == "invitation" else "proposal_feedback"
        version = question.proposal.version if question.proposal else 0
        facts = SimpleNamespace(agent_id=question.agent_id, channel_id=question.channel_id, proposal_version=version)
        reply: Any = ANSWERS[key](self._course(question), facts, words)
        if question.kind == "invitation":
            return InvitationAnswer(
                decision=reply.decision,
                contribution=reply.contribution,
                decline_reason=reply.decline_reason,
                reasoning=words,
            )
        return ReviewAnswer(
            feedback_type=reply.feedback_type, adjustment_request=reply.adjustment_request, reasoning=words
        )


def _participate(words: str) -> InvitationAnswer:
    return InvitationAnswer(decision="participate", contribution=words, reasoning=words)


def _decline(words: str) -> InvitationAnswer:
    return InvitationAnswer(decision="decline", decline_reason=words, reasoning=words)


def _wish(words: str) -> InvitationAnswer:
    wish = RequestedChange(aspect="time", desired_value=words)
    return InvitationAnswer(decision="conditional", negotiation_points=(wish,), reasoning=words)


INVITATIONS = (_participate, _participate, _decline, _wish)
