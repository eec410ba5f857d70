"""Attendance store in Redis, shared by all processes of a system.

| key | type | content | life |
|---|---|---|---|
| `<namespace>:{attending:<agent>}:lease` | string | end of the lease (ms) | LEASE_MS |
| `<namespace>:{attending:<agent>}:question:<id>` | string | question (JSON) | its `answer_by` + QUESTION_RETENTION_MS |
| `<namespace>:{attending:<agent>}:said:<id>` | string | settled answer as JSON | as its question |
| `<namespace>:{attending:<agent>}:said:<id>:<n>` | string | its revision n, from 1 on | as its question |
| `<namespace>:{attending:<agent>}:open` | zset | question ids by `answer_by` (ms) | as the longest-lived question |

Every command touches one key, so it is atomic, on a cluster too. A question is written before it is listed: if a
process stops in between, the redelivered message lists it. SET NX decides who answers, and which number a changed
answer gets.
"""

import asyncio
from collections.abc import Sequence

from typing_extensions import override

from negotiation.attendance.port import (
    LEASE_MS,
    MAX_REVISIONS,
    QUESTION_RETENTION_MS,
    AttendanceStore,
    PendingQuestion,
    SettledAnswer,
)
from negotiation.contracts.person_answer import PersonAnswer
from shared.runtime.application import CommandClient


class RedisAttendanceStore(AttendanceStore):
    """The AttendanceStore port over Redis. Keys start with `namespace`."""

    def __init__(self, commands: CommandClient, namespace: str) -> None:
        self._commands = commands
        self._namespace = namespace

    @override
    async def now(self) -> int:
        seconds, microseconds = await self._commands.call("TIME")
        return int(seconds) * 1000 + int(microseconds) // 1000

    @override
    async def renew_lease(self, agent_id: str) -> int:
        end = await self.now() + LEASE_MS
        await self._commands.call("SET", self._key(agent_id, "lease"), end, "PX", LEASE_MS)
        return end

    @override
    async def release_lease(self, agent_id: str) -> None:
        await self._commands.call("DEL", self._key(agent_id, "lease"))

    @override
    async def get_lease_end(self, agent_id: str) -> int | None:
        end = await self._commands.call("GET", self._key(agent_id, "lease"))
        return None if end is None else int(end)

    @override
    async def add_question(self, question: PendingQuestion) -> PendingQuestion:
        """Store a question unless one with its agent_id and question_id exists, and add it to the agent's open ones.

        Returns the stored question: the earlier one, unchanged, if it exists. That one, too, is added again to the ids
        that `list_open_questions` reads, in case the process that stored it stopped before adding it. Raises
        StoreUnavailable if Redis does not answer (the call may be repeated), StoreMisconfigured if it rejects a
        command.
        """
        existing = await self._set_if_absent(question, "question", question.model_dump_json())
        stored = question if existing is None else PendingQuestion.model_validate_json(existing)
        await self._add_to_open(stored)
        return stored

    @override
    async def get_question(self, agent_id: str, question_id: str) -> PendingQuestion | None:
        data = await self._commands.call("GET", self._key(agent_id, "question", question_id))
        return None if data is None else PendingQuestion.model_validate_json(data)

    @override
    async def list_open_questions(self, agent_id: str) -> Sequence[PendingQuestion]:
        now = await self.now()
        listed = await self._list_questions(agent_id, now)
        return [question for question, settled in listed if settled is None and question.until > now]

    @override
    async def list_answered_questions(self, agent_id: str) -> Sequence[tuple[PendingQuestion, SettledAnswer]]:
        listed = await self._list_questions(agent_id, await self.now())
        return [(question, settled) for question, settled in listed if settled and settled.answered_by == "person"]

    @override
    async def list_current_questions(self, agent_id: str) -> Sequence[tuple[PendingQuestion, SettledAnswer | None]]:
        now = await self.now()
        return [pair for pair in await self._list_questions(agent_id, now) if pair[0].until > now]

    @override
    async def postpone_question(self, question: PendingQuestion) -> PendingQuestion:
        postponed = question.model_copy(update={"until": question.latest_until})
        key, expires_at = self._key(question.agent_id, "question", question.question_id), _expiry(question)
        await self._commands.call("SET", key, postponed.model_dump_json(), "XX", "PXAT", expires_at)
        return postponed

    async def _list_questions(self, agent_id: str, now: int) -> Sequence[tuple[PendingQuestion, SettledAnswer | None]]:
        """Return the questions of an agent whose `answer_by` is after `now`, by `until`, with their settled answers.

        Removes the ids of overdue questions from the stored list. Raises StoreUnavailable if Redis does not answer,
        StoreMisconfigured if it rejects a command.
        """
        open_key = self._key(agent_id, "open")
        overdue = await self._commands.call("ZRANGE", open_key, "-inf", now, "BYSCORE")
        if overdue:
            await self._commands.call("ZREM", open_key, *overdue)
        ids = [name.decode() for name in await self._commands.call("ZRANGE", open_key, f"({now}", "+inf", "BYSCORE")]
        questions = await asyncio.gather(*(self.get_question(agent_id, question_id) for question_id in ids))
        answers = await asyncio.gather(*(self.get_settled_answer(agent_id, question_id) for question_id in ids))
        listed = [(question, answer) for question, answer in zip(questions, answers, strict=True) if question]
        return sorted(listed, key=lambda pair: (pair[0].until, pair[0].question_id))

    @override
    async def settle_answer(self, question: PendingQuestion, answer: SettledAnswer) -> SettledAnswer:
        existing = await self._set_if_absent(question, "said", answer.model_dump_json())
        if existing is None:
            return answer
        return await self._latest_revision(question.agent_id, question.question_id, existing)

    @override
    async def revise_answer(self, question: PendingQuestion, answer: PersonAnswer) -> SettledAnswer | None:
        settled = await self.get_settled_answer(question.agent_id, question.question_id)
        if settled is None or settled.answered_by == "agent":
            return settled
        while settled.answer != answer and settled.revision < MAX_REVISIONS:
            revised = SettledAnswer(answer=answer, revision=settled.revision + 1)
            existing = await self._set_if_absent(question, "said", revised.model_dump_json(), revised.revision)
            settled = revised if existing is None else SettledAnswer.model_validate_json(existing)
        return settled

    @override
    async def get_settled_answer(self, agent_id: str, question_id: str) -> SettledAnswer | None:
        data = await self._commands.call("GET", self._key(agent_id, "said", question_id))
        return None if data is None else await self._latest_revision(agent_id, question_id, data)

    async def _add_to_open(self, question: PendingQuestion) -> None:
        open_key = self._key(question.agent_id, "open")
        await self._commands.call("ZADD", open_key, question.answer_by, question.question_id)
        life_ms = max(1, _expiry(question) - await self.now())
        for condition in ("NX", "GT"):  # set the first expiry, or extend a shorter one
            await self._commands.call("PEXPIRE", open_key, life_ms, condition)

    async def _latest_revision(self, agent_id: str, question_id: str, first: bytes) -> SettledAnswer:
        """Return the last of the numbered revisions of a settled answer; `first` if it was never changed."""
        settled = SettledAnswer.model_validate_json(first)
        while settled.answered_by == "person":
            key = self._key(agent_id, "said", question_id, str(settled.revision + 1))
            data = await self._commands.call("GET", key)
            if data is None:
                break
            settled = SettledAnswer.model_validate_json(data)
        return settled

    async def _set_if_absent(self, question: PendingQuestion, part: str, value: str, revision: int = 0) -> bytes | None:
        """Store `value` with the question's expiry unless the key exists. Returns the existing value, or None."""
        numbered = (str(revision),) if revision else ()
        key = self._key(question.agent_id, part, question.question_id, *numbered)
        return await self._commands.call("SET", key, value, "NX", "GET", "PXAT", _expiry(question))

    def _key(self, agent_id: str, *parts: str) -> str:
        return ":".join((f"{self._namespace}:{{attending:{agent_id}}}", *parts))


def _expiry(question: PendingQuestion) -> int:
    """Return until when a question and its answer are stored, in ms since the epoch."""
    return question.answer_by + QUESTION_RETENTION_MS
