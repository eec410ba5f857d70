"""A run of the negotiation that broke nothing, for tests that break it by hand, and what they need to do so."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache

from negotiation.contracts.events import ProposalFinalized
from shared.core.message_base import TimerFired
from shared.store.port import LoggedEvent, OutboxEntry
from tests.simulation.checker import violations
from tests.simulation.history import History, Write
from tests.simulation.negotiation.subject import NEGOTIATION
from tests.simulation.runner import run_seed


@cache
def sound() -> History:
    """The history of a run that broke nothing: one demand that came to a plan, a timer that fired, no dead letter."""
    for seed in range(1, 200):
        played = run_seed(NEGOTIATION, seed)
        if not played.violations and len(played.history.accepted) == 1 and fits(played.history):
            return played.history
    raise LookupError("no seed fits")


def fits(history: History) -> bool:
    """Whether it holds everything that these tests break."""
    types = {event.type for log in history.remains.logs.values() for event in log}
    fired = any(fires(written) for written in history.written)
    harmless = not history.remains.dead and not any(written.lost for written in history.written)
    paid = Counter((call.correlation_id, call.question) for call in history.calls if call.outcome == "answered")
    harmless = harmless and max(paid.values()) == 1
    return fired and harmless and ProposalFinalized.type in types and not disarms_first_offer(history)


def disarms_first_offer(history: History) -> bool:
    """Whether the first offer took a timer back: without it, that timer would be missed as well."""
    mail, _ = seen(history, "offer_response")
    return any(w.commit.cancelled_timers for w in history.written if w.commit.message_id == mail.message.message_id)


def fires(written: Write) -> bool:
    """Whether a timer's message made this commit, and changed something."""
    journal = written.commit.journal_entry
    return journal is not None and json.loads(journal)["message"]["type"] == TimerFired.type


def named(history: History) -> list[str]:
    """The invariants that the checker says are broken, in its order."""
    return [violation.invariant for violation in violations(history, NEGOTIATION)]


def demand(history: History) -> str:
    """One demand that came to a plan."""
    return next(d for d, log in history.remains.logs.items() if any(e.type == ProposalFinalized.type for e in log))


def seen(history: History, kind: str) -> tuple[OutboxEntry, Write]:
    """A message of some type that had its effect, and the commit that sent it."""
    for written in history.written:
        for mail in written.commit.outbox:
            if mail.message.type == kind and mail.message.message_id in history.remains.seen[mail.correlation_id]:
                return mail, written
    raise LookupError(kind)


def told(history: History, kind: str) -> tuple[str, LoggedEvent]:
    """An event of some type, and whose log it stands in."""
    name = demand(history)
    return name, next(event for event in history.remains.logs[name] if event.type == kind)


def tell(history: History, name: str, *events: LoggedEvent) -> None:
    """Put these events into a log, before its last one, and let everybody have seen them."""
    log = history.remains.logs[name]
    longer = [*log[:-1], *events, log[-1]]
    numbered = [replace(event, seq=seq, event_id=f"evt-{seq}") for seq, event in enumerate(longer, start=1)]
    history.remains.logs = {**history.remains.logs, name: numbered}
    history.followed = []
    history.read.clear()
