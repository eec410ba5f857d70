"""Who answers about their demand, its limits, and changes what was understood: in time, late, twice, or never (F20)."""

import asyncio
import json
from random import Random
from typing import Any

from negotiation.contracts.demand import DemandLimits, Need, UnderstandingChanges
from negotiation.contracts.events import FilterCompleted, QuestionOpened
from negotiation.contracts.messages import AnswerQuestion, ReviseUnderstanding
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.ids import digest
from shared.core.message_base import Message
from shared.store.port import LoggedEvent
from tests.simulation.subject import Entry, Post

PAUSES = (0.0, 0.1, 0.5, 2.0, 4.0)
"""Seconds; some of them are longer than the requester is waited for."""


class Requester:
    """Reacts to the events that a client has seen, each reaction in the background."""

    def __init__(self, unique: str, demand_id: str, channel_id: str, post: Post) -> None:
        self._random = Random(f"requester {unique}")
        self._ids = {"demand_id": demand_id, "channel_id": channel_id}
        self._post = post
        self._tasks: list[asyncio.Task[None]] = []
        self._said = 0
        self._review_until: str | None = None

    def see(self, event: LoggedEvent) -> None:
        """An event of the demand has come."""
        payload: dict[str, Any] = json.loads(event.data)["payload"]
        if payload["channel_id"] != self._ids["channel_id"]:
            return
        review_until = payload.get("review_until")
        if event.type == QuestionOpened.type:
            is_limit = payload["about"] == "limit"
            answer = self._answer_limit if is_limit else self._answer
            self._start(answer(payload["question_id"]))
        elif review_until not in (None, self._review_until):
            self._review_until = review_until
            self._start(self._change(self._random.choice((0, 0, 1, 2))))
        elif event.type == FilterCompleted.type:
            self._start(self._change(self._random.choice((0, 1))))

    async def stop(self) -> None:
        """The demand has ended."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, doing: Any) -> None:
        self._tasks.append(asyncio.create_task(doing))

    async def _answer(self, question_id: str) -> None:
        """One answer or several, of which the first that comes in time counts."""
        for _ in range(self._random.choice((0, 1, 1, 1, 2))):
            await asyncio.sleep(self._random.choice(PAUSES))
            said = self._random.choice(({"option": "here"}, {"option": "there"}, {"text": self._words()}))
            await self._say(AnswerQuestion.model_validate({**self._ids, "question_id": question_id, **said}))
        if self._random.random() < 0.3:
            await self._change(1)

    async def _answer_limit(self, question_id: str) -> None:
        """As other answers; some say what is no option, or mean a question that does not exist."""
        for _ in range(self._random.choice((0, 1, 1, 1, 2, 2))):
            await asyncio.sleep(self._random.choice(PAUSES))
            said = self._random.choice(({"option": "keep"}, {"option": "allow"}, {"option": "allow"}, {"text": "yes"}))
            of = self._random.choice((question_id,) * 9 + ("q-none",))
            await self._say(AnswerQuestion.model_validate({**self._ids, "question_id": of, **said}))
        if self._random.random() < 0.2:
            await self._change(1)

    async def _change(self, count: int) -> None:
        for _ in range(count):
            await asyncio.sleep(self._random.choice(PAUSES))
            changes = self._random.choice(
                (
                    UnderstandingChanges(title=self._words()),
                    UnderstandingChanges(needs=(Need(need=self._words()), Need(need="venue", count=2))),
                    UnderstandingChanges(limits=DemandLimits(place=self._words()), preferences=(self._words(),)),
                )
            )
            await self._say(ReviseUnderstanding.model_validate({**self._ids, "changes": changes}))
        if self._random.random() < 0.3:
            await self._say(ReviseUnderstanding.model_validate({**self._ids, "go": True}))

    def _words(self) -> str:
        return f"words {self._random.randrange(10**9)}"

    async def _say(self, body: Message) -> None:
        self._said += 1
        cause = digest("said", self._ids["demand_id"], self._said)
        await self._post(Entry(cause, [Send(Address("channel", self._ids["channel_id"]), body)]))
