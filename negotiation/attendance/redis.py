"""Where leases and questions are kept for all processes of a system, in Redis.

| key | type | content | life |
|---|---|---|---|
| `<namespace>:{attending:<agent>}:lease` | string | until when (ms) a person attends it | LEASE |
| `<namespace>:{attending:<agent>}:question:<id>` | string | what its person is asked | KEPT behind its `answer_by` |
| `<namespace>:{attending:<agent>}:said:<id>` | string | who answers that | as its question |
| `<namespace>:{attending:<agent>}:open` | zset | questions by `until` (ms) | as the last one of them |

Every call is about one key, so each is all or nothing, and on a cluster too. A question is written before it is
listed: whoever dies in between asks again when the message comes again. Who answers is decided by one SET NX.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol

from negotiation.attendance.port import KEPT, LEASE, PendingQuestion, SettledAnswer


class CommandExecutor(Protocol):
    """The way to a server: the store's own. Raises StoreLost when no answer came; any call here can be made again."""

    async def call(self, *words: str | bytes | int | float) -> Any:
        """The reply to one command."""
        ...


class RedisAttendanceStore:
    """The Attending port over Redis."""

    def __init__(self, calls: CommandExecutor, namespace: str) -> None:
        self._calls = calls
        self._namespace = namespace

    async def now(self) -> int:
        """The server's clock, ms."""
        seconds, microseconds = await self._calls.call("TIME")
        return int(seconds) * 1000 + int(microseconds) // 1000

    async def renew_lease(self, agent_id: str) -> int:
        """Somebody answers for this agent from now on."""
        until = await self.now() + LEASE
        await self._calls.call("SET", self._key(agent_id, "lease"), until, "PX", LEASE)
        return until

    async def release_lease(self, agent_id: str) -> None:
        """Nobody does any more."""
        await self._calls.call("DEL", self._key(agent_id, "lease"))

    async def lease_end(self, agent_id: str) -> int | None:
        """Until when somebody does."""
        until = await self._calls.call("GET", self._key(agent_id, "lease"))
        return None if until is None else int(until)

    async def ask(self, question: PendingQuestion) -> PendingQuestion:
        """Ask, unless the same was asked before; listed in any case."""
        stands = await self._first(question, "question", question.model_dump_json())
        found = question if stands is None else PendingQuestion.model_validate_json(stands)
        listed = self._key(question.agent_id, "open")
        await self._calls.call("ZADD", listed, found.until, found.question_id)
        left = max(1, found.answer_by + KEPT - await self.now())
        for rule in ("NX", "GT"):  # its first life; a longer one
            await self._calls.call("PEXPIRE", listed, left, rule)
        return found

    async def get_question(self, agent_id: str, question_id: str) -> PendingQuestion | None:
        """A question, open or not."""
        found = await self._calls.call("GET", self._key(agent_id, "question", question_id))
        return None if found is None else PendingQuestion.model_validate_json(found)

    async def open_questions(self, agent_id: str) -> Sequence[PendingQuestion]:
        """What a person can answer now. What is over leaves the list."""
        listed, now = self._key(agent_id, "open"), await self.now()
        over = await self._calls.call("ZRANGE", listed, "-inf", now, "BYSCORE")
        if over:
            await self._calls.call("ZREM", listed, *over)
        ids = [name.decode() for name in await self._calls.call("ZRANGE", listed, f"({now}", "+inf", "BYSCORE")]
        found = await asyncio.gather(*(self._unsettled(agent_id, identifier) for identifier in ids))
        return [question for question in found if question is not None]

    async def settle_answer(self, question: PendingQuestion, said: SettledAnswer) -> SettledAnswer:
        """Say who answers it, unless that is settled."""
        stands = await self._first(question, "said", said.model_dump_json())
        return said if stands is None else SettledAnswer.model_validate_json(stands)

    async def get_settled_answer(self, agent_id: str, question_id: str) -> SettledAnswer | None:
        """Who answers it."""
        found = await self._calls.call("GET", self._key(agent_id, "said", question_id))
        return None if found is None else SettledAnswer.model_validate_json(found)

    async def _unsettled(self, agent_id: str, question_id: str) -> PendingQuestion | None:
        said, question = await asyncio.gather(
            self.get_settled_answer(agent_id, question_id), self.get_question(agent_id, question_id)
        )
        return question if said is None else None

    async def _first(self, question: PendingQuestion, what: str, value: str) -> bytes | None:
        """Keep `value` as long as the question, unless something is kept there; what was there before."""
        key, end = self._key(question.agent_id, what, question.question_id), question.answer_by + KEPT
        return await self._calls.call("SET", key, value, "NX", "GET", "PXAT", end)

    def _key(self, agent_id: str, *what: str) -> str:
        return ":".join((f"{self._namespace}:{{attending:{agent_id}}}", *what))
