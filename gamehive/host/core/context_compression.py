"""Compression of a long conversation into a summary (GH-77, GH-179)."""

from gamehive.contracts.transcript import Note
from gamehive.contracts.turns import SummaryFacts
from gamehive.core.workspace.board_state import board_context
from gamehive.host.core.continuation import Continuation
from gamehive.host.core.fallback_summary import fallback_summary
from gamehive.host.core.summary_request import request_summary
from gamehive.host.core.transition import GameTransition


def request_compression(transition: GameTransition) -> None:
    """Have the conversation of the active loop summarized; the summary is awaited."""
    context = board_context(transition.workspace)
    facts = SummaryFacts(purpose="compression", context=context, speaker=transition.loop.agent)
    request_summary(transition, facts)


def take_compression(transition: GameTransition, text: str | None) -> Continuation:
    """Put a summary in place of the conversation so far, and go on (GH-77, GH-179)."""
    loop = transition.loop
    summary = text or fallback_summary(transition)
    transition.update_loop(message_count=0, notes_start=transition.state.notes_length)
    transition.add_note(Note(loop=loop.id, kind="summary", agent=loop.agent, text=summary))
    return Continuation("turn")
