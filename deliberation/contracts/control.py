"""Decision of the host on a round, and the analysis that it rests on (DL-58…69, DL-115…128)."""

from typing import Annotated, Literal

from pydantic import Field

from deliberation.contracts.roles import Discussant, Role
from shared.core.frozen_model import FrozenModel, Maybe

HostAction = Literal["continue", "converge", "force_opposition", "terminate"]
EndReason = Literal["consensus", "early_stop", "max_rounds", "user", "error", "moderation"]
ConsensusLabel = Literal["high", "medium", "low", "unknown"]
"""Consensus as a word (DL-C12)."""

Veto = Literal["infeasible", "findings_unanswered", "opposite_conclusions", "stale_positions", "nothing_challenged"]
"""Why a high similarity is not taken for agreement (DL-168)."""

Similarity = Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]
Level = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
"""Consensus from 0 to 1, rounded to 6 decimals (DL-121)."""


class Thresholds(FrozenModel):
    """Thresholds of one embedder: above `high` is consensus, up to `low` dissent, above `stubborn` a repetition."""

    high: Level = 0.90
    low: Level = 0.70
    stubborn: Level = 0.98


SEED_THRESHOLDS = Thresholds()
"""Thresholds of the seed; a calibrated embedder has its own (DL-90)."""

KEYWORD_THRESHOLDS = Thresholds(high=0.60, low=0.30, stubborn=1.0)
"""Thresholds of the keyword comparison, whose values are Jaccard indices (DL-152). They are reached, not exceeded."""


class Directive(FrozenModel):
    """Command to one agent beside the round's action, in the seed's shape (DL-118, DL-123).

    `role`, `requirement` and `target` are those of a devil's advocate (`force_opposition`); `fallback` that of a skip.
    """

    action: Literal["update_command", "force_opposition", "challenge", "state_uncertainties", "force_summary"]
    target_agent: Maybe[Role] = None
    role: Maybe[Literal["devils_advocate"]] = None
    target: Maybe[Discussant] = None
    reason: str = ""
    requirement: str = ""


class Constraints(FrozenModel):
    """Findings that the next turns must address, at most 5, and reasons that they must not repeat (DL-68)."""

    must_address: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()


class HostDecision(FrozenModel):
    """Action after a round. `focus_on` equals `must_address` (DL-127)."""

    action: HostAction
    reason: str
    next_agents: tuple[Role, ...] = ()
    constraints: Constraints = Constraints()
    directives: tuple[Directive, ...] = ()
    rounds_remaining: Annotated[int, Field(ge=0)] = 0
    next_step: Maybe[Literal["reporter_summary"]] = None
    end_reason: Maybe[EndReason] = None


class RoundAnalysis(FrozenModel):
    """Figures of a round.

    Attributes:
        consensus_level: Mean similarity of the standing positions; None if fewer than two could be compared.
        min_similarity: Similarity of the least similar pair; absent without a comparison.
        similarity_matrix: Rows and columns in the order of `agents`.
        agents: Agents whose standing positions were compared.
        most_different_pair: Indices into `agents`; None with fewer than two.
        stubborn_agents: Agents that repeat themselves (DL-130).
        self_similarity: Similarity of an agent's position with its previous live one.
        unargued_changes: Agents that changed their position in substance without a new argument.
        stale_agents: Agents whose earlier output stands in for a skipped turn.
        degraded: Whether a stale output or the keyword comparison is used.
        method: How the positions were compared.
        embedder: Name of the embedding model; absent if none was used.
        thresholds: Thresholds by which this round was decided.
        contradictions: Reasons why the two conclusions exclude each other, as codes with the differing words.
        veto: Why a high consensus was not accepted; absent if it was not vetoed.
    """

    consensus_level: Level | None
    min_similarity: Maybe[Similarity] = None
    similarity_matrix: tuple[tuple[Similarity, ...], ...] = ()
    agents: tuple[Discussant, ...] = ()
    most_different_pair: tuple[int, int] | None = None
    stubborn_agents: tuple[Discussant, ...] = ()
    self_similarity: dict[Discussant, Similarity] = Field(default_factory=dict[Discussant, Similarity])
    unargued_changes: tuple[Discussant, ...] = ()
    stale_agents: tuple[Discussant, ...] = ()
    degraded: bool = False
    method: Literal["embedding", "keyword", "none"] = "embedding"
    embedder: Maybe[str] = None
    thresholds: Thresholds = SEED_THRESHOLDS
    contradictions: tuple[str, ...] = ()
    veto: Maybe[Veto] = None
