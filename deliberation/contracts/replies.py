"""Answers of the model to the prompts of planner and critic, before code completes them (DL-18, DL-101)."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from deliberation.contracts.critique import CritiqueDraft, FindingAnswer
from deliberation.contracts.plan import Plan
from deliberation.contracts.position import PositionDraft
from deliberation.contracts.text_limits import Content, Sentence, UpToEight, UpToFive
from deliberation.contracts.tools import ToolCall
from shared.core.frozen_model import FrozenModel, Maybe

ReplyContent = Annotated[Content, Field(min_length=1, pattern=r"\S")]
ToolCalls = Annotated[tuple[ToolCall, ...], Field(max_length=500)]


class PlanDraft(FrozenModel):
    """Turn of the planner: text, position, plan, answers to findings, flaws that it sees in the critic's reasoning."""

    content: ReplyContent
    position: PositionDraft
    plan: Plan
    answers: UpToEight[FindingAnswer] = ()
    rebuttals: UpToFive[Sentence] = ()


class CritiqueTurn(FrozenModel):
    """Turn of the critic: text, position, critique."""

    content: ReplyContent
    position: PositionDraft
    critique: CritiqueDraft


class PositionTurn(FrozenModel):
    """Position without plan or critique: a devil's advocate's, or the last one before the report (DL-16, DL-126)."""

    content: ReplyContent
    position: PositionDraft
    uncertainties: UpToFive[Sentence] = ()
    worst_case: Sentence = ""


class PlanReply(FrozenModel):
    """Answer of the planner's prompt: calls of tools, or the turn itself."""

    tool_calls: ToolCalls = ()
    turn: Maybe[PlanDraft] = None

    @model_validator(mode="after")
    def _require_one(self) -> Self:
        if not self.tool_calls and self.turn is None:
            raise ValueError("expected either tool_calls or turn")
        return self


class CritiqueReply(FrozenModel):
    """Answer of the critic's prompt: calls of tools, or the turn itself."""

    tool_calls: ToolCalls = ()
    turn: Maybe[CritiqueTurn] = None

    @model_validator(mode="after")
    def _require_one(self) -> Self:
        if not self.tool_calls and self.turn is None:
            raise ValueError("expected either tool_calls or turn")
        return self
