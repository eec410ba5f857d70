"""Critique of a plan: risks, suggestions and a check of validity (DL-45…57)."""

from typing import Annotated, Literal

from pydantic import Field

from deliberation.contracts.roles import Role
from deliberation.contracts.text_limits import RequiredSentence, Sentence, UpToEight
from shared.core.frozen_model import FrozenModel, Maybe

Severity = Literal["low", "medium", "high"]
SEVERITIES: tuple[Severity, ...] = ("low", "medium", "high")
"""From the least to the most severe."""

FindingId = Annotated[str, Field(pattern=r"^[rs]\d{1,2}\.\d{1,2}$")]
"""Id of a finding: `r` (risk) or `s` (suggestion), the round in which it was raised, a dot, its number there."""


class RiskDraft(FrozenModel):
    """Risk as the critic writes it. `repeats` is the id of an earlier finding that still stands."""

    risk: RequiredSentence
    severity: Severity
    impact: Sentence = ""
    repeats: Maybe[FindingId] = None


class SuggestionDraft(FrozenModel):
    """Suggestion as the critic writes it. `repeats` is the id of an earlier finding that still stands."""

    issue: RequiredSentence
    solution: Sentence = ""
    priority: Severity
    repeats: Maybe[FindingId] = None


class Risk(FrozenModel):
    """Risk of a plan; `id` is that of the finding, the earlier one if it repeats it."""

    id: FindingId
    risk: str
    severity: Severity
    impact: str = ""


class Suggestion(FrozenModel):
    """Proposed change of a plan; `id` is that of the finding, the earlier one if it repeats it."""

    id: FindingId
    issue: str
    solution: str = ""
    priority: Severity


class ValidityCheck(FrozenModel):
    """Whether the plan can be done, is realistic, and leaves nothing out."""

    feasible: bool
    realistic: bool
    complete: bool


class CritiqueDraft(FrozenModel):
    """Critique as the critic writes it."""

    risks: UpToEight[RiskDraft] = ()
    suggestions: UpToEight[SuggestionDraft] = ()
    validity_check: ValidityCheck


class Critique(FrozenModel):
    """Critique of the output of `target_agent` in `target_round`; round 0 is the user's goal itself (DL-57)."""

    target_agent: Role = "planner"
    target_round: Annotated[int, Field(ge=0)]
    risks: tuple[Risk, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    validity_check: ValidityCheck


class FindingAnswer(FrozenModel):
    """Planner's answer to a finding: accepted, with the change that it made, or rebutted, with the argument."""

    finding: FindingId
    decision: Literal["accepted", "rebutted"]
    text: RequiredSentence


class CritiqueFinding(FrozenModel):
    """CritiqueFinding of the critic over the rounds.

    Attributes:
        id: Id of the finding.
        kind: Risk, or suggestion.
        text: The risk, or the issue of the suggestion.
        solution: Proposed change; "" for a risk.
        severity: Severity of the risk, or priority of the suggestion.
        raised_in: Round in which it was raised first.
        repeated_in: Last round in which the critic raised it.
        answered_in: Last round in which the planner answered it; absent if it never did.
        answer: Last answer of the planner.
    """

    id: FindingId
    kind: Literal["risk", "suggestion"]
    text: str
    solution: str = ""
    severity: Severity
    raised_in: int
    repeated_in: int
    answered_in: Maybe[int] = None
    answer: Maybe[FindingAnswer] = None

    @property
    def is_answered(self) -> bool:
        """Whether the planner has ever answered it."""
        return self.answered_in is not None

    @property
    def is_open(self) -> bool:
        """Whether it stands: never answered, or raised again by the critic after the answer.

        The critic speaks after the planner, so a repetition in the round of the answer comes after it.
        """
        return self.answered_in is None or self.repeated_in >= self.answered_in
