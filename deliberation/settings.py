"""Settings of the deliberation (DL-148, DL-150, DL-161…168)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class DeliberationSettings(BaseModel):
    """Rounds, time limits and checks of a session, and the limits of its users."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_deliberation_rounds: int = Field(default=5, ge=1, le=5, description="Maximum number of rounds of a session")
    turn_timeout: float = Field(
        default=60, gt=0, le=600, description="Seconds for one turn of planner, critic or reporter, tools included"
    )
    turn_call_timeout: float = Field(default=20, gt=0, le=600, description="Seconds for one model call of a turn")
    deliberation_tool_timeout: float = Field(
        default=10, gt=0, le=600, description="Seconds to compare positions or review a text before it is sent again"
    )
    deliberation_timeout: float = Field(default=1800, gt=0, description="Seconds for a whole session")
    round1_mode: Literal["parallel", "sequential"] = Field(
        default="parallel", description="Whether planner and critic speak blindly and at once in the first round"
    )
    stubborn_rounds: int = Field(
        default=2, ge=1, le=4, description="Consecutive repetitions after which an agent counts as stubborn"
    )
    contradiction_veto: bool = Field(
        default=True, description="Whether open findings and opposite conclusions forbid to converge"
    )
    devils_advocate: Literal["critic", "planner"] = Field(
        default="critic", description="Who argues against the other when consensus is low"
    )
    report_on_stop: bool = Field(
        default=False, description="Whether a session that its user ends still gets a report, from a template"
    )
    session_budget_tokens: int = Field(default=300_000, ge=0, description="Token budget of a session; 0 = no limit")
    max_sessions_per_user: int = Field(
        default=6, ge=0, description="Maximum number of running sessions of one user; 0 = no limit"
    )
    blocked_words: str = Field(
        default="", description="Words, separated by commas, for which the content review blocks an output"
    )
    redacted_words: str = Field(
        default="", description="Words, separated by commas, that the content review replaces in an output"
    )
