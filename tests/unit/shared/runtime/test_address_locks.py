"""What one who waited for his turn need not ask the store, and when he asks all the same."""

import asyncio

import pytest

from shared.core.envelope import Envelope
from shared.core.usage import Usage
from shared.runtime.address_locks import AddressLock, AddressLocks
from shared.runtime.virtual_clock import VirtualClock
from shared.store.port import CommitResult, StepPrecheck
from tests.support.async_tests import START

NOW = START
PAID = Usage(calls=2, input_tokens=30)


def message(*, of: str = "d-1", sent: int = NOW - 5, deadline: int | None = None) -> Envelope:
    return Envelope(
        message_id="m2",
        type="offer_response",
        sender="user_agent/amy",
        recipient="channel/collab-1",
        correlation_id=of,
        causation_id="m1",
        timestamp=sent,
        deadline=deadline,
        body={},
    )


def left() -> AddressLock:
    turn = AddressLock()
    turn.hand_over("d-1", CommitResult("ok", 3, now=NOW, usage=PAID))
    return turn


def test_the_next_holder_of_a_lock_receives_the_state_of_the_previous_step() -> None:
    expected = StepPrecheck(seen=False, closed=False, version=3, record=None, now=NOW, usage=PAID)
    assert left().receive_state(message(), known_version=3) == expected
    assert left().receive_state(message(sent=NOW, deadline=NOW), known_version=3) == expected


@pytest.mark.parametrize(
    ("envelope", "known"),
    [
        (message(of="d-2"), 3),
        (message(), 2),
        (message(), 0),
        (message(sent=NOW + 1), 3),
        (message(deadline=NOW - 1), 3),
    ],
    ids=["another correlation", "an older record", "no record", "a message of later", "an expired message"],
)
def test_a_state_that_does_not_fit_the_message_is_not_handed_over(envelope: Envelope, known: int) -> None:
    assert left().receive_state(envelope, known) is None


def test_a_state_is_handed_over_at_most_once() -> None:
    turn = left()
    assert turn.receive_state(message(of="d-2"), known_version=3) is None
    assert turn.receive_state(message(), known_version=3) is None


async def test_a_state_is_not_handed_over_without_a_waiter(clock: VirtualClock) -> None:
    boxes = AddressLocks()
    async with boxes.lock("a") as turn:
        turn.hand_over("d-1", CommitResult("ok", 3, now=NOW))
    async with boxes.lock("a") as turn:
        assert turn.handed_over is None


async def test_holders_of_one_address_run_in_sequence_and_hand_over_the_state(clock: VirtualClock) -> None:
    boxes = AddressLocks()
    told: list[int | None] = []

    async def one(number: int) -> None:
        async with boxes.lock("a") as turn:
            told.append(turn.handed_over[1].version if turn.handed_over else None)
            await asyncio.sleep(0)
            turn.hand_over("d-1", CommitResult("ok", number))

    await asyncio.gather(*(one(number) for number in (1, 2, 3)))
    assert told == [None, 1, 2]
