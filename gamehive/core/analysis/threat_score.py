"""Danger as a number: after a move of the team, and how urgent a defence is (GH-145, GH-84)."""

from collections.abc import Sequence
from typing import Literal

from gamehive.contracts.workspace import Threat
from gamehive.core.games.game import Goal

UNPROVED_DANGER = 0.8
"""Greatest danger in a game of lines that no search proved; more would say that there is one reply or none."""

URGENCY_OF_FOUR, URGENCY_OF_THREE = 0.95, 0.8
FOUR_KINDS = frozenset(("four", "open_four", "two_in_line"))
"""Kinds of threats that win with the next stone."""


def threat_after_move(goal: Goal, score: float, proof: Literal["won", "drawn", "lost"] | None) -> float:
    """Return the danger for whoever has just moved, on the scale of GH-145.

    Args:
        goal: What decides the game.
        score: Expected result for the opponent, whose turn it is.
        proof: The opponent's result with best play, if it is proved.
    """
    if proof is not None:
        return {"won": 1.0, "drawn": 0.5, "lost": 0.0}[proof]
    if goal == "liberties" or score <= 0.5:
        return score
    return 0.5 + (score - 0.5) * 2 * (UNPROVED_DANGER - 0.5)


def defence_urgency(threats: Sequence[Threat], threat: float) -> float:
    """Return how urgent a defence is before a move: 0 if there is nothing to defend.

    Args:
        threats: Threats of both sides; those that must be answered are the opponent's.
        threat: Danger before the move.
    """
    if threat == 0 or any(each.kind in FOUR_KINDS and not each.must_reply for each in threats):
        return 0.0
    forcing = [URGENCY_OF_FOUR if each.kind in FOUR_KINDS else URGENCY_OF_THREE for each in threats if each.must_reply]
    return max((*forcing, threat if threat > 0.5 else 0.0))
