"""Proposal: a plan with assignments, timeline, gaps and the summary of its last adjustment (TW-605…609)."""

from collections import Counter
from datetime import date
from typing import Annotated, Literal

from pydantic import BeforeValidator, ConfigDict, Field

from negotiation.contracts.demand import Confidence, LimitName
from negotiation.contracts.money import Money
from negotiation.contracts.terms import Terms
from negotiation.contracts.text_limits import Paragraph, Phrase, Sentence, UpToFour, UpToSeven
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.timestamps import Instant


class Assignment(FrozenModel):
    """One role and who holds it (TW-606). `required`: without it the plan is worth nothing (TWC-03).

    `need`: id of the demand's need that it meets; `reserve`: its holder steps in only if another one cannot, and does
    not vote; `terms`: those on which it is held.
    """

    # Part of the schema that models are sent: it changes only with the prompt's VERSION.
    model_config = ConfigDict(
        json_schema_extra={
            "description": "One role and who holds it. `need`: the id of the need that it meets. `reserve`: the holder "
            "steps in only if another one cannot. `terms`: on which it is held."
        }
    )

    agent_id: str
    display_name: str = ""
    role: Phrase
    responsibility: Sentence = ""
    dependencies: UpToFour[Phrase] = ()
    is_confirmed: bool = False
    required: bool = False
    need: Maybe[str] = None
    reserve: bool = False
    terms: Maybe[Terms] = None
    notes: Sentence = ""


class Milestone(FrozenModel):
    """A step of the plan. `date` is `YYYY-MM-DD` or None, `label` what people call the moment."""

    name: Phrase
    date: str | None = None
    label: Phrase = ""


class Timeline(FrozenModel):
    """Start date and milestones of a plan (TW-607)."""

    # Part of the schema that models are sent: it changes only with the prompt's VERSION.
    model_config = ConfigDict(
        json_schema_extra={"description": "When it starts and what must be done by when (TW-607)."}
    )

    start_date: Maybe[str] = None
    milestones: UpToSeven[Milestone] = ()


class Gap(FrozenModel):
    """Something the plan still lacks (TW-609). `importance` is 0–100; 60 and more may open a subnet."""

    gap_type: Phrase
    importance: int = Field(ge=0, le=100)
    reason: Sentence = ""
    suggested_capability_tags: UpToFour[Phrase] = ()


class Change(FrozenModel):
    """One thing an adjustment changed, and whose requests it met; `terms` hold the new value, if they can."""

    aspect: Phrase
    before: Sentence = ""
    after: Sentence = ""
    reason: Sentence = ""
    requested_by: UpToSeven[str] = ()
    terms: Maybe[Terms] = None


FindingKind = Literal[
    "over_budget", "not_free", "too_small", "too_late", "contradiction", "departs_from_demand", "term_lost"
]
"""What code finds against a plan: the fees are above the budget; a holder is not free on its day, serves fewer people
than come, or needs longer notice; a condition contradicts another part; it leaves a limit of the demand; it lost a term
that an earlier version had."""


class Finding(FrozenModel):
    """One thing that code found against a plan, in the demand's language.

    Attributes:
        kind: What it is.
        assignment: Role that it is about.
        agent_id: Holder that it is about.
        aspect: Limit of the demand that the plan leaves; with it, the requester decides.
        text: It as a sentence.
    """

    kind: FindingKind
    assignment: Maybe[Phrase] = None
    agent_id: Maybe[str] = None
    aspect: Maybe[LimitName] = None
    text: Sentence


class DeclinedRequest(FrozenModel):
    """A request that the adjustment did not meet, and why."""

    request: Sentence
    reason: Sentence = ""


class AdjustmentSummary(FrozenModel):
    """Changes and declined requests of an adjustment by prompt 6 (TW-506); the channel overwrites `round`."""

    # Part of the schema that models are sent: it changes only with the prompt's VERSION.
    model_config = ConfigDict(
        json_schema_extra={
            "description": "What prompt 6 did to the plan (TW-506). `round` is set by the channel, "
            "whatever the model wrote."
        }
    )

    round: int = 1
    changes_made: UpToSeven[Change] = ()
    requests_addressed: UpToSeven[Sentence] = ()
    requests_declined: UpToSeven[DeclinedRequest] = ()


def _to_sentences(value: object) -> object:
    """Return each item as a sentence; some models write small objects instead."""
    if not isinstance(value, list | tuple):
        return value
    return [" — ".join(map(str, item.values())) if isinstance(item, dict) else item for item in value]  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


SentenceList = Annotated[UpToSeven[Sentence], BeforeValidator(_to_sentences)]


def _parse_date(text: str | None) -> date | None:
    try:
        return date.fromisoformat((text or "")[:10])
    except ValueError:
        return None


class ProposalDraft(FrozenModel):
    """A plan as a model writes it (prompts 4 and 6), before it has an id and a version."""

    summary: Paragraph
    objective: Paragraph = ""
    assignments: tuple[Assignment, ...] = ()
    timeline: Timeline = Timeline()
    rationale: Paragraph = ""
    success_criteria: SentenceList = ()
    risks: SentenceList = ()
    gaps: UpToSeven[Gap] = ()
    confidence: Confidence = "medium"
    adjustment_summary: Maybe[AdjustmentSummary] = None

    @property
    def day(self) -> date | None:
        """Day of the plan: that on which most of its parts begin, else the latest milestone, else its start date."""
        starts = [_parse_date(part.terms.start) for part in self.assignments if part.terms and not part.reserve]
        days = Counter(day for day in starts if day)
        if days:
            return min(days, key=lambda day: (-days[day], day))
        milestones = [_parse_date(milestone.date) for milestone in self.timeline.milestones]
        return max((day for day in milestones if day), default=_parse_date(self.timeline.start_date))


class Proposal(ProposalDraft):
    """Plan of a channel (TW-605, TW-608).

    `version` counts from 1, including versions that merge a subnet's result (TWC-33); `is_forced` plans were concluded
    without full agreement; `confirmed_participants` and `optional_participants` are set when the plan is final, without
    reserves. `totals`: sum of the fees, one for each currency; `findings`: what code found against the plan.
    """

    proposal_id: str
    demand_id: str
    version: int = Field(ge=1)
    round: int = Field(default=1, ge=1)
    adjusted: bool = False
    adjustment_failed: bool = False
    is_forced: bool = False
    confirmed_participants: tuple[str, ...] = ()
    optional_participants: tuple[str, ...] = ()
    totals: tuple[Money, ...] = ()
    findings: tuple[Finding, ...] = ()
    created_at: Instant
