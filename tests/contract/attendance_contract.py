"""What every keeper of leases and questions must do. A subclass of AttendingSuite runs it over memory or a real server."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

import pytest

from negotiation.attendance.port import (
    ANSWERED_BY_AGENT,
    LEASE_MS,
    MAX_REVISIONS,
    QUESTION_RETENTION_MS,
    AttendanceStore,
    SettledAnswer,
)
from negotiation.contracts.person_answer import AGENT_ANSWER_MS, InvitationAnswer, ReviewAnswer
from tests.support.async_tests import OpenedInTest
from tests.support.sample_questions import question

YES = SettledAnswer(answer=InvitationAnswer(decision="conditional", conditions=("周末",)))
NO = SettledAnswer(answer=ReviewAnswer(feedback_type="reject", reasoning="too early"))
ACCEPT = ReviewAnswer(feedback_type="accept", reasoning="after all")


@dataclass(frozen=True)
class StoredKeys:
    """Somebody who keeps them, another process that sees the same, and a way to let time (ms) pass for their keys."""

    here: AttendanceStore
    there: AttendanceStore
    pass_: Callable[[str, int], Awaitable[None]]


class AttendanceContract:
    """Leases and questions, seen by two at once."""

    def open_keys(self) -> AbstractAsyncContextManager[StoredKeys]:
        raise NotImplementedError

    @pytest.fixture
    def kept(self) -> OpenedInTest:
        return OpenedInTest(lambda _: self.open_keys())

    async def test_a_lease_is_visible_to_every_client_until_it_expires(self, kept: StoredKeys) -> None:
        assert await kept.there.get_lease_end("agent_bob") is None
        until = await kept.here.renew_lease("agent_bob")
        assert 0 <= await kept.here.now() + LEASE_MS - until < 5000
        assert await kept.there.get_lease_end("agent_bob") == until
        assert await kept.there.get_lease_end("agent_amy") is None
        await kept.pass_("lease", LEASE_MS)
        assert await kept.there.get_lease_end("agent_bob") is None

    async def test_a_lease_is_renewed_and_given_back(self, kept: StoredKeys) -> None:
        first = await kept.here.renew_lease("agent_bob")
        await asyncio.sleep(0.01)
        second = await kept.there.renew_lease("agent_bob")
        assert second > first
        assert await kept.here.get_lease_end("agent_bob") == second
        await kept.here.release_lease("agent_bob")
        await kept.here.release_lease("agent_bob")
        assert await kept.there.get_lease_end("agent_bob") is None

    async def test_a_question_added_again_keeps_its_first_deadline(self, kept: StoredKeys) -> None:
        now = await kept.here.now()
        first = question(now)
        assert await kept.here.add_question(first) == first
        later = first.model_copy(update={"until": first.until + 9000, "asked_at": now + 9000})
        assert await kept.there.add_question(later) == first
        assert await kept.there.get_question("agent_bob", "ask_1") == first
        assert await kept.there.list_open_questions("agent_bob") == [first]

    async def test_a_question_that_was_never_added_is_none(self, kept: StoredKeys) -> None:
        await kept.here.add_question(question(await kept.here.now()))
        assert await kept.here.get_question("agent_bob", "ask_2") is None
        assert await kept.here.get_question("agent_amy", "ask_1") is None
        assert await kept.here.get_settled_answer("agent_amy", "ask_1") is None
        assert await kept.here.list_open_questions("agent_amy") == []

    async def test_open_questions_are_listed_by_deadline(self, kept: StoredKeys) -> None:
        now = await kept.here.now()
        asked = [question(now, f"ask_{wait}", wait=wait) for wait in (9000, 3000, 6000)]
        await asyncio.gather(*map(kept.here.add_question, asked))
        assert [one.until - now for one in await kept.there.list_open_questions("agent_bob")] == [3000, 6000, 9000]

    async def test_the_first_settled_answer_is_returned_to_later_callers(self, kept: StoredKeys) -> None:
        one, other = question(await kept.here.now()), question(await kept.here.now(), "ask_2")
        await kept.here.add_question(one)
        await kept.here.add_question(other)
        assert await kept.here.get_settled_answer("agent_bob", "ask_1") is None
        assert await kept.here.settle_answer(one, YES) == YES
        for said in (NO, ANSWERED_BY_AGENT, YES):
            assert await kept.there.settle_answer(one, said) == YES
        assert await kept.there.get_settled_answer("agent_bob", "ask_1") == YES
        assert await kept.there.settle_answer(other, ANSWERED_BY_AGENT) == ANSWERED_BY_AGENT
        assert await kept.here.settle_answer(other, NO) == ANSWERED_BY_AGENT
        assert (YES.answered_by, ANSWERED_BY_AGENT.answered_by) == ("person", "agent")

    async def test_a_persons_answer_is_revised_with_the_next_number_until_there_are_too_many(
        self, kept: StoredKeys
    ) -> None:
        one, two = question(await kept.here.now()), question(await kept.here.now(), "ask_2")
        await kept.here.add_question(one)
        await kept.here.add_question(two)
        assert await kept.there.revise_answer(one, ACCEPT) is None, "nothing was said yet"
        await kept.here.settle_answer(two, ANSWERED_BY_AGENT)
        assert await kept.there.revise_answer(two, ACCEPT) == ANSWERED_BY_AGENT
        await kept.here.settle_answer(one, NO)
        assert await kept.there.list_answered_questions("agent_bob") == [(one, NO)]
        assert NO.answer is not None
        assert await kept.there.revise_answer(one, NO.answer) == NO
        for number, answer in enumerate((ACCEPT, NO.answer, ACCEPT), 1):
            revised = await kept.there.revise_answer(one, answer)
            assert revised == SettledAnswer(answer=answer, revision=number)
            assert await kept.here.get_settled_answer("agent_bob", "ask_1") == revised
            assert await kept.here.settle_answer(one, ANSWERED_BY_AGENT) == revised
            assert await kept.here.list_answered_questions("agent_bob") == [(one, revised)]
        for _ in range(MAX_REVISIONS):
            for answer in (NO.answer, ACCEPT):
                await kept.here.revise_answer(one, answer)
        last = await kept.there.get_settled_answer("agent_bob", "ask_1")
        assert last is not None
        assert last.revision == MAX_REVISIONS
        assert await kept.here.list_open_questions("agent_bob") == []

    async def test_concurrent_revisions_each_get_a_number(self, kept: StoredKeys) -> None:
        one = question(await kept.here.now())
        await kept.here.add_question(one)
        await kept.here.settle_answer(one, NO)
        words = [ReviewAnswer(feedback_type="accept", reasoning=str(number)) for number in range(8)]
        stores = (kept.here, kept.there)
        said = await asyncio.gather(*(stores[n % 2].revise_answer(one, answer) for n, answer in enumerate(words)))
        numbers = [each.revision for each in said if each is not None]
        assert sorted(numbers) == list(range(1, 9))
        last = next(each for each in said if each is not None and each.revision == 8)
        assert await kept.here.get_settled_answer("agent_bob", "ask_1") == last

    async def test_an_answered_question_is_listed_until_its_channel_needs_it(self, kept: StoredKeys) -> None:
        soon = question(await kept.here.now(), wait=40)
        await kept.here.add_question(soon)
        await kept.here.settle_answer(soon, YES)
        await asyncio.sleep(0.08)
        assert await kept.there.list_answered_questions("agent_bob") == [(soon, YES)], "its person's time is over"
        assert await kept.there.list_answered_questions("agent_amy") == []
        over = question(await kept.here.now() - 31_000, "ask_over", wait=1)
        await kept.here.add_question(over)
        await kept.here.settle_answer(over, YES)
        assert await kept.there.list_answered_questions("agent_bob") == [(soon, YES)]

    async def test_concurrent_settlements_agree_on_one_answer(self, kept: StoredKeys) -> None:
        one = question(await kept.here.now())
        await kept.here.add_question(one)
        said = [YES, NO, ANSWERED_BY_AGENT] * 5
        stand = await asyncio.gather(
            *((kept.here if place % 2 else kept.there).settle_answer(one, what) for place, what in enumerate(said))
        )
        assert len({one.model_dump_json() for one in stand}) == 1

    async def test_settled_and_expired_questions_are_unlisted_but_readable(self, kept: StoredKeys) -> None:
        now = await kept.here.now()
        soon, settled = question(now, "ask_soon", wait=40), question(now, "ask_settled")
        await kept.here.add_question(soon)
        await kept.here.add_question(settled)
        await kept.here.settle_answer(settled, YES)
        await asyncio.sleep(0.08)
        assert await kept.there.list_open_questions("agent_bob") == []
        assert await kept.there.get_question("agent_bob", "ask_soon") == soon
        assert await kept.there.get_question("agent_bob", "ask_settled") == settled

    async def test_a_question_is_deleted_after_its_retention(self, kept: StoredKeys) -> None:
        one = question(await kept.here.now())
        await kept.here.add_question(one)
        await kept.here.settle_answer(one, YES)
        for key in ("question:ask_1", "said:ask_1", "open"):
            await kept.pass_(key, one.answer_by + QUESTION_RETENTION_MS - await kept.here.now())
        assert await kept.there.get_question("agent_bob", "ask_1") is None
        assert await kept.there.get_settled_answer("agent_bob", "ask_1") is None
        assert await kept.there.list_open_questions("agent_bob") == []

    async def test_a_postponed_question_waits_as_long_as_the_agent_still_has_time(self, kept: StoredKeys) -> None:
        now = await kept.here.now()
        room = question(now, "ask_room").model_copy(update={"answer_by": now + 200_000})
        none = question(now, "ask_none")
        await kept.here.add_question(room)
        await kept.here.add_question(none)
        assert (room.latest_until - now, none.latest_until) == (200_000 - AGENT_ANSWER_MS, none.until)
        later = await kept.there.postpone_question(room)
        assert later == room.model_copy(update={"until": now + 200_000 - AGENT_ANSWER_MS})
        assert await kept.there.postpone_question(room) == await kept.there.postpone_question(later) == later
        assert await kept.there.postpone_question(none) == none
        assert await kept.here.add_question(room) == later  # asked again, as by a reminder
        assert await kept.here.get_question("agent_bob", "ask_room") == later
        assert await kept.here.list_open_questions("agent_bob") == [none, later]

    async def test_postponing_neither_reopens_a_question_nor_creates_one(self, kept: StoredKeys) -> None:
        now = await kept.here.now()
        settled, unknown = question(now), question(now, "ask_2")
        await kept.here.add_question(settled)
        await kept.here.settle_answer(settled, YES)
        await kept.there.postpone_question(settled)
        await kept.there.postpone_question(unknown)
        assert await kept.here.get_settled_answer("agent_bob", "ask_1") == YES
        assert await kept.here.get_question("agent_bob", "ask_2") is None
        assert await kept.here.list_open_questions("agent_bob") == []

    async def test_current_questions_have_their_answers(self, kept: StoredKeys) -> None:
        now = await kept.here.now()
        first, second = question(now, "ask_1", wait=3000), question(now, "ask_2", wait=6000)
        await kept.here.add_question(second)
        await kept.here.add_question(first)
        await kept.here.add_question(question(now, "ask_over", wait=-1))
        await kept.here.settle_answer(first, NO)
        assert await kept.there.list_current_questions("agent_bob") == [(first, NO), (second, None)]
        assert await kept.there.list_current_questions("agent_amy") == []

    async def test_questions_of_one_agent_are_invisible_to_another(self, kept: StoredKeys) -> None:
        now = await kept.here.now()
        bob, amy = question(now), question(now, agent_id="agent_amy")
        await kept.here.add_question(bob)
        await kept.here.add_question(amy)
        await kept.here.settle_answer(bob, YES)
        assert await kept.there.list_open_questions("agent_amy") == [amy]
        assert await kept.there.get_settled_answer("agent_amy", "ask_1") is None
