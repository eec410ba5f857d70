"""Summary of an agreed plan that code has changed: after a merge, or when somebody it names is gone (DESIGN § 7)."""

from collections.abc import Collection

from pydantic import TypeAdapter

from channel_admin.core.fallback_content import render_text
from channel_admin.core.plan_review import OutcomeFields
from channel_admin.core.state import ChannelState
from negotiation.contracts.proposal import Proposal
from negotiation.contracts.text_limits import Paragraph
from shared.core.language import join_items, join_sentences


def rewrite_summary(state: ChannelState, outcome: OutcomeFields) -> Proposal:
    """Return the current version with a summary of who does what, and what is missing, in the demand's language."""
    plan, language = state.proposal, state.setting.language
    held = [part for part in plan.assignments if part.is_confirmed and not part.reserve]
    parts = join_items((f"{part.role} ({part.display_name or part.agent_id})" for part in held), language)
    title = state.demand.title or state.demand.surface_demand
    sentences = [render_text("summary.agreed" if held else "summary.nobody", language, title=title, parts=parts)]
    if outcome["missing"]:
        sentences.append(render_text("summary.missing", language, what=join_items(outcome["missing"], language)))
    summary = TypeAdapter[str](Paragraph).validate_python(join_sentences(sentences, language))
    return plan.model_copy(update={"summary": summary})


def refresh_summary(state: ChannelState, outcome: OutcomeFields, gone: Collection[str]) -> Proposal:
    """Return the current version, its summary rewritten if it names one of the agents that are `gone` (ids)."""
    names = {state.display_name(agent) for agent in gone}
    is_named = any(name in state.proposal.summary for name in names)
    return rewrite_summary(state, outcome) if is_named else state.proposal
