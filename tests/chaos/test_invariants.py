"""A checker that never failed proves nothing: each wrong that it looks for is done to a sound history, and is named."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from shared.runtime.settings import RuntimeSettings
from shared.runtime.virtual_clock import VirtualClock
from shared.store.port import DeadLetter
from shared.transport.port import BrokerMessage
from tests.chaos.invariants import ChannelRecord, DemandRecord, FinalState, violations
from tests.support.embedded_system import FaultyEmbeddedSystem, run_in_virtual_time
from towow.config.settings import Settings


async def _negotiated(clock: VirtualClock) -> DemandRecord:
    async with FaultyEmbeddedSystem(clock, settings=Settings(RuntimeSettings(journal=True))) as system:
        submitted = await system.submit()
        log = await system.finished(submitted)
        address = f"channel/{submitted.channel_id}"
        version, record = await system.store.read_record(address, submitted.demand_id) or (0, b"")
        journal = tuple(system.store.read_journal(address))
        calls = (await system.store.get_budget_usage(submitted.demand_id)).usage.calls
        channel = ChannelRecord(address, version, record, journal)
        return DemandRecord(submitted.demand_id, log, log, (channel,), calls, calls)


SOUND = run_in_virtual_time(_negotiated)
CHANNEL = SOUND.channels[0]
LOG = list(SOUND.log)
LETTER = DeadLetter("x", "skills", "handler_failed", "", 5, "", BrokerMessage("commands", "skills", "m", "gaps", b""))

Wrong = Callable[[FinalState], FinalState]


def of_the_demand(**changed: object) -> Wrong:
    return lambda sound: replace(sound, demands=[replace(sound.demands[0], **changed)])  # pyright: ignore[reportArgumentType]


def of_the_channel(**changed: object) -> Wrong:
    return of_the_demand(channels=(replace(CHANNEL, **changed),))  # pyright: ignore[reportArgumentType]


def of_the_rest(**changed: object) -> Wrong:
    return lambda sound: replace(sound, **changed)  # pyright: ignore[reportArgumentType]


def of_the_log(log: object) -> Wrong:
    return of_the_demand(log=log, followed=log)


def test_a_valid_final_state_has_no_violations() -> None:
    assert violations(FinalState([SOUND], {"skills": 0})) == []


@pytest.mark.parametrize(
    ("wrong", "invariant"),
    [
        pytest.param(of_the_log(LOG[:-1]), "I1", id="it did not end"),
        pytest.param(of_the_log([]), "I1", id="it is not there"),
        pytest.param(of_the_log(LOG[:3] + LOG[4:]), "I4", id="a number is missing"),
        pytest.param(of_the_log([*LOG, replace(LOG[3], seq=len(LOG) + 1)]), "I2", id="an event twice"),
        pytest.param(
            of_the_log([*LOG[:3], replace(LOG[3], event_id="evt-strange"), *LOG[4:]]), "I2", id="a strange event"
        ),
        pytest.param(of_the_log([*LOG, replace(LOG[-2], seq=len(LOG) + 1)]), "I11", id="an event after the close"),
        pytest.param(of_the_demand(followed=LOG[:-1]), "I5", id="the watcher missed one"),
        pytest.param(of_the_channel(version=CHANNEL.version + 1), "I2", id="a step too many"),
        pytest.param(of_the_channel(journal=(*CHANNEL.journal, CHANNEL.journal[-1])), "I2", id="a message twice"),
        pytest.param(of_the_channel(journal=CHANNEL.journal[:-1]), "I6", id="a step that nothing explains"),
        pytest.param(of_the_channel(record=CHANNEL.record + b" "), "I6", id="another record"),
        pytest.param(of_the_demand(calls=SOUND.calls + 1), "I8", id="an answer paid twice"),
        pytest.param(of_the_demand(calls=SOUND.calls - 1), "I8", id="an answer nobody paid"),
        pytest.param(of_the_rest(queues={"skills": 1}), "I9", id="a message left"),
        pytest.param(of_the_rest(owed={"skills": 1}), "I3", id="an entry left"),
        pytest.param(of_the_rest(dead=[LETTER]), "I9", id="a dead letter"),
    ],
)
def test_each_broken_invariant_is_named(wrong: Wrong, invariant: str) -> None:
    found = violations(wrong(FinalState([SOUND])))
    assert invariant in {violation.invariant for violation in found}, found


def test_interrupted_model_calls_may_be_paid_twice() -> None:
    again = FinalState([replace(SOUND, calls=SOUND.calls + 2)])
    assert violations(again, interrupted=2) == []
    assert violations(again, interrupted=1) != []
