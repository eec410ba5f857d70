"""Summary of a game by its facts, where no model writes one (GH-153)."""

from gamehive.host.core.transition import GameTransition

SUMMARY_CHARACTERS = 200
"""Maximum length of a summary (GH-260)."""


def fallback_summary(transition: GameTransition) -> str:
    """Return a summary of facts: phase, last five moves, plan, three best candidates."""
    workspace = transition.workspace
    moves = " ".join(f"{each.side}:({each.x},{each.y})" for each in workspace.move_history[-5:])
    candidates = " ".join(f"({each.x},{each.y})" for each in workspace.candidate_moves[:3])
    plan = workspace.strategic_plan.goal if workspace.strategic_plan is not None else ""
    parts = (workspace.current_phase, moves, plan, candidates)
    return cut_summary("; ".join(filter(None, parts)))


def cut_summary(text: str) -> str:
    """Return a text of at most SUMMARY_CHARACTERS (200), cut after the last whole sentence that fits (GH-C27)."""
    if len(text) <= SUMMARY_CHARACTERS:
        return text
    cut = text[:SUMMARY_CHARACTERS]
    end = max(cut.rfind(mark) for mark in "。！？.!?;；")
    return cut[: end + 1] if end > 0 else cut
