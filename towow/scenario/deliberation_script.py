"""Scripted model answers from a deliberation's scenario file, selected by prompt, agent and round."""

from typing import Any

from pydantic import BaseModel, ValidationError

from deliberation.contracts.replies import CritiqueReply, PlanReply, PositionTurn
from deliberation.contracts.report import ReportReply
from deliberation.contracts.tools import ToolCall
from deliberation.contracts.turns import CriticFacts, PlannerFacts, PositionFacts, ReporterFacts, TurnFacts
from shared.llm.port import Prompt
from shared.llm.scripted_model import ScriptedAnswer
from towow.scenario import deliberation_answers
from towow.scenario.deliberation_entries import (
    CriticFields,
    EntryWord,
    PlannerFields,
    ReportFields,
    ToolCallsEntry,
    TurnFields,
)
from towow.scenario.deliberation_schema import DeliberationScenario, entry_of_round

UNUSABLE_DETAILS: dict[EntryWord, str] = {
    "prose": "the answer is no JSON",
    "invalid": "the answer has not the required structure",
}
"""What is wrong with an answer without use."""


class DeliberationScript:
    """Model script of a deliberation's scenario: the file's entries, and default answers where it has none."""

    def __init__(self, scenario: DeliberationScenario) -> None:
        self._scenario = scenario

    def get_answer(self, prompt: Prompt[Any]) -> ScriptedAnswer:
        """Return the answer to a prompt: that of the file for its agent and round, else a default one.

        Raises:
            LookupError: Scenarios of deliberations do not cover this kind of prompt.
        """
        match prompt.facts:
            case PlannerFacts() as facts:
                return self._plan(facts)
            case CriticFacts() as facts:
                return self._critique(facts)
            case PositionFacts() as facts:
                return self._position(facts)
            case ReporterFacts() as facts:
                return self._report(facts)
            case _:
                raise LookupError(f"scenarios of deliberations have no answers for the prompt {prompt.key}")

    def _plan(self, facts: PlannerFacts) -> ScriptedAnswer:
        entry = entry_of_round(self._scenario.planner, facts.round) or PlannerFields()
        if isinstance(entry, str) and entry != "block":
            return _answer_of_word(entry)
        fields = entry if isinstance(entry, PlannerFields) else PlannerFields()
        return _calls_answer(fields.tool_calls, facts) or _checked_answer(
            PlanReply, {"turn": deliberation_answers.plan_turn(fields, facts)}, fields.after
        )

    def _critique(self, facts: CriticFacts) -> ScriptedAnswer:
        entry = entry_of_round(self._scenario.critic, facts.round) or CriticFields()
        if isinstance(entry, str) and entry != "block":
            return _answer_of_word(entry)
        fields = entry if isinstance(entry, CriticFields) else CriticFields()
        return _calls_answer(fields.tool_calls, facts) or _checked_answer(
            CritiqueReply, {"turn": deliberation_answers.critique_turn(fields, facts)}, fields.after
        )

    def _position(self, facts: PositionFacts) -> ScriptedAnswer:
        """Return a position turn; a devil's advocate has only what the file says of this very round."""
        entries = self._scenario.turns_of(facts.agent)
        entry = entry_of_round(entries, facts.round) or TurnFields()
        if isinstance(entry, str) and entry != "block":
            return _answer_of_word(entry)
        is_own = facts.kind == "convergence" or facts.round <= len(entries)
        fields = entry if isinstance(entry, TurnFields) and is_own else TurnFields()
        return _checked_answer(PositionTurn, deliberation_answers.position_turn(fields, facts), fields.after)

    def _report(self, facts: ReporterFacts) -> ScriptedAnswer:
        entry = self._scenario.reporter
        if isinstance(entry, str) and entry != "block":
            return _answer_of_word(entry)
        fields = entry if isinstance(entry, ReportFields) else ReportFields()
        return _checked_answer(ReportReply, deliberation_answers.report_fields(fields, facts), fields.after)


def _answer_of_word(word: EntryWord) -> ScriptedAnswer:
    match word:
        case "silent":
            return ScriptedAnswer("silent")
        case "error":
            return ScriptedAnswer("error")
        case "prose" | "invalid" | "block":
            return ScriptedAnswer("unusable", detail=UNUSABLE_DETAILS.get(word, ""))


def _calls_answer(entry: ToolCallsEntry, facts: TurnFacts) -> ScriptedAnswer | None:
    """Return the answer that calls tools; None if the turn itself is due."""
    if entry == "endless":
        calls = (ToolCall(tool="get_now"),)
    elif facts.exchanges or not entry:
        return None
    elif isinstance(entry, int):
        calls = (ToolCall(tool="get_now"),) * entry
    else:
        calls = tuple(ToolCall(tool=each) if isinstance(each, str) else each for each in entry)
    return ScriptedAnswer(fields={"tool_calls": [call.model_dump() for call in calls]})


def _checked_answer(output: type[BaseModel], fields: dict[str, Any], delay_s: float) -> ScriptedAnswer:
    """Return the answer; fields that no model may give, such as a plan without phases, make it unusable."""
    try:
        output.model_validate(fields)
    except ValidationError as error:
        return ScriptedAnswer("unusable", detail=str(error.errors(include_url=False)[0]["msg"]), delay_s=delay_s)
    return ScriptedAnswer(fields=fields, delay_s=delay_s)
