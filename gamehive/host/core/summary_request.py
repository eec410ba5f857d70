"""Request of a summary of the active loop's conversation: for the next persona, or in its place (GH-153, GH-179)."""

from collections.abc import Mapping

from gamehive.contracts.messages import WriteSummary
from gamehive.contracts.tools import GameToolCall
from gamehive.contracts.turns import SummaryFacts
from gamehive.host.core.decision_spans import call_span
from gamehive.host.core.state import StepKind
from gamehive.host.core.transition import AGENT_KIND, GameTransition


def request_summary(transition: GameTransition, facts: SummaryFacts, call: GameToolCall | None = None) -> None:
    """Have the conversation of the active loop summarized; the summary is awaited.

    Args:
        transition: The game.
        facts: What is summarized, and for whom.
        call: Call of the handover that needs it; None if no call does.
    """
    state, loop = transition.state, transition.loop
    step = transition.begin_step(_STEPS[facts.purpose], state.settings.game_turn_timeout, call)
    transition.send(
        AGENT_KIND,
        WriteSummary(
            game_id=transition.game_id,
            epoch=transition.epoch,
            call_id=step.call_id,
            answer_by=step.due,
            loop=loop.id,
            facts=facts,
            notes_start=loop.notes_start,
            notes_end=state.notes_length,
        ),
        step.due,
        transition.loop_span if call is None else call_span(call.call_id),
    )


_STEPS: Mapping[str, StepKind] = {"handoff": "summary", "compression": "compression"}
"""Step that awaits a summary, by its purpose."""
