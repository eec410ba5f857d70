"""Turns and summaries as messages: conversation, time limits, failures, usage (GH-36, GH-44, GH-46, GH-153)."""

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest
from pydantic import BaseModel

from gamehive.agents.actors import GameAgents
from gamehive.agents.conversation import select_conversation
from gamehive.contracts.messages import SummaryWritten, TakeTurn, TurnTaken, WriteSummary
from gamehive.contracts.transcript import Note
from gamehive.contracts.turns import GameTurnFacts, Summary, SummaryFacts, TurnReply
from gamehive.interpretation_cache.memory import MemoryInterpretationCache
from gamehive.settings import GameSettings
from shared.core.address import Address
from shared.core.message_base import Message, ReceivedMessage
from shared.core.usage import Usage
from shared.llm.port import Answer, BudgetExceeded, ModelUnavailable, Prompt, RetryAt, UnusableAnswer
from shared.runtime.actor import TaskContext
from tests.support.game_team import context_of, facts_of

T = TypeVar("T", bound=BaseModel)
HOST = Address("game", "g1")
NOW = 1_000_000
PAID = Usage(calls=1, input_tokens=10, output_tokens=5)
FACTS = facts_of("tactician", context_of("misere", ("100", "020", "000"), 1))


def note(kind: Any, text: str, loop: str = "r1") -> bytes:
    return Note(loop=loop, kind=kind, agent="tactician", text=text).model_dump_json().encode()


NOTES = [
    note("user", "a"),
    note("user", "of another", "r0"),
    note("hook", "h"),
    note("assistant", "b"),
    note("decision", "d"),
]


class FixedModel:
    """Model that answers or raises what it is given, and keeps the last prompt."""

    name = "fixed"

    def __init__(self, result: BaseModel | Exception) -> None:
        self._result = result
        self.prompts: list[Prompt[Any]] = []

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        return 0

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        self.prompts.append(prompt)
        if isinstance(self._result, Exception):
            raise self._result
        return Answer(prompt.output.model_validate(self._result.model_dump()), PAID)


class TaskTools:
    """Model, clock and notes of a task."""

    def __init__(self, model: FixedModel, notes: Sequence[bytes] = NOTES) -> None:
        self.model = model
        self._notes = notes
        self.reads: list[tuple[Address, int, int]] = []

    def now(self) -> int:
        return NOW

    async def read_notes(self, address: Address, start: int, end: int) -> Sequence[bytes]:
        self.reads.append((address, start, end))
        return self._notes[start:end]


def take_turn(answer_by: int = NOW + 20_000) -> TakeTurn:
    return TakeTurn(
        game_id="g1",
        epoch=2,
        call_id="c1",
        answer_by=answer_by,
        loop="r1",
        facts=FACTS,
        notes_start=0,
        notes_end=len(NOTES),
        temperature=0.4,
    )


def summary_request(answer_by: int = NOW + 20_000) -> WriteSummary:
    facts = SummaryFacts(purpose="compression", context=FACTS.context, speaker="tactician")
    return WriteSummary(
        game_id="g1", epoch=2, call_id="c1", answer_by=answer_by, loop="r1", facts=facts, notes_start=0, notes_end=5
    )


async def perform(body: Any, tools: TaskTools, **settings: Any) -> Message:
    task = ReceivedMessage(body, HOST, Address("game_agents", "1"), "m", "g1")
    (send,) = await GameAgents(GameSettings(**settings), MemoryInterpretationCache(tools)).perform(
        task, TaskContext(tools.model, tools, tools.read_notes)
    )
    assert send.to == HOST
    return send.body


async def test_a_turn_is_asked_with_the_conversation_of_its_loop() -> None:
    tools = TaskTools(FixedModel(TurnReply(message="{}")))
    reply = await perform(take_turn(), tools)
    assert isinstance(reply, TurnTaken)
    assert (reply.epoch, reply.call_id, reply.usage, reply.failure) == (2, "c1", PAID, None)
    assert reply.reply == TurnReply(message="{}")
    (prompt,) = tools.model.prompts
    assert tools.reads == [(HOST, 0, 5)]
    assert isinstance(prompt.facts, GameTurnFacts)
    assert [each.text for each in prompt.facts.notes] == ["a", "b"]
    assert (prompt.key, prompt.temperature) == ("game_tactician", 0.4)


def test_a_summary_replaces_everything_before_it() -> None:
    notes = [*NOTES, note("summary", "s1"), note("user", "c"), note("summary", "s2"), note("user", "e")]
    assert [each.text for each in select_conversation(notes, "r1")] == ["s2", "e"]
    assert select_conversation([], "r1") == ()


@pytest.mark.parametrize(("left_ms", "limit_s"), [(20_000, 20.0), (200_000, 60.0)])
async def test_the_time_limit_is_the_shorter_of_setting_and_answer(left_ms: int, limit_s: float) -> None:
    tools = TaskTools(FixedModel(TurnReply(message="{}")))
    await perform(take_turn(NOW + left_ms), tools, game_turn_timeout=60)
    assert tools.model.prompts[0].time_limit_s == limit_s


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (ModelUnavailable("down"), "unavailable"),
        (ModelUnavailable("down", NOW + 60_000), "unavailable"),
        (ModelUnavailable("slow", timed_out=True), "timeout"),
        (UnusableAnswer("nonsense " * 200, PAID), "unusable"),
    ],
)
async def test_a_turn_without_an_answer_says_why(error: Exception, failure: str) -> None:
    reply = await perform(take_turn(), TaskTools(FixedModel(error)))
    assert isinstance(reply, TurnTaken)
    assert (reply.reply, reply.failure) == (None, failure)
    assert 0 < len(reply.detail) <= 500
    assert reply.usage == (PAID if failure == "unusable" else Usage())


async def test_a_late_turn_is_not_asked() -> None:
    tools = TaskTools(FixedModel(TurnReply(message="{}")))
    reply = await perform(take_turn(NOW), tools)
    assert isinstance(reply, TurnTaken)
    assert reply.failure == "timeout"
    assert tools.model.prompts == []


async def test_an_open_circuit_breaker_repeats_the_turn_in_time() -> None:
    with pytest.raises(RetryAt) as raised:
        await perform(take_turn(), TaskTools(FixedModel(ModelUnavailable("open", NOW + 5_000))))
    assert raised.value.instant == NOW + 5_000


async def test_an_exceeded_budget_is_left_to_the_runtime() -> None:
    with pytest.raises(BudgetExceeded):
        await perform(take_turn(), TaskTools(FixedModel(BudgetExceeded())))


async def test_a_summary_is_written_or_has_no_text() -> None:
    written = await perform(summary_request(), TaskTools(FixedModel(Summary(text=" short "))))
    assert isinstance(written, SummaryWritten)
    assert (written.text, written.usage) == ("short", PAID)
    for result in (UnusableAnswer("x", PAID), Summary(text="  "), ModelUnavailable("down")):
        failed = await perform(summary_request(), TaskTools(FixedModel(result)))
        assert isinstance(failed, SummaryWritten)
        assert failed.text is None
    late = await perform(summary_request(NOW - 1), TaskTools(FixedModel(Summary(text="x"))))
    assert isinstance(late, SummaryWritten)
    assert late.text is None
