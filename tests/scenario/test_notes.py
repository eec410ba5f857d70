"""The notes of an entity: appended once whatever is repeated or lost, and read by the task that is told of them."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from shared.core.address import Address
from shared.core.decision import Decision, Send, Timer
from shared.core.frozen_model import FrozenModel
from shared.core.message_base import Message, ReceivedMessage
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.actor import Entity, Task, TaskContext
from shared.runtime.ingress import Ingress
from shared.runtime.settings import RuntimeSettings
from shared.runtime.virtual_clock import VirtualClock
from shared.runtime.worker import Worker
from shared.store.memory.store import MemoryStore
from shared.telemetry.metrics import Metrics
from shared.transport.memory.broker import MemoryTransport
from tests.support.faulty_broker import FaultyMemoryBroker, PublishFault
from tests.support.faulty_store import FaultyStore, ScriptedStoreFaults, no_faults
from tests.support.reference_run import OnPublish
from tests.support.task_fixtures import FixedClock
from towow.config.demand_logger import build_logger

ROUTES = {"diary": "diary", "reader": "reader"}
DIARY = "diary/1"
DEMAND = "d-1"


class Entry(FrozenModel):
    """A note."""

    text: str


class Write(Message):
    type = "write"
    text: str
    times: int = 2


class ReadEntries(Message):
    type = "read_entries"
    diary: str
    length: int


class EntriesRead(Message):
    type = "entries_read"
    texts: tuple[str, ...]


class Diary(FrozenModel):
    length: int = 0
    read: tuple[tuple[str, ...], ...] = ()
    timer: Timer | None = None


def decide(state: Diary | None, message: ReceivedMessage[Write | EntriesRead], _: int) -> Decision[Diary]:
    """Note what is to be written, so many times, and have everything read; keep what was read."""
    diary, body = state or Diary(), message.body
    if isinstance(body, EntriesRead):
        return Decision(diary.model_copy(update={"read": (*diary.read, body.texts)}))
    length = diary.length + body.times
    return Decision(
        diary.model_copy(update={"length": length}),
        (Send(Address("reader", "any"), ReadEntries(diary=message.recipient.id, length=length)),),
        notes=tuple(Entry(text=f"{body.text} {number}") for number in range(body.times)),
    )


async def perform(task: ReceivedMessage[ReadEntries], context: TaskContext) -> list[Send]:
    notes = await context.read_notes(Address("diary", task.body.diary), 0, task.body.length)
    return [Send(task.sender, EntriesRead(texts=tuple(Entry.model_validate_json(note).text for note in notes)))]


ACTORS = (
    Entity("diary", "diary", Diary, decide, (Write, EntriesRead)),
    Task("reader", "reader", perform, (ReadEntries,)),
)


@dataclass(frozen=True)
class DiarySystem:
    store: MemoryStore
    ingress: Ingress
    metrics: Metrics

    async def write(self, text: str, times: int = 2) -> None:
        body = Write(text=text, times=times)
        await self.ingress.submit(DEMAND, cause=text, sends=[Send(Address("diary", "1"), body)])

    async def read_diary(self) -> Diary:
        _, record = await self.store.read_record(DIARY, DEMAND) or (0, b"{}")
        return Diary.model_validate_json(record)

    async def read_texts(self) -> Sequence[str]:
        notes = await self.store.read_notes(DIARY, DEMAND, 0, 1000)
        return [Entry.model_validate_json(note).text for note in notes]


@asynccontextmanager
async def run_diary(
    clock: VirtualClock, faults: ScriptedStoreFaults, publish: OnPublish | None = None
) -> AsyncGenerator[DiarySystem]:
    store, metrics, log = MemoryStore(clock), Metrics(), build_logger("error")
    transport = MemoryTransport(FaultyMemoryBroker(clock, sorted(set(ROUTES.values())), faults=publish))
    worker = Worker(
        ACTORS,
        routes=ROUTES,
        store=FaultyStore(store, faults),
        transport=transport,
        model=RuleBasedModel({}),
        clock=clock,
        settings=RuntimeSettings(),
        log=log,
        metrics=metrics,
    )
    ingress = Ingress("gateway", ROUTES, store, transport, log, metrics)
    await worker.start()
    await ingress.start()
    yield DiarySystem(store, ingress, metrics)
    await ingress.stop()
    await worker.stop()
    await transport.close()


async def test_a_task_reads_the_notes_that_it_is_told_of(clock: VirtualClock) -> None:
    async with run_diary(clock, no_faults()) as system:
        for text in ("rain", "sun"):
            await system.write(text)
            await asyncio.sleep(1)
        diary = await system.read_diary()
        assert await system.read_texts() == ["rain 0", "rain 1", "sun 0", "sun 1"]
    assert diary.read == (("rain 0", "rain 1"), ("rain 0", "rain 1", "sun 0", "sun 1"))


async def test_notes_are_appended_once_though_messages_repeat_and_replies_are_lost(clock: VirtualClock) -> None:
    """Every message arrives twice, and the reply to every second commit is lost."""
    count = 0

    def every_second(_: str) -> bool:
        nonlocal count
        count += 1
        return count % 2 == 0

    faults = ScriptedStoreFaults({"commit"}, every_second, moment="after")
    async with run_diary(clock, faults, OnPublish(lambda _, __: PublishFault(copies=2))) as system:
        for text in ("rain", "sun", "fog"):
            await system.write(text)
            await asyncio.sleep(5)
        diary, texts = await system.read_diary(), await system.read_texts()
        repeated = system.metrics.read_value("towow_deliveries_total", queue="diary", outcome="seen")
    assert texts == ["rain 0", "rain 1", "sun 0", "sun 1", "fog 0", "fog 1"]
    assert (diary.length, [len(read) for read in diary.read]) == (6, [2, 4, 6])
    assert len(faults.lost) >= 3
    assert repeated >= 6


@pytest.mark.parametrize("lost", [1, 40], ids=["one read", "a minute"])
async def test_a_task_reads_again_while_the_store_does_not_answer(lost: int, clock: VirtualClock) -> None:
    """Within its run; or in another one, when its message comes again."""
    faults = ScriptedStoreFaults({"read_notes"}, lambda _: faults.count("read_notes") <= lost)
    async with run_diary(clock, faults) as system:
        await system.write("rain")
        await asyncio.sleep(200)
        diary = await system.read_diary()
        assert await system.store.count_dead_letters() == 0
    assert diary.read == (("rain 0", "rain 1"),)
    assert len(faults.lost) == lost


async def test_oversized_notes_make_a_dead_letter_and_change_nothing(clock: VirtualClock) -> None:
    async with run_diary(clock, no_faults()) as system:
        await system.write("rain")
        await system.write("x" * 100_000, times=11)
        await system.write("y" * 100_000, times=9)
        await asyncio.sleep(1)
        (dead_letter,) = await system.store.list_dead_letters()
        assert (dead_letter.reason, dead_letter.queue) == ("oversized", "diary")
        assert (await system.read_diary()).length == 11
        assert [text[0] for text in await system.read_texts()] == list("rryyyyyyyyy")


async def test_a_context_without_a_store_reads_no_notes() -> None:
    context = TaskContext(RuleBasedModel({}), FixedClock())
    with pytest.raises(NotImplementedError, match="diary/1"):
        await context.read_notes(Address("diary", "1"), 0, 2)
