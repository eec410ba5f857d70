"""Plan of a deliberation: phases, tasks, hours and dates (DL-31…43), and the to-dos made of it (DL-07)."""

from typing import Annotated, Literal

from pydantic import Field

from deliberation.contracts.text_limits import Phrase, RequiredSentence, Sentence, UpToEight, UpToFive, UpToTwelve
from shared.core.frozen_model import FrozenModel

Hours = Annotated[float, Field(gt=0, le=100_000, allow_inf_nan=False)]
"""Working time in hours."""

IsoDate = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
"""Calendar date as `YYYY-MM-DD`."""


class PlanTask(FrozenModel):
    """Task with its working hours and the day by which it is done."""

    title: RequiredSentence
    estimated_hours: Hours
    deadline: IsoDate
    tags: UpToFive[Phrase] = ()


class PlanPhase(FrozenModel):
    """Consecutive part of a plan; `duration` is free text in the user's language."""

    phase_name: RequiredSentence
    duration: Phrase
    tasks: Annotated[UpToTwelve[PlanTask], Field(min_length=1)]


class Plan(FrozenModel):
    """Plan for the user's goal; the total is the sum of the tasks' hours (DL-42)."""

    title: RequiredSentence
    goal: Sentence
    phases: Annotated[UpToEight[PlanPhase], Field(min_length=1)]
    total_estimated_hours: Annotated[float, Field(ge=0, allow_inf_nan=False)]


class PlanCorrection(FrozenModel):
    """Correction that code made to a model's plan (DL-42, DL-43), or to what it says of the plan.

    `accepted_unchanged`: findings were accepted, but the plan is the one before; they stay open.
    """

    code: Literal["total_corrected", "deadline_clamped", "deadline_unreadable", "accepted_unchanged"]
    text: str


class Todo(FrozenModel):
    """To-do made of one task of the final plan; `due` is a date (DL-07)."""

    todo_id: str
    title: str
    due: IsoDate
    estimated_hours: Hours
    tags: tuple[str, ...] = ()
    phase: str
    done: bool = False
