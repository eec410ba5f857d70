"""Dead letters: the innocent are delivered once more, what was done is dropped, and a filed one can be sent again."""

import asyncio
from typing import Any

import pytest

from shared.core.envelope import Envelope, encode_envelope
from shared.runtime.dead_letters import DeadLetters
from shared.runtime.outbox_relay import OutboxRelay
from shared.runtime.virtual_clock import VirtualClock
from shared.runtime.worker_context import DEDUPLICATION_WINDOW_MS
from shared.store.port import DeadLetter, OutboxEntry
from shared.transport.memory.broker import MemoryTransport
from shared.transport.port import BrokerMessage
from tests.support.async_tests import START
from tests.support.embedded_system import FaultyEmbeddedSystem, event_payloads
from tests.support.reference_run import list_dead_letters, message
from tests.support.sample_submission import sample_submission
from towow.bootstrap.applications import ROUTES


def killed(message: BrokerMessage, queue: str) -> BrokerMessage:
    """A message that its queue gave up: delivered too often, never settled."""
    about = {"x-reason": "killed_worker", "x-queue": queue, "x-attempts": "21", "x-error": "delivered 21 times"}
    return BrokerMessage("dead", queue, message.message_id, message.type, message.data, {**message.headers, **about})


def opening(**changes: Any) -> Envelope:
    """The first message of a demand: its channel begins with it."""
    demand = sample_submission(START, unique="letters")
    about: dict[str, Any] = {
        "type": demand.message.type,
        "sender": f"gateway/{demand.demand_id}",
        "recipient": f"channel/{demand.channel_id}",
        "correlation_id": demand.demand_id,
        "body": demand.message.model_dump(mode="json"),
    }
    return message(**{**about, **changes})


def a_command() -> BrokerMessage:
    return BrokerMessage("commands", "channel_admin", "m1", "submit_demand", encode_envelope(opening()))


async def had_its_effect(system: FaultyEmbeddedSystem) -> bool:
    return (await system.store.precheck(correlation_id=opening().correlation_id, message_id="m1")).seen


async def test_a_killed_worker_message_without_effect_is_redriven(system: FaultyEmbeddedSystem) -> None:
    """Its neighbours may have killed the worker."""
    await system.transport.publish(killed(a_command(), "channel_admin"))
    await asyncio.sleep(5)
    assert await system.store.list_dead_letters() == ()
    assert await had_its_effect(system)
    (line,) = system.logged("redriven")
    assert line["message_id"] == "m1"


async def test_a_message_that_killed_workers_again_after_a_redrive_is_dead_lettered(
    system: FaultyEmbeddedSystem,
) -> None:
    again = BrokerMessage("commands", "channel_admin", "m1", "x", a_command().data, {"x-redriven": "1"})
    await system.transport.publish(killed(again, "channel_admin"))
    (letter,) = await list_dead_letters(system)
    assert (letter.reason, letter.queue, letter.attempts) == ("killed_worker", "channel_admin", 21)


async def test_a_returned_message_that_was_already_processed_is_dropped(system: FaultyEmbeddedSystem) -> None:
    await system.transport.publish(a_command())
    await asyncio.sleep(1)
    await system.transport.publish(killed(a_command(), "channel_admin"))
    await asyncio.sleep(5)
    assert await system.store.list_dead_letters() == ()
    assert await had_its_effect(system)
    assert system.logged("redriven") == []


async def test_a_dead_letter_of_an_ended_demand_is_dropped(system: FaultyEmbeddedSystem) -> None:
    await system.negotiate()
    demand = await system.submit()
    await system.finished(demand)
    late = message(correlation_id=demand.demand_id, recipient=f"channel/{demand.channel_id}")
    await system.transport.publish(
        killed(BrokerMessage("commands", "channel_admin", "m1", "x", encode_envelope(late)), "channel_admin")
    )
    await asyncio.sleep(5)
    assert await system.store.list_dead_letters() == ()


async def test_an_undecodable_message_is_stored_as_dead_letter_whatever_its_reason(
    system: FaultyEmbeddedSystem,
) -> None:
    await system.transport.publish(killed(BrokerMessage("commands", "skills", "m1", "x", b"\x00"), "skills"))
    (letter,) = await list_dead_letters(system)
    assert letter.message.data == b"\x00"


async def test_a_resent_dead_letter_has_a_fresh_attempt_count_and_timestamp(system: FaultyEmbeddedSystem) -> None:
    """Its five attempts are over, and it is older than what is remembered of messages: neither counts any more."""
    old = opening(attempt=5, timestamp=START - DEDUPLICATION_WINDOW_MS - 1)
    await system.put("channel_admin", encode_envelope(old), id="m1", type="submit_demand")
    (letter,) = await list_dead_letters(system)
    assert "24 h" in letter.error
    letters = DeadLetters(system.store, ROUTES, system.log)
    assert await letters.resend(letter.id) == letter
    assert await letters.resend(letter.id) is None
    await asyncio.sleep(5)
    assert await system.store.list_dead_letters() == ()
    assert await had_its_effect(system)


async def test_a_resent_undecodable_message_becomes_a_new_dead_letter(system: FaultyEmbeddedSystem) -> None:
    await system.put("skills", b"rubbish")
    (letter,) = await list_dead_letters(system)
    await DeadLetters(system.store, ROUTES, system.log).resend(letter.id)
    await asyncio.sleep(5)
    (again,) = await system.store.list_dead_letters()
    assert (again.reason, again.message.data) == ("undecodable", b"rubbish")
    assert again.id != letter.id  # so that the first one, taken away late, does not take this one with it


async def test_a_timer_delivered_days_late_still_takes_effect(clock: VirtualClock) -> None:
    """Nobody was at work meanwhile: the demand still comes to its end."""
    silent = FaultyEmbeddedSystem(clock)
    async with silent:
        demand = await silent.submit()
        silent.transport.abort()
    await asyncio.sleep(3 * 24 * 3600)
    async with FaultyEmbeddedSystem(clock, after=silent) as system:
        events = await system.finished(demand)
        assert event_payloads(events)[-1][0] == "towow.demand.closed"


async def test_different_messages_of_one_id_are_different_dead_letters(system: FaultyEmbeddedSystem) -> None:
    """Strangers number their messages as they like."""
    await asyncio.gather(*(system.put("skills", f"rubbish {n}".encode(), id="1") for n in range(20)))
    letters = await list_dead_letters(system, 20)
    assert {letter.message.data for letter in letters} == {f"rubbish {n}".encode() for n in range(20)}
    assert len({letter.id for letter in letters}) == 20
    await asyncio.sleep(30)
    assert await system.store.get_next_due("skills") is None


async def test_a_dead_letter_whose_resend_fails_before_its_removal_is_kept(system: FaultyEmbeddedSystem) -> None:
    await system.put("skills", b"rubbish")
    (letter,) = await list_dead_letters(system)
    take = system.store.pop_dead_letter

    async def late(identifier: str) -> DeadLetter | None:
        await asyncio.sleep(10)
        return await take(identifier)

    system.store.pop_dead_letter = late
    await DeadLetters(system.store, ROUTES, system.log).resend(letter.id)
    (again,) = await system.store.list_dead_letters()
    assert again.message.data == b"rubbish"


async def test_a_dead_letter_of_an_unknown_sender_is_resent(system: FaultyEmbeddedSystem) -> None:
    stranger = opening(sender="watcher/me", timestamp=START - DEDUPLICATION_WINDOW_MS - 1)
    await system.put("channel_admin", encode_envelope(stranger), id="m1", type="submit_demand")
    (letter,) = await list_dead_letters(system)
    await DeadLetters(system.store, ROUTES, system.log).resend(letter.id)
    await asyncio.sleep(5)
    assert await had_its_effect(system)


@pytest.mark.parametrize("attempts", ["9" * 5000, "many", "-1", "", "²"])
async def test_a_dead_letter_with_a_malformed_attempts_header_is_stored(
    attempts: str, system: FaultyEmbeddedSystem
) -> None:
    """Whoever wrote the header: nothing is given back for ever because of it."""
    about = {"x-reason": "undecodable", "x-attempts": attempts}
    await system.transport.publish(BrokerMessage("dead", "skills", "m1", "x", b"\x00", about))
    (letter,) = await list_dead_letters(system)
    assert letter.attempts == 1
    assert system.broker.count_unsettled("dead") == system.broker.count_ready("dead") == 0


async def test_a_dead_letter_that_cannot_be_stored_does_not_block_others(system: FaultyEmbeddedSystem) -> None:
    file, tries = system.store.add_dead_letter, [0]

    async def broken(dead_letter: DeadLetter) -> None:
        tries[0] += dead_letter.message.message_id == "bad"
        if dead_letter.message.message_id == "bad" and tries[0] < 4:
            raise RuntimeError("no")
        await file(dead_letter)

    system.store.add_dead_letter = broken
    for name in ("bad", "good"):
        await system.transport.publish(BrokerMessage("dead", "skills", name, "x", b"", {"x-reason": "undecodable"}))
    await asyncio.sleep(5)
    assert [letter.message.message_id for letter in await system.store.list_dead_letters()] == ["good"]
    assert tries == [1]
    await asyncio.sleep(200)
    assert {letter.message.message_id for letter in await system.store.list_dead_letters()} == {"good", "bad"}


class UnwritableDeadLetters(MemoryTransport):
    """A transport that cannot write some messages at all, as AMQP cannot write an id of 300 bytes."""

    async def publish(self, message: BrokerMessage) -> None:
        if len(message.message_id) > 255:
            raise ValueError("an id of more than 255 bytes")
        await super().publish(message)


async def test_an_unencodable_outbox_entry_becomes_a_dead_letter_and_blocks_no_other(clock: VirtualClock) -> None:
    system = FaultyEmbeddedSystem(clock)
    await system.store.schedule(
        "skills", OutboxEntry("bad", "d-1", BrokerMessage("commands", "skills", "x" * 300, "t", b""))
    )
    for n in range(3):
        good = BrokerMessage("commands", "skills", f"good{n}", "t", b"")
        await system.store.schedule("skills", OutboxEntry(f"good{n}", "d-1", good))
    relay = OutboxRelay(system.store, UnwritableDeadLetters(system.broker), system.log, system.metrics)
    await relay.send_claimed("skills", await system.store.claim_due("skills", 10))
    assert await system.store.get_next_due("skills") is None
    assert system.broker.count_ready("skills") == 3
    (letter,) = await system.store.list_dead_letters()
    assert (letter.reason, letter.queue, letter.message.message_id) == ("unroutable", "skills", "x" * 300)
