"""What must hold of every history, whatever the adversary did: I1…I9 of FAULTS § 2, then the application's own. Pure.

Causes come before what follows from them: a doubled effect, a state that is not what its messages make of it, an
acknowledged thing without effect, a lost message, and only then a log that never ended.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from shared.core.envelope import decode_envelope
from shared.core.message_base import TimerFired
from shared.store.port import OutboxEntry
from tests.simulation.history import History, Write
from tests.simulation.state_replay import replay_state
from tests.simulation.subject import Subject
from tests.simulation.violation import Violation

BOUND = 2_500
"""Milliseconds by which a timer may be late when nothing is wrong: a sweep every 2 s, and the work itself."""

LEASES = (5_000, 10_000, 20_000, 40_000, 60_000)
"""Milliseconds after which an entry that was claimed, and not sent, is due again."""


def violations(history: History, subject: Subject) -> Sequence[Violation]:
    """Everything that does not hold, the causes first."""
    facts = Facts(history, subject)
    return [violation for check in (*CHECKS, *subject.checks) for violation in check(facts)]


class Facts:
    """A history, and what several invariants want to know of it."""

    def __init__(self, history: History, subject: Subject) -> None:
        self.subject = subject
        self.history = history
        self.remains = history.remains

    @cached_property
    def standing(self) -> Sequence[Write]:
        """Every commit that had its effect for good."""
        return [written for written in self.history.written if not written.lost]

    @cached_property
    def dead(self) -> frozenset[str]:
        """Messages that are visible dead letters."""
        return frozenset(letter.message.message_id for letter in self.remains.dead)

    @cached_property
    def looked(self) -> dict[str, list[tuple[int, bool]]]:
        """Message id → when it was looked up, and whether its correlation was closed."""
        found: defaultdict[str, list[tuple[int, bool]]] = defaultdict(list)
        for look in self.history.looked:
            found[look.message_id].append((look.at, look.closed))
        return found

    @cached_property
    def acked(self) -> dict[str, list[int]]:
        """Message id → when receivers said that it is done."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for ack in self.history.acked:
            found[ack.message_id].append(ack.at)
        return found

    @cached_property
    def disarmed(self) -> frozenset[str]:
        """Timers that were taken back before they fired."""
        return frozenset(identifier for written in self.standing for identifier in written.commit.cancelled_timers)

    @cached_property
    def commands(self) -> Sequence[OutboxEntry]:
        """Every message that was to be sent, by a commit or as somebody's next attempt."""
        mail = [mail for written in self.standing for mail in written.commit.outbox]
        return [entry for entry in mail if entry.message.exchange == "commands"]

    @cached_property
    def scheduled(self) -> dict[str, list[int]]:
        """Message id → when its next attempt was written down."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for at, _, mail in self.history.scheduled:
            found[mail.message.message_id].append(at)
        return found

    @cached_property
    def lost(self) -> Sequence[OutboxEntry]:
        """Messages without effect, and without a reason that can be stated. Once each."""
        return list({mail.message.message_id: mail for mail in self.commands if not self.settled(mail)}.values())

    def settled(self, mail: OutboxEntry) -> bool:
        """Whether a message had its effect, is a dead letter, or was dropped for a reason that can be stated."""
        message_id = mail.message.message_id
        if message_id in self.remains.seen.get(mail.correlation_id, ()) or message_id in self.dead:
            return True
        acks = self.acked.get(message_id, ())
        if not acks:
            return self.dropped(mail) or message_id in self.disarmed or self._over(mail, NEVER)
        return all(self._excused(mail, at, last=at == acks[-1]) for at in acks)

    def dropped(self, mail: OutboxEntry) -> bool:
        """Whether the end of its correlation found it still to be sent."""
        return self.history.dropped.get(mail.message.message_id) == mail.correlation_id

    def _excused(self, mail: OutboxEntry, at: int, *, last: bool) -> bool:
        """Why a receiver could call it done at `at` without an effect: it was over, or is to be tried again."""
        again = any(instant <= at for instant in self.scheduled.get(mail.message.message_id, ()))
        return self._over(mail, at) or (again and (not last or self.dropped(mail)))

    def _over(self, mail: OutboxEntry, by: int) -> bool:
        """Whether its receiver had found out by then that nobody wants it any more, or gave up half way for that."""
        looks = [look for look in self.looked.get(mail.message.message_id, ()) if look[0] <= by]
        end = min(deadline_of(mail), self.remains.closed.get(mail.correlation_id, NEVER))
        return any(closed or at > end for at, closed in looks) or (bool(looks) and end <= by + TICK < NEVER)


NEVER = 1 << 62

TICK = 1
"""Milliseconds by which an instant may be cut: a receiver that gives up at a deadline may read the one before it."""


def deadline_of(mail: OutboxEntry) -> int:
    """The instant (ms) after which nobody starts on a message."""
    deadline = decode_envelope(mail.message.data).deadline
    return NEVER if deadline is None else deadline


def one_effect(facts: Facts) -> Iterator[Violation]:
    """I2: a message has one effect, and an entity's version counts the messages that changed it."""
    effects = Counter((w.commit.correlation_id, w.commit.message_id) for w in facts.standing)
    for (correlation_id, message_id), count in effects.items():
        if count > 1:
            yield Violation("I2", f"the message {message_id} of {correlation_id} had {count} effects")
    for address, (version, _) in facts.remains.records.items():
        entries = [json.loads(entry) for entry in facts.remains.journals.get(address, ())]
        messages = {entry["message"]["message_id"] for entry in entries}
        if not version == len(entries) == len(messages):
            yield Violation(
                "I2", f"{address} is at version {version} after {len(entries)} steps by {len(messages)} messages"
            )


def state_is_its_journal(facts: Facts) -> Iterator[Violation]:
    """I6: the record is what `decide` makes of the journal, byte for byte; what was acknowledged stands in it."""
    journals: defaultdict[str, list[bytes]] = defaultdict(list)
    for written in facts.history.written:
        commit = written.commit
        if (
            commit.address is not None
            and commit.journal_entry is not None
            and (written.acknowledged or not written.lost)
        ):
            journals[commit.address].append(commit.journal_entry)
    entity = facts.subject.entity(facts.history.settings)
    for address, (_, record) in facts.remains.records.items():
        if problem := replay_state(journals.get(address, ()), record, entity):
            yield Violation("I6", f"{address}: {problem}")
    for address in journals.keys() - facts.remains.records.keys():
        yield Violation("I6", f"{address} has acknowledged steps and no record")


def acknowledged_is_done(facts: Facts) -> Iterator[Violation]:
    """I1: what was acknowledged, to a client or to the broker, has left its effect or a stated reason."""
    for correlation_id in facts.history.accepted:
        if not facts.remains.logs.get(correlation_id):
            yield Violation("I1", f"{correlation_id} was accepted and is not there")
    for written in facts.history.written:
        if written.acknowledged and written.lost:
            about = f"the commit of {written.commit.role} for {written.commit.message_id}"
            yield Violation("I1", f"{about} was acknowledged and is gone")
    for mail in facts.lost:
        if mail.message.message_id in facts.acked:
            about = f"{mail.message.type} {mail.message.message_id} of {mail.correlation_id}"
            yield Violation("I1", f"{about} was acknowledged to the broker and had no effect")


def every_send_arrives(facts: Facts) -> Iterator[Violation]:
    """I3: what was committed to be sent is seen by its receiver, dropped for a reason, or a dead letter; nothing waits."""
    for mail in facts.lost:
        if mail.message.message_id not in facts.acked:
            about = f"{mail.message.type} {mail.message.message_id} of {mail.correlation_id}"
            yield Violation("I3", f"{about} never reached its receiver")
    for role, mail in facts.remains.due.items():
        if mail:
            yield Violation("I3", f"{role} still has {len(mail)} to send, first {mail[0].message.type} {mail[0].id}")


def every_log_ends(facts: Facts) -> Iterator[Violation]:
    """I1: whatever was accepted ends with its last event, or with a dead letter that one can see."""
    owners = (facts.subject.first_message, TimerFired.type)  # without them nobody would go on
    buried = {letter.message.data for letter in facts.remains.dead if letter.message.type in owners}
    for correlation_id in facts.history.accepted:
        log = facts.remains.logs.get(correlation_id, ())
        ended = bool(log) and log[-1].type == facts.subject.last_event
        if not ended and not any(correlation_id.encode() in data for data in buried):
            last = log[-1].type if log else "nothing"
            yield Violation("I1", f"{correlation_id} never ended; the last is {last}\n{facts.history.stuck}")
    if facts.history.stuck:
        yield Violation("I1", f"the system did not come to rest: {facts.history.stuck}")


def log_never_changes(facts: Facts) -> Iterator[Violation]:
    """I4: a log counts 1, 2, 3 …; what stood under a number once always stood there."""
    for name, log in facts.remains.logs.items():
        numbers = [event.seq for event in log]
        if numbers != list(range(1, len(log) + 1)):
            yield Violation("I4", f"the log of {name} counts {numbers}")
        if len({event.event_id for event in log}) != len(log):
            yield Violation("I4", f"the log of {name} holds an event twice")
    final = {(name, event.seq): event.data for name, log in facts.remains.logs.items() for event in log}
    for (name, seq), shown in facts.history.read.items():
        if shown != {final.get((name, seq))}:
            yield Violation("I4", f"{name} showed {len(shown)} contents under {seq}, now it is another one or none")


def clients_see_the_log(facts: Facts) -> Iterator[Violation]:
    """I5: what a client puts together from its streams is the log: in order, without a gap, each event once."""
    for followed in facts.history.followed:
        name = followed.correlation_id
        log = list(facts.remains.logs.get(name, ()))
        if followed.events != log[: len(followed.events)]:
            yield Violation("I5", f"a client of {name} saw {[e.seq for e in followed.events]}, not its log")
        elif followed.ended and len(followed.events) != len(log):
            yield Violation("I5", f"a client of {name} was told the end at {len(followed.events)} of {len(log)}")


def timers_fire_once_in_time(facts: Facts) -> Iterator[Violation]:
    """I7: a generation of a timer has one effect at most, and is late only by as much as it was kept from firing."""
    fired: Counter[tuple[str, int]] = Counter()
    due = {mail.id: mail.due for w in facts.history.written for mail in w.commit.outbox if mail.due is not None}
    for written in facts.standing:
        commit = written.commit
        if commit.journal_entry is None or commit.address is None or commit.message_id not in due:
            continue
        message = json.loads(commit.journal_entry)["message"]
        if message["type"] != TimerFired.type:
            continue
        fired[commit.address, message["body"]["generation"]] += 1
        wanted = due[commit.message_id] or 0
        late, allowed = written.at - wanted, allowed_delay(facts, commit.message_id, wanted, written.at)
        if written.at < wanted or late > allowed:
            yield Violation("I7", f"a timer of {commit.address} fired {late} ms late, {allowed} allowed")
    for (address, generation), count in fired.items():
        if count > 1:
            yield Violation("I7", f"generation {generation} of {address} had {count} effects")


def allowed_delay(facts: Facts, message_id: str, due: int, done: int, *, is_timer: bool = True) -> int:
    """How late (ms) a message may be: the bound, what disturbed meanwhile, and the leases of claims that came to nothing.

    A timer is claimed to be sent first; any other message only after its sender failed to.
    """
    claims = len(facts.history.claims.get(message_id, ())) - (1 if is_timer else 0)
    leases = sum(LEASES[min(n, len(LEASES) - 1)] for n in range(max(0, claims)))
    return BOUND + facts.history.disturbed(due, done) + leases


def calls_are_paid_once(facts: Facts) -> Iterator[Violation]:
    """I8: a question is paid once, and once more for every time its payer was interrupted; the budget is kept."""
    paid = Counter((c.correlation_id, c.question) for c in facts.history.calls if c.outcome == "answered")
    interrupted = Counter(claim for _, claims in facts.history.interrupted for claim in claims)
    for (name, question), count in paid.items():
        if count > 1 + interrupted[name, question]:
            why = f"interrupted {interrupted[name, question]} times"
            yield Violation("I8", f"the question {question} of {name} was paid {count} times, {why}")
    extra = Counter(name for _, claims in facts.history.interrupted for name, _ in claims)
    cost = max((call.tokens for call in facts.history.calls), default=0)
    for name, spent in facts.remains.spent.items():
        if spent.budget_tokens and spent.usage.tokens > spent.budget_tokens + extra[name] * cost:
            yield Violation("I8", f"{name} spent {spent.usage.tokens} of {spent.budget_tokens} tokens")


def nothing_is_left(facts: Facts) -> Iterator[Violation]:
    """I9: no message waits or is in hand; the dead letters are the poison, and what the model's own errors explain."""
    for queue, (ready, unsettled) in facts.remains.queues.items():
        if ready or unsettled:
            yield Violation("I9", f"the queue {queue} still has {ready} ready and {unsettled} in hand")
    strangers = Counter(letter.reason for letter in facts.remains.dead if _of_strangers(letter.message.message_id))
    if strangers != facts.history.poison:
        yield Violation("I9", f"poison {dict(facts.history.poison)} became the dead letters {dict(strangers)}")
    for error in facts.history.escaped:
        yield Violation("I9", f"nobody settled what failed: {error}")
    ours = [letter for letter in facts.remains.dead if not _of_strangers(letter.message.message_id)]
    for letter in ours:
        if not _explained(facts, letter.reason, letter.error):
            about = f"{letter.message.type} {letter.message.message_id}"
            yield Violation("I9", f"{about} is a dead letter: {letter.reason}, {letter.error[:200]}")


def _of_strangers(message_id: str) -> bool:
    return message_id.startswith("poison-")


def _explained(facts: Facts, reason: str, error: str) -> bool:
    """The adapter's own error, five times; an entity that did not exist for as long as its first message was away."""
    if reason != "handler_failed":
        return False
    return (facts.history.failures >= 5 and "the adapter is broken" in error) or facts.subject.missing_entity in error


CHECKS: Sequence[Callable[[Facts], Iterator[Violation]]] = (
    one_effect,
    state_is_its_journal,
    acknowledged_is_done,
    every_send_arrives,
    every_log_ends,
    log_never_changes,
    clients_see_the_log,
    timers_fire_once_in_time,
    calls_are_paid_once,
    nothing_is_left,
)
