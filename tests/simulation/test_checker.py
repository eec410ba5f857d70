"""A checker that never failed proves nothing: each invariant, broken by hand in a history that was sound."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

import pytest

from shared.core.usage import Usage
from shared.store.memo_claim import BudgetUsage
from shared.store.port import DeadLetter, OutboxEntry
from shared.transport.port import BrokerMessage
from tests.simulation.checker import violations
from tests.simulation.history import FollowedLog, History, Read, Write
from tests.simulation.negotiation.sound_run import demand, fires, named, seen, sound
from tests.simulation.negotiation.subject import NEGOTIATION


@pytest.fixture
def history() -> History:
    """A copy to break."""
    return deepcopy(sound())


def forget(history: History, mail: OutboxEntry) -> None:
    """As if the message had never had an effect."""
    corner = {name: ids - {mail.message.message_id} for name, ids in history.remains.seen.items()}
    history.remains.seen = corner
    history.written = [w for w in history.written if w.commit.message_id != mail.message.message_id]
    history.looked = [look for look in history.looked if look.message_id != mail.message.message_id]


def test_a_valid_history_has_no_violations(history: History) -> None:
    assert named(history) == []


def test_i1_an_accepted_demand_that_is_not_there(history: History) -> None:
    history.accepted["d-nowhere"] = 0
    assert named(history)[0] == "I1"


def test_i1_a_demand_that_never_ends(history: History) -> None:
    name = demand(history)
    history.remains.logs = {**history.remains.logs, name: history.remains.logs[name][:-1]}
    assert "I1" in named(history)


def test_i1_a_demand_whose_dead_letter_can_be_seen_has_ended(history: History) -> None:
    letter = BrokerMessage("commands", "channel_admin", "poison-x", "submit_demand", b'{"correlation_id": "d-buried"}')
    history.accepted["d-buried"] = 0
    history.remains.logs = {**history.remains.logs, "d-buried": history.remains.logs[demand(history)][:1]}
    assert "I1" in named(history)
    history.remains.dead = (DeadLetter("1", "channel_admin", "handler_failed", "", 5, "", letter),)
    assert "I1" not in named(history)


def test_i1_a_system_that_does_not_come_to_rest(history: History) -> None:
    history.stuck = "something waits"
    assert named(history) == ["I1"]


def test_i1_a_message_that_was_acknowledged_and_had_no_effect(history: History) -> None:
    mail, _ = seen(history, "offer_response")
    forget(history, mail)
    assert mail.message.message_id in {ack.message_id for ack in history.acked}
    assert "I1" in named(history)
    assert "I3" not in named(history)


def test_i2_a_message_with_two_effects(history: History) -> None:
    history.written.append(replace(history.written[0]))
    assert named(history)[0] == "I2"


def test_i2_what_a_crash_undid_had_no_effect(history: History) -> None:
    history.written.append(replace(history.written[0], lost=True, acknowledged=False))
    assert named(history) == []


def test_i2_a_version_that_skips_a_message(history: History) -> None:
    address, (version, record) = next(iter(history.remains.records.items()))
    history.remains.records = {**history.remains.records, address: (version + 1, record)}
    assert named(history)[0] == "I2"


def test_i2_a_message_twice_in_a_journal(history: History) -> None:
    address, journal = next(iter(history.remains.journals.items()))
    history.remains.journals = {**history.remains.journals, address: [*journal[:-1], journal[0]]}
    assert named(history)[0] == "I2"


@pytest.mark.parametrize("kind", ["demand_offer", "offer_response", "submit_demand"])
def test_i3_a_message_that_never_arrives(history: History, kind: str) -> None:
    mail, _ = seen(history, kind)
    forget(history, mail)
    history.acked = [ack for ack in history.acked if ack.message_id != mail.message.message_id]
    assert "I3" in named(history)


REASONS: dict[str, Callable[[History, OutboxEntry], None]] = {
    "its demand was closed": lambda h, m: h.looked.append(Read(0, m.message.message_id, False, True)),
    "it came after its deadline": lambda h, m: h.looked.append(Read(1 << 60, m.message.message_id, False, False)),
    "the close dropped it": lambda h, m: h.dropped.update({m.message.message_id: m.correlation_id}),
    "it is a dead letter": lambda h, m: setattr(
        h.remains, "dead", (DeadLetter("1", "q", "handler_failed", "NoChannel", 5, "", m.message),)
    ),
}


@pytest.mark.parametrize("reason", REASONS)
def test_i3_a_message_that_was_dropped_for_a_reason(history: History, reason: str) -> None:
    mail, _ = seen(history, "demand_offer")
    forget(history, mail)
    history.acked = [ack for ack in history.acked if ack.message_id != mail.message.message_id]
    assert "I3" in named(history)
    REASONS[reason](history, mail)
    assert "I3" not in named(history)


def test_i3_an_outbox_entry_left_unpublished(history: History) -> None:
    mail, _ = seen(history, "demand_offer")
    history.remains.due = {"channel_admin": (mail,)}
    assert named(history) == ["I3"]


def test_i4_a_gap_in_a_log(history: History) -> None:
    name = demand(history)
    log = history.remains.logs[name]
    history.remains.logs = {**history.remains.logs, name: (*log[:3], *log[4:])}
    assert "I4" in named(history)


def test_i4_a_log_that_changed_after_it_was_read(history: History) -> None:
    history.read[demand(history), 2].add(b"something else")
    assert named(history) == ["I4"]


def test_i4_an_event_twice(history: History) -> None:
    name = demand(history)
    log = history.remains.logs[name]
    doubled = replace(log[1], seq=3)
    history.remains.logs = {**history.remains.logs, name: (*log[:2], doubled, *log[3:])}
    assert "I4" in named(history)


@pytest.mark.parametrize("tamper", ["a gap", "twice", "not to the end"])
def test_i5_a_client_that_saw_something_else(history: History, tamper: str) -> None:
    (followed,) = [f for f in history.followed if f.correlation_id == demand(history)]
    events = list(followed.events)
    cut = {"a gap": events[:3] + events[4:], "twice": events[:3] + events[2:], "not to the end": events[:-1]}
    history.followed = [FollowedLog(followed.correlation_id, cut[tamper], True)]
    assert named(history) == ["I5"]


def test_i6_a_record_that_its_journal_does_not_make(history: History) -> None:
    address, (version, record) = next(iter(history.remains.records.items()))
    state = json.loads(record)
    state["recovery_attempts"] += 1
    changed = json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode()
    history.remains.records = {**history.remains.records, address: (version, changed)}
    (first,) = violations(history, NEGOTIATION)
    assert first.invariant == "I6"
    assert "recovery_attempts" in first.reason


def test_i6_a_step_that_was_acknowledged_and_is_gone(history: History) -> None:
    """A store that came back without its last step is at one with itself; only who was told knows better."""
    address = next(iter(history.remains.records))
    *_, before, last = [w for w in history.written if w.commit.record and w.commit.address == address]
    last.lost = True
    remains = history.remains
    remains.records = {**remains.records, address: (before.version, before.commit.record or b"")}
    remains.journals = {**remains.journals, address: remains.journals[address][:-1]}
    assert "I6" in named(history)
    last.acknowledged = False
    assert "I6" not in named(history)


def test_i1_a_commit_that_was_acknowledged_and_is_gone(history: History) -> None:
    answer = next(written for written in history.written if written.commit.role == "user_agent")
    answer.lost = True
    assert named(history)[0] == "I1"
    answer.acknowledged = False
    assert "I1" not in named(history)


def timer(history: History) -> Write:
    """A timer that fired, and had an effect."""
    return next(written for written in history.written if fires(written))


def test_i7_a_timer_with_two_effects(history: History) -> None:
    history.written.append(replace(timer(history)))
    assert "I7" in named(history)


@pytest.mark.parametrize("shift", [-60_000, 10_000_000])
def test_i7_a_timer_too_early_or_too_late(history: History, shift: int) -> None:
    history.faults = []
    timer(history).at += shift
    assert "I7" in named(history)


def test_i8_a_question_paid_twice(history: History) -> None:
    call = next(call for call in history.calls if call.outcome == "answered")
    history.interrupted = []
    history.calls.append(replace(call))
    assert named(history) == ["I8"]
    history.interrupted = [(0, [(call.correlation_id, call.question)])]
    assert named(history) == []


def test_i8_a_budget_overdrawn(history: History) -> None:
    history.interrupted = []
    history.remains.spent = {demand(history): BudgetUsage(Usage(calls=8, input_tokens=800), 0, 700)}
    assert named(history) == ["I8"]


@pytest.mark.parametrize("left", [(1, 0), (0, 1)])
def test_i9_a_queue_that_is_not_empty(history: History, left: tuple[int, int]) -> None:
    history.remains.queues = {"skills": left}
    assert named(history) == ["I9"]


def test_i9_a_poison_message_that_is_no_dead_letter(history: History) -> None:
    history.poison["undecodable"] += 1
    assert named(history) == ["I9"]


@pytest.mark.parametrize("reason", ["handler_failed", "killed_worker", "undecodable"])
def test_i9_a_dead_letter_that_nothing_explains(history: History, reason: str) -> None:
    mail, _ = seen(history, "demand_offer")
    history.remains.dead = (*history.remains.dead, DeadLetter("1", "user_agent", reason, "why", 5, "", mail.message))
    assert named(history) == ["I9"]


def test_violations_are_ordered_by_cause(history: History) -> None:
    history.stuck = "something waits"
    history.accepted["d-nowhere"] = 0
    history.remains.queues = {"skills": (1, 0)}
    history.written.append(replace(history.written[0]))
    assert named(history)[0] == "I2"
    assert named(history)[-1] == "I9"
