"""Check of answers to findings: only known ones count, and the first five open ones need one (DL-44, DL-61, DL-68)."""

from collections.abc import Sequence
from typing import TypeVar

from deliberation.contracts.critique import CritiqueDraft, CritiqueFinding, FindingAnswer, RiskDraft, SuggestionDraft

D = TypeVar("D", RiskDraft, SuggestionDraft)

MAX_REQUIRED_ANSWERS = 5
"""Number of open findings that a planner must answer in one turn."""


def keep_known_answers(
    answers: Sequence[FindingAnswer], findings: Sequence[CritiqueFinding]
) -> tuple[FindingAnswer, ...]:
    """Return the answers to findings that exist, the first one to each."""
    known = {finding.id for finding in findings}
    first = {answer.finding: answer for answer in reversed(answers) if answer.finding in known}
    return tuple(answer for answer in answers if first.get(answer.finding) is answer)


def find_unanswered(
    answers: Sequence[FindingAnswer], findings: Sequence[CritiqueFinding]
) -> tuple[CritiqueFinding, ...]:
    """Return the findings without an answer among the first MAX_REQUIRED_ANSWERS (5) open ones."""
    answered = {answer.finding for answer in answers}
    required = [finding for finding in findings if finding.is_open][:MAX_REQUIRED_ANSWERS]
    return tuple(finding for finding in required if finding.id not in answered)


def keep_known_repeats(critique: CritiqueDraft, findings: Sequence[CritiqueFinding]) -> CritiqueDraft:
    """Return the critique in which each `repeats` names a finding that exists, each at most once.

    A risk or suggestion that repeats nothing known is a new finding; none is dropped.
    """
    known = {finding.id for finding in findings}
    risks = tuple(_without_unknown(risk, known) for risk in critique.risks)
    suggestions = tuple(_without_unknown(suggestion, known) for suggestion in critique.suggestions)
    return critique.model_copy(update={"risks": risks, "suggestions": suggestions})


def _without_unknown(draft: D, known: set[str]) -> D:
    if draft.repeats is None:
        return draft
    if draft.repeats in known:
        known.discard(draft.repeats)
        return draft
    return draft.model_copy(update={"repeats": None})
