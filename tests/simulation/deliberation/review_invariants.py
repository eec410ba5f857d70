"""What of a blocked or changed output must not be told to anybody (DL-161). Pure."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from deliberation.contracts.control import Constraints
from deliberation.contracts.events import AgentSkipped, HostDecided, SessionEnded, SessionEvent
from deliberation.host.core.host_texts import render_host_text
from shared.core.language import Language
from shared.store.port import LoggedEvent
from tests.simulation.deliberation.session_log import events_of
from tests.simulation.deliberation.words import words_in


def review_problems(log: Sequence[LoggedEvent], banned: AbstractSet[str]) -> Iterator[str]:
    """Yield where words of an output that was blocked, or words that were taken out of one, are told in a log."""
    for event in log:
        if found := banned & set(words_in(event.data.decode())):
            yield f"{event.type} {event.seq} tells {sorted(found)}, which the reviewer would not have"


def blocked_decision_problems(
    events: Sequence[SessionEvent], rounds: AbstractSet[int], language: Language
) -> Iterator[str]:
    """Yield where the host says in other words than the fixed ones what was blocked in these rounds."""
    text = render_host_text("withheld", language)
    for decision in events_of(events, HostDecided):
        said = decision.content, decision.reason, decision.constraints
        if decision.round in rounds and said != (text, text, Constraints()):
            yield f"the host's words of round {decision.round} were blocked, and it says {decision.content[:100]}"


def moderation_problems(events: Sequence[SessionEvent]) -> Iterator[str]:
    """Yield that a session goes on after two outputs that were blocked for good, if it does."""
    skipped = [event for event in events_of(events, AgentSkipped) if event.reason == "blocked"]
    reasons = {end.end_reason for end in events_of(events, SessionEnded)}
    if len(skipped) > 1 and "moderation" not in reasons:
        yield f"{len(skipped)} turns were blocked, and it ended for {sorted(reasons)}"
