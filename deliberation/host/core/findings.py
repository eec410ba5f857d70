"""Findings of the critic over the rounds: raised, answered, repeated, resolved (DL-44, DL-68, DL-168)."""

from collections.abc import Iterable, Sequence

from deliberation.contracts.critique import (
    SEVERITIES,
    Critique,
    CritiqueDraft,
    CritiqueFinding,
    FindingAnswer,
    Risk,
    RiskDraft,
    Suggestion,
    SuggestionDraft,
)

MAX_ADDRESSED = 5
"""Maximum number of findings that the next turn must address (DL-68)."""


def number_findings(
    draft: CritiqueDraft, round: int, known: Sequence[CritiqueFinding], *, target_round: int
) -> Critique:
    """Return the critique with ids: that of an earlier finding if it repeats it, else a new one of this round.

    Args:
        draft: Critique as the critic wrote it.
        round: Round of the critique.
        known: Findings so far; a `repeats` that names none of them gets a new id.
        target_round: Round of the plan that is criticised; 0 for the goal itself.
    """
    ids = {each.id for each in known}

    def identify(each: RiskDraft | SuggestionDraft, letter: str, number: int) -> str:
        return each.repeats if each.repeats in ids else f"{letter}{round}.{number}"

    risks = tuple(
        Risk(id=identify(each, "r", number), risk=each.risk, severity=each.severity, impact=each.impact)
        for number, each in enumerate(draft.risks, 1)
    )
    suggestions = tuple(
        Suggestion(id=identify(each, "s", number), issue=each.issue, solution=each.solution, priority=each.priority)
        for number, each in enumerate(draft.suggestions, 1)
    )
    return Critique(
        target_round=target_round, risks=risks, suggestions=suggestions, validity_check=draft.validity_check
    )


def record_critique(known: Sequence[CritiqueFinding], critique: Critique, round: int) -> tuple[CritiqueFinding, ...]:
    """Return the findings after a critique: new ones added, repeated ones marked with its round."""
    findings = {each.id: each for each in known}
    for finding in _listed_findings(critique, round):
        earlier = findings.get(finding.id)
        findings[finding.id] = (
            finding
            if earlier is None
            else earlier.model_copy(update={"repeated_in": round, "severity": finding.severity})
        )
    return tuple(findings.values())


def _listed_findings(critique: Critique, round: int) -> Iterable[CritiqueFinding]:
    for risk in critique.risks:
        yield CritiqueFinding(
            id=risk.id,
            kind="risk",
            text=risk.risk,
            solution=risk.impact,
            severity=risk.severity,
            raised_in=round,
            repeated_in=round,
        )
    for each in critique.suggestions:
        yield CritiqueFinding(
            id=each.id,
            kind="suggestion",
            text=each.issue,
            solution=each.solution,
            severity=each.priority,
            raised_in=round,
            repeated_in=round,
        )


def record_answers(
    known: Sequence[CritiqueFinding], answers: Sequence[FindingAnswer], round: int
) -> tuple[CritiqueFinding, ...]:
    """Return the findings after a planner's turn; answers to unknown findings are dropped."""
    by_finding = {answer.finding: answer for answer in answers}
    return tuple(
        each.model_copy(update={"answered_in": round, "answer": by_finding[each.id]}) if each.id in by_finding else each
        for each in known
    )


def list_open(findings: Sequence[CritiqueFinding], severities: Sequence[str] = SEVERITIES) -> list[CritiqueFinding]:
    """Return the open findings of these severities, the most severe first, then in the order in which they came."""
    standing = [each for each in findings if each.is_open and each.severity in severities]
    return sorted(standing, key=lambda each: -SEVERITIES.index(each.severity))


def list_to_address(findings: Sequence[CritiqueFinding]) -> list[CritiqueFinding]:
    """Return at most 5 open findings of high, then of medium severity (DL-68)."""
    return list_open(findings, ("high", "medium"))[:MAX_ADDRESSED]
