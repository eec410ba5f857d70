"""Order of the host's rules: what follows from the figures of a round (DL-115…122, DL-128, DL-160, DL-168).

The first rule that applies decides. Thresholds are a parameter: those of the seed by default, else the embedder's.
"""

from dataclasses import dataclass
from typing import Literal

from deliberation.contracts.control import SEED_THRESHOLDS, EndReason, HostAction, Thresholds, Veto
from deliberation.contracts.roles import Discussant

EARLY_STOP_DIFFERENCE = 0.02
"""Consensus that changed by less from one round to the next has not changed (DL-160)."""


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """Figures by which a round is decided.

    Attributes:
        round: Number of the round, from 1.
        max_rounds: Last possible round.
        consensus: Consensus of the round; None if fewer than two standing positions were compared.
        previous_consensus: Consensus of the round before; None if there is none.
        was_opposition: Whether this round had a devil's advocate.
        stubborn: Agents that repeat themselves and were not commanded yet.
        veto: Why a high consensus is not agreement.
        method: How the positions were compared.
        is_stale: Whether an earlier position stands in for a skipped turn: then silence is no agreement.
        fatal: Reason to end at once, if there is one.
    """

    round: int
    max_rounds: int = 5
    consensus: float | None = None
    previous_consensus: float | None = None
    was_opposition: bool = False
    stubborn: tuple[Discussant, ...] = ()
    veto: Veto | None = None
    method: Literal["embedding", "keyword", "none"] = "embedding"
    is_stale: bool = False
    fatal: Literal["user", "moderation", "error"] | None = None


@dataclass(frozen=True, slots=True)
class RoundVerdict:
    """Outcome of the rules: the action, its number in DL-122, whom to command, and why the session ends, if it does.

    `vetoed`: a rule that would have converged was overruled by the veto.
    """

    action: HostAction
    rule: int
    end_reason: EndReason | None = None
    commanded: tuple[Discussant, ...] = ()
    vetoed: bool = False


def decide_round(figures: RoundFigures, thresholds: Thresholds = SEED_THRESHOLDS) -> RoundVerdict:
    """Return what the host does after a round. Values are compared as rounded to 6 decimals (DL-121)."""
    if figures.fatal is not None:
        return RoundVerdict("terminate", 1 if figures.fatal == "user" else 2, figures.fatal)
    is_last = figures.round >= figures.max_rounds
    if figures.consensus is None:
        return RoundVerdict("terminate", 3, "max_rounds") if is_last else RoundVerdict("continue", 3)
    if is_high(figures.consensus, thresholds, figures.method):
        return _decide_high(figures, is_last=is_last)
    if is_last:
        return RoundVerdict("terminate", 5, "max_rounds")
    if figures.stubborn and figures.method != "keyword":
        return _decide_level(figures, thresholds, commanded=figures.stubborn)
    if has_stalled(figures):
        return _decide_stall(figures, thresholds)
    return _decide_level(figures, thresholds)


def is_high(consensus: float, thresholds: Thresholds, method: str = "embedding") -> bool:
    """Return whether a consensus is above the high threshold; a Jaccard index only has to reach it (DL-152)."""
    value = round(consensus, 6)
    return value >= thresholds.high if method == "keyword" else value > thresholds.high


def is_low(consensus: float, thresholds: Thresholds, method: str = "embedding") -> bool:
    """Return whether a consensus is at or below the low threshold; a Jaccard index has to be below it (DL-152)."""
    value = round(consensus, 6)
    return value < thresholds.low if method == "keyword" else value <= thresholds.low


def has_stalled(figures: RoundFigures) -> bool:
    """Return whether the consensus has not changed since the round before (DL-160)."""
    if figures.round < 2 or figures.is_stale or figures.consensus is None or figures.previous_consensus is None:
        return False
    difference = abs(round(figures.consensus, 6) - round(figures.previous_consensus, 6))
    return figures.method == "embedding" and round(difference, 6) < EARLY_STOP_DIFFERENCE


def _decide_high(figures: RoundFigures, *, is_last: bool) -> RoundVerdict:
    """Rule 4, overruled by a veto. In the last round only a lack of objections no longer counts as one."""
    if figures.veto is None or (is_last and figures.veto == "nothing_challenged"):
        return RoundVerdict("converge", 4, "consensus")
    if is_last:
        return RoundVerdict("terminate", 5, "max_rounds", vetoed=True)
    return RoundVerdict("continue", 4, vetoed=True)


def _decide_stall(figures: RoundFigures, thresholds: Thresholds) -> RoundVerdict:
    """Rule 7: converge early; in the low band end without agreement."""
    assert figures.consensus is not None
    if is_low(figures.consensus, thresholds, figures.method):
        return RoundVerdict("terminate", 7, "early_stop")
    if figures.veto is not None:
        return RoundVerdict("continue", 7, vetoed=True)
    return RoundVerdict("converge", 7, "early_stop")


def _decide_level(
    figures: RoundFigures, thresholds: Thresholds, commanded: tuple[Discussant, ...] = ()
) -> RoundVerdict:
    """Rules 8 and 9: a devil's advocate after low consensus, unless one has just spoken."""
    assert figures.consensus is not None
    low = is_low(figures.consensus, thresholds, figures.method)
    if low and not figures.was_opposition:
        return RoundVerdict("force_opposition", 8, commanded=commanded)
    return RoundVerdict("continue", 9, commanded=commanded)
