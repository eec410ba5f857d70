"""What a plan is: who does what by when, what is missing, what changed and for whom (TW-605…609)."""

from typing import Annotated

from pydantic import BeforeValidator, Field

from negotiation.contracts.demand import Confidence
from negotiation.contracts.text_limits import Many, Paragraph, Phrase, Sentence, Some
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.timestamps import Instant


class Assignment(FrozenModel):
    """One role and who holds it (TW-606). `required`: without it the plan is worth nothing (TWC-03)."""

    agent_id: str
    display_name: str = ""
    role: Phrase
    responsibility: Sentence = ""
    dependencies: Some[Phrase] = ()
    is_confirmed: bool = False
    required: bool = False
    notes: Sentence = ""


class Milestone(FrozenModel):
    """A step of the plan. `date` is `YYYY-MM-DD` or None, `label` what people call the moment."""

    name: Phrase
    date: str | None = None
    label: Phrase = ""


class Timeline(FrozenModel):
    """When it starts and what must be done by when (TW-607)."""

    start_date: Maybe[str] = None
    milestones: Many[Milestone] = ()


class Gap(FrozenModel):
    """Something the plan still lacks (TW-609). `importance` is 0–100; 60 and more may open a subnet."""

    gap_type: Phrase
    importance: int = Field(ge=0, le=100)
    reason: Sentence = ""
    suggested_capability_tags: Some[Phrase] = ()


class Change(FrozenModel):
    """One thing an adjustment changed, and whose requests it met."""

    aspect: Phrase
    before: Sentence = ""
    after: Sentence = ""
    reason: Sentence = ""
    requested_by: Many[str] = ()


class DeclinedRequest(FrozenModel):
    """A request that the adjustment did not meet, and why."""

    request: Sentence
    reason: Sentence = ""


class AdjustmentSummary(FrozenModel):
    """What prompt 6 did to the plan (TW-506). `round` is set by the channel, whatever the model wrote."""

    round: int = 1
    changes_made: Many[Change] = ()
    requests_addressed: Many[Sentence] = ()
    requests_declined: Many[DeclinedRequest] = ()


def _texts(value: object) -> object:
    """Models write risks as sentences or as small objects; both are kept as sentences."""
    if not isinstance(value, list | tuple):
        return value
    return [" — ".join(map(str, item.values())) if isinstance(item, dict) else item for item in value]  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


Texts = Annotated[Many[Sentence], BeforeValidator(_texts)]


class ProposalDraft(FrozenModel):
    """A plan as a model writes it (prompts 4 and 6), before it has an id and a version."""

    summary: Paragraph
    objective: Paragraph = ""
    assignments: tuple[Assignment, ...] = ()
    timeline: Timeline = Timeline()
    rationale: Paragraph = ""
    success_criteria: Texts = ()
    risks: Texts = ()
    gaps: Many[Gap] = ()
    confidence: Confidence = "medium"
    adjustment_summary: Maybe[AdjustmentSummary] = None


class Proposal(ProposalDraft):
    """A plan of a channel (TW-605, TW-608). `version` counts from 1, also over merges (TWC-33)."""

    proposal_id: str
    demand_id: str
    version: int = Field(ge=1)
    round: int = Field(default=1, ge=1)
    adjusted: bool = False
    adjustment_failed: bool = False
    is_forced: bool = False
    confirmed_participants: tuple[str, ...] = ()
    optional_participants: tuple[str, ...] = ()
    created_at: Instant
