"""Answers of a deliberation's scenario: the file's fields, and default ones for what it leaves out.

By default the planner plans and accepts what it is told, the critic makes one suggestion in its first turn, both keep
their positions, and the report is that of the template.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from deliberation.contracts.critique import CritiqueFinding, FindingAnswer
from deliberation.contracts.position import Position
from deliberation.contracts.turns import CriticFacts, PlannerFacts, PositionFacts, ReporterFacts
from deliberation.core.template_report import build_template_report
from shared.core.language import Language
from shared.core.text_catalog import TextCatalog
from towow.scenario.deliberation_entries import (
    CriticFields,
    PlannerFields,
    PositionFields,
    ReportFields,
    RiskFields,
    SuggestionFields,
    SummaryFields,
    TurnFields,
    ValidityFields,
)
from towow.scenario.deliberation_plan import describe_plan, plan_fields

Fields = dict[str, Any]

DEFAULT_CONFIDENCE = 0.8

_DECISION = re.compile(r"(accepted|rebutted)\b[\s:：,，]*(.*)", re.DOTALL)

_text = TextCatalog.load("towow.scenario").render


def plan_turn(entry: PlannerFields, facts: PlannerFacts) -> Fields:
    """Return the fields of a planner's turn (`PlanDraft`)."""
    answers = _answers(entry, facts)
    plan = plan_fields(entry, facts, len(answers) if entry.answers is None else 0)
    return {
        "content": entry.content or describe_plan(plan, facts),
        "position": _position(entry, facts.own_position, facts.context.language),
        "plan": plan,
        "answers": [answer.model_dump() for answer in answers],
        "rebuttals": entry.rebuttals,
    }


def critique_turn(entry: CriticFields, facts: CriticFacts) -> Fields:
    """Return the fields of a critic's turn (`CritiqueTurn`)."""
    language = facts.context.language
    risks, suggestions = _risks(entry, facts.findings), _suggestions(entry, facts)
    content = "session.critique" if risks or suggestions else "session.no_fault"
    return {
        "content": entry.content or _text(content, language),
        "position": _position(entry, facts.own_position, language),
        "critique": {"risks": risks, "suggestions": suggestions, "validity_check": _validity(entry)},
    }


def position_turn(entry: TurnFields, facts: PositionFacts) -> Fields:
    """Return the fields of a turn with a position only (`PositionTurn`)."""
    language = facts.context.language
    is_opposition = facts.kind == "opposition"
    content = "session.opposition_content" if is_opposition else "session.statement"
    uncertainty, worst_case = _text("session.uncertainty", language), _text("session.worst_case", language)
    default = _opposition_fields(language) if is_opposition else None
    return {
        "content": entry.content or _text(content, language),
        "position": _position(entry, facts.own_position, language, default),
        "uncertainties": (uncertainty,) if entry.uncertainties is None else entry.uncertainties,
        "worst_case": worst_case if entry.worst_case is None else entry.worst_case,
    }


def report_fields(entry: ReportFields, facts: ReporterFacts) -> Fields:
    """Return the fields of a report (`ReportReply`); code adds the remarks, as to every model's report."""
    default = build_template_report(facts.model_copy(update={"remarks": ()}))
    lists = SummaryFields.model_fields
    given = {name: each for part in (entry.summary, entry) for name, each in _given(part, lists).items()}
    return {"content": entry.content or default.content, "summary": default.summary.model_dump() | given}


def _given(entry: object, names: Mapping[str, object]) -> Fields:
    """Return those of the fields that have a value."""
    values = {name: getattr(entry, name) for name in names}
    return {name: value for name, value in values.items() if value is not None}


def _position(
    entry: TurnFields, held: Position | None, language: Language, default: Mapping[str, Any] | None = None
) -> Fields:
    """Return a position: the entry's fields, then those of the position held before, then default ones."""
    names = PositionFields.model_fields
    before = {} if held is None else held.model_dump(include=set(names) - {"changes_from_last_round"})
    return {
        **(default or _agreed_fields(language)),
        **before,
        **_given(entry.position, names),
        **_given(entry, names),
    }


def _agreed_fields(language: Language) -> Fields:
    return {
        "conclusion": _text("session.conclusion", language),
        "key_reasons": (_text("session.reason", language),),
        "confidence": DEFAULT_CONFIDENCE,
    }


def _opposition_fields(language: Language) -> Fields:
    return {
        "conclusion": _text("session.opposition", language),
        "key_reasons": (_text("session.opposition_reason", language),),
        "confidence": DEFAULT_CONFIDENCE,
    }


def _answers(entry: PlannerFields, facts: PlannerFacts) -> Sequence[FindingAnswer]:
    """Return the answers of the entry; without any, each open finding is accepted."""
    language, answers = facts.context.language, entry.answers
    if answers is None:
        accepted = _text("session.accepted", language)
        return [FindingAnswer(finding=each.id, decision="accepted", text=accepted) for each in facts.findings]
    if isinstance(answers, tuple):
        return answers
    return [_answer(finding, text, language) for finding, text in answers.items()]


def _answer(finding: str, text: str, language: Language) -> FindingAnswer:
    """Return the answer in a mapping: its decision is the text's first word, `accepted` by default."""
    parts = _DECISION.match(text)
    decision: Literal["accepted", "rebutted"] = "rebutted" if parts and parts[1] == "rebutted" else "accepted"
    said = (parts[2] if parts else text).strip()
    return FindingAnswer(finding=finding, decision=decision, text=said or _text(f"session.{decision}", language))


def _risks(entry: CriticFields, known: Sequence[CritiqueFinding]) -> Sequence[Fields]:
    listed = entry.critique.risks if entry.risks is None else entry.risks
    risks = (RiskFields(risk=each) if isinstance(each, str) else each for each in listed)
    return [_with_repetition(each.model_dump(), each.risk, "risk", known) for each in risks]


def _suggestions(entry: CriticFields, facts: CriticFacts) -> Sequence[Fields]:
    """Return the suggestions; if the entry has no findings at all, there is one before any is known."""
    listed = entry.critique.suggestions if entry.suggestions is None else entry.suggestions
    if not _has_findings(entry) and not facts.findings:
        language = facts.context.language
        issue, solution = _text("session.issue", language), _text("session.solution", language)
        listed = (SuggestionFields(issue=issue, solution=solution),)
    suggestions = (SuggestionFields(issue=each) if isinstance(each, str) else each for each in listed)
    return [_with_repetition(each.model_dump(), each.issue, "suggestion", facts.findings) for each in suggestions]


def _has_findings(entry: CriticFields) -> bool:
    """Return whether the file says what the critic finds, be it nothing."""
    in_critique = {"risks", "suggestions"} & entry.critique.model_fields_set
    return entry.risks is not None or entry.suggestions is not None or bool(in_critique)


def _with_repetition(fields: Fields, text: str, kind: str, known: Sequence[CritiqueFinding]) -> Fields:
    """Return the fields of a finding; one with the text of an earlier one raises that one again."""
    earlier = next((each.id for each in known if each.kind == kind and each.text == text), None)
    return fields if "repeats" in fields or earlier is None else fields | {"repeats": earlier}


def _validity(entry: CriticFields) -> dict[str, bool]:
    names = ValidityFields.model_fields
    given = _given(entry.critique.validity_check, names) | _given(entry, names)
    return dict.fromkeys(names, True) | given
