"""What the model of a simulated session answers, as the session's course has it."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from deliberation.contracts.control import Directive
from deliberation.contracts.critique import CritiqueDraft, CritiqueFinding, FindingAnswer, RiskDraft, ValidityCheck
from deliberation.contracts.plan import Plan, PlanPhase, PlanTask
from deliberation.contracts.position import PositionDraft
from deliberation.contracts.replies import CritiqueReply, CritiqueTurn, PlanDraft, PlanReply, PositionTurn
from deliberation.contracts.report import ReportReply, ReportSummary
from deliberation.contracts.roles import Discussant
from deliberation.contracts.tools import DateOffset, ToolCall
from deliberation.contracts.turns import CriticFacts, PlannerFacts, PositionFacts, ReporterFacts
from shared.core.language import Language
from tests.simulation.deliberation.courses import PromptName, SessionScript

PROMPTS: Mapping[str, PromptName] = {
    "deliberation_plan": "plan",
    "deliberation_critique": "critique",
    "deliberation_position": "position",
    "deliberation_report": "report",
}
"""Key of a prompt → its name in courses."""

QUERY: Mapping[Language, str] = {
    "en": "I want to learn enough Spanish for a journey in summer.",
    "zh": "我想在暑假旅行之前学会足够用的西班牙语。",
}

_SENTENCES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "content": "This is what {agent} thinks of it now, in answer {word}.",
        "conclusion": "Begin the course of study in May, {word}.",
        "contrary": "Do not begin the course of study in May, {word}.",
        "elsewhere": "Somebody ought to ask a landlord about heating costs, {word}.",
        "reason": "There is time for it: {word}.",
        "other reason": "Radiators squeak whenever neighbours cook: {word}.",
        "same": "Begin the course of study in May.",
        "same reason": "There is time for it.",
        "assumption": "The course takes place: {word}.",
        "risk": "It may rain on the way, {word}.",
        "done": "A raincoat is bought, {word}.",
        "doubt": "Whether the teacher stays: {word}.",
        "report": "# Report\n\nBegin in May; what follows is provisional, {word}.",
    },
    "zh": {
        "content": "这是 {agent} 现在的看法，见回答 {word}。",
        "conclusion": "五月开始上课，{word}。",
        "contrary": "不要五月开始上课，{word}。",
        "elsewhere": "应当先问房东暖气费，{word}。",
        "reason": "时间足够：{word}。",
        "other reason": "邻居做饭时暖气片作响：{word}。",
        "same": "五月开始上课。",
        "same reason": "时间足够。",
        "assumption": "课程会开：{word}。",
        "risk": "路上可能下雨，{word}。",
        "done": "已买雨衣，{word}。",
        "doubt": "老师是否留任：{word}。",
        "report": "# 报告\n\n五月开始；以下内容为暂定方案，请按计划逐步完成，{word}。",
    },
}

LATER, PAST = "2026-05-31", "2025-01-15"
"""Dates after and before the day of the session."""


def _calls(word: str) -> tuple[ToolCall, ...]:
    """Calls of tools; the last one is of no use, and holds a word of the model."""
    return (
        ToolCall(tool="get_now"),
        ToolCall(tool="calculate_date", base_date="2026-01-22", offset=DateOffset(weeks=2, days=3)),
        ToolCall(tool="calculate_date", base_date=word),
    )


def _say(facts: Any, key: str, word: str, agent: str = "") -> str:
    return _SENTENCES[facts.context.language][key].format(word=word, agent=agent)


def _is_commanded(directives: tuple[Directive, ...], agent: Discussant) -> bool:
    return any(each.action == "update_command" and each.target_agent in (None, agent) for each in directives)


def _position(course: SessionScript, facts: Any, agent: Discussant, word: str) -> PositionDraft:
    if agent in course.stubborn:
        moves = course.yields and _is_commanded(facts.directives, agent)
        return PositionDraft(
            conclusion=_say(facts, "same", word),
            key_reasons=(_say(facts, "same reason", word),),
            confidence=0.5 if moves else 0.8,
        )
    contrary = agent == "critic" and facts.round in course.opposed
    elsewhere = agent == "critic" and course.is_apart
    return PositionDraft(
        conclusion=_say(facts, "contrary" if contrary else "elsewhere" if elsewhere else "conclusion", word),
        key_reasons=(_say(facts, "other reason" if elsewhere else "reason", word),),
        assumptions=(_say(facts, "assumption", word),),
        confidence=0.8,
    )


def _plan(course: SessionScript, facts: PlannerFacts, word: str) -> PlanReply:
    if "plan" in course.tools and facts.may_call_tools and not facts.exchanges:
        return PlanReply(tool_calls=_calls(word))
    day = PAST if course.is_careless else LATER
    tasks = (PlanTask(title=f"book {word}", estimated_hours=2, deadline=day, tags=("course",)),)
    answers = tuple(
        FindingAnswer(finding=finding.id, decision="accepted", text=_say(facts, "done", word))
        for finding in facts.findings
        if facts.round >= course.answers_from
    )
    return PlanReply(
        turn=PlanDraft(
            content=_say(facts, "content", word, "planner"),
            position=_position(course, facts, "planner", word),
            plan=Plan(
                title=word,
                goal=_say(facts, "conclusion", word),
                phases=(PlanPhase(phase_name=word, duration="2 h", tasks=tasks),),
                total_estimated_hours=2,
            ),
            answers=answers,
        )
    )


def _critique(course: SessionScript, facts: CriticFacts, word: str) -> CritiqueReply:
    if "critique" in course.tools and facts.may_call_tools and not facts.exchanges:
        return CritiqueReply(tool_calls=_calls(word)[:1])
    return CritiqueReply(
        turn=CritiqueTurn(
            content=_say(facts, "content", word, "critic"),
            position=_position(course, facts, "critic", word),
            critique=CritiqueDraft(
                risks=(*_new_risks(course, facts, word), *_repeated_risks(course, facts)),
                validity_check=ValidityCheck(
                    feasible=facts.round not in course.infeasible, realistic=True, complete=facts.round > 1
                ),
            ),
        )
    )


def _new_risks(course: SessionScript, facts: CriticFacts, word: str) -> tuple[RiskDraft, ...]:
    severity = course.findings.get(facts.round) or (None if facts.findings else course.findings.get(1))
    return () if severity is None else (RiskDraft(risk=_say(facts, "risk", word), severity=severity),)


def _repeated_risks(course: SessionScript, facts: CriticFacts) -> tuple[RiskDraft, ...]:
    repeated: tuple[CritiqueFinding, ...] = facts.findings if facts.round in course.repeats else ()
    return tuple(RiskDraft(risk=each.text, severity=each.severity, repeats=each.id) for each in repeated)


def _state(course: SessionScript, facts: PositionFacts, word: str) -> PositionTurn:
    if facts.kind == "opposition":
        position = PositionDraft(
            conclusion=_say(facts, "contrary", word), key_reasons=(_say(facts, "reason", word),), confidence=0.6
        )
    else:
        position = _position(course, facts, facts.agent, word)
    return PositionTurn(
        content=_say(facts, "content", word, facts.agent),
        position=position,
        uncertainties=(_say(facts, "doubt", word),),
        worst_case=_say(facts, "risk", word),
    )


def _report(course: SessionScript, facts: ReporterFacts, word: str) -> ReportReply:
    summary = ReportSummary(
        key_agreements=(_say(facts, "conclusion", word),), remaining_uncertainties=(_say(facts, "doubt", word),)
    )
    return ReportReply(content=_say(facts, "report", word), summary=summary)


ANSWERS: Mapping[PromptName, Callable[[SessionScript, Any, str], BaseModel]] = {
    "plan": _plan,
    "critique": _critique,
    "position": _state,
    "report": _report,
}
