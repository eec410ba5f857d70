"""Position summary of a discussant: what planner and critic hold in a round (DL-19…29)."""

from typing import Annotated, Literal

from pydantic import Field

from deliberation.contracts.text_limits import RequiredSentence, Sentence, UpToFive
from shared.core.frozen_model import FrozenModel, Maybe

Confidence = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
"""Degree of certainty from 0 to 1."""


class PositionChanges(FrozenModel):
    """Differences between a position and the same agent's previous live one, computed by code (DL-23…25, DL-28)."""

    conclusion_changed: bool
    reasons_added: tuple[str, ...] = ()
    confidence_delta: Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)] = 0.0


class PositionDraft(FrozenModel):
    """Position as a model writes it; its own claim of changes is not trusted (DL-28)."""

    conclusion: RequiredSentence
    key_reasons: Annotated[UpToFive[RequiredSentence], Field(min_length=1)]
    assumptions: UpToFive[Sentence] = ()
    confidence: Confidence
    changes_from_last_round: Maybe[PositionChanges] = None


class Position(PositionDraft):
    """Position of an agent in a round. `stance` marks a devil's advocate's (DL-125), which is compared with nothing."""

    stance: Maybe[Literal["opposition"]] = None


def comparison_text(position: PositionDraft) -> str:
    """Return the text that is compared: the conclusion and each key reason on a line of its own (DL-29)."""
    return "\n".join((position.conclusion, *position.key_reasons))
