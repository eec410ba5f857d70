"""Knowledge of the rules about fields such as swimming or a wedding: one JSON file a field in `domains`."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from shared.core.language import Language

Kind = Literal["skill", "exam", "event", "project", "habit"]
TaskKind = Literal["learn", "practise", "make", "check", "arrange", "rest"]
Texts = dict[Language, str]


@dataclass(frozen=True)
class DomainTask:
    """Task of a field.

    Attributes:
        title: Title by language.
        share: Weight of its hours among the tasks of the field.
        kind: Kind of work; `rest` is reserve.
        why: Why a plan cannot do without it; None if it can.
        for_beginners: Whether only beginners need it.
        done: Words by which a query says that it is done already or not needed, as patterns; None if nothing does.
        only: Words of a query without which it is not needed, as patterns; None if it always is.
        is_monthly_sum: Whether it works out what each month needs of a sum of money.
    """

    title: Texts
    share: float
    kind: TaskKind
    why: Texts | None = None
    for_beginners: bool = False
    done: Texts | None = None
    only: Texts | None = None
    is_monthly_sum: bool = False


@dataclass(frozen=True)
class DomainPhase:
    """Phase of a field with its tasks in their order."""

    name: Texts
    tasks: tuple[DomainTask, ...]


@dataclass(frozen=True)
class DomainRisk:
    """Risk of a field, what follows from it, and the task in phase number `phase` that meets it.

    `is_last`: whether that task ends the phase instead of opening it.
    """

    text: Texts
    impact: Texts
    severity: Literal["low", "medium", "high"]
    remedy: DomainTask
    phase: int
    is_last: bool = False


@dataclass(frozen=True)
class DomainLevel:
    """Level of a field: the hours from nothing to it, and the fewest days; named by words of both languages."""

    words: tuple[str, ...]
    hours: tuple[float, float]
    min_days: int


@dataclass(frozen=True)
class DomainUnit:
    """Unit in which a result is counted, with the hours that one takes."""

    words: tuple[str, ...]
    hours: tuple[float, float]


@dataclass(frozen=True)
class DomainScore:
    """Score that a field is measured by, with the hours for one step of it."""

    lowest: float
    highest: float
    step: float
    hours: tuple[float, float]


@dataclass(frozen=True)
class Domain:
    """Field that the rules know.

    Attributes:
        id: Name of its file.
        kind: Kind of undertaking.
        name: Name by language.
        words: Patterns that identify it.
        hints: Patterns that support it beside one of `words`.
        unless: Patterns of queries that are about something else in spite of `words`.
        hours: Usual hours from nothing to a usual goal, low and high.
        weekly_hours: Usual hours a week of somebody who does it beside other things.
        most_weekly_hours: Hours a week beyond which it does harm or brings nothing.
        min_days: Fewest days in which it can be done at all.
        focus: What most of it depends on.
        measure: How progress is measured.
        phases: Its phases.
        risks: Its usual risks.
        levels: Its levels, the lowest first.
        units: Units of its result.
        score: Its score; None without one.
        native: Factor of its hours for speakers of a language that helps.
    """

    id: str
    kind: Kind
    name: Texts
    words: tuple[str, ...]
    hints: tuple[str, ...]
    hours: tuple[float, float]
    weekly_hours: float
    most_weekly_hours: float
    min_days: int
    focus: Texts
    measure: Texts
    phases: tuple[DomainPhase, ...]
    risks: tuple[DomainRisk, ...]
    levels: tuple[DomainLevel, ...]
    units: tuple[DomainUnit, ...]
    score: DomainScore | None
    native: dict[Language, float]
    unless: tuple[str, ...] = ()

    def tasks(self) -> Iterator[tuple[int, DomainTask]]:
        """Yield every task with the number of its phase."""
        for number, phase in enumerate(self.phases):
            for task in phase.tasks:
                yield number, task


@cache
def load_domains() -> tuple[Domain, ...]:
    """Return all fields by name of their files; they are read once."""
    folder = files("deliberation.simulated").joinpath("domains")
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".json"))
    return tuple(
        _domain(name.removesuffix(".json"), json.loads(folder.joinpath(name).read_text("utf-8"))) for name in names
    )


def _domain(name: str, table: dict[str, Any]) -> Domain:
    score = table.get("score")
    return Domain(
        id=name,
        kind=table["kind"],
        name=table["name"],
        words=(*table["words"]["zh"], *table["words"]["en"]),
        hints=tuple(table.get("hints", ())),
        hours=_pair(table["hours"]),
        weekly_hours=table["weekly_hours"],
        most_weekly_hours=table["most_weekly_hours"],
        min_days=table["min_days"],
        focus=table["focus"],
        measure=table["measure"],
        phases=tuple(DomainPhase(each["name"], tuple(map(_task, each["tasks"]))) for each in table["phases"]),
        risks=tuple(map(_risk, table["risks"])),
        levels=tuple(
            DomainLevel((*each["zh"], *each["en"]), _pair(each["hours"]), each["min_days"])
            for each in table.get("ladder", ())
        ),
        units=tuple(DomainUnit((*each["zh"], *each["en"]), _pair(each["hours"])) for each in table.get("units", ())),
        score=DomainScore(score["min"], score["max"], score["step"], _pair(score["hours"])) if score else None,
        native=table.get("native", {}),
        unless=tuple(table.get("unless", ())),
    )


def _task(table: dict[str, Any]) -> DomainTask:
    return DomainTask(
        title={"zh": table["zh"], "en": table["en"]},
        share=table["share"],
        kind=table["kind"],
        why=table.get("why"),
        for_beginners=table.get("beginners", False),
        done=table.get("done"),
        only=table.get("only"),
        is_monthly_sum=table.get("monthly_sum", False),
    )


def _risk(table: dict[str, Any]) -> DomainRisk:
    remedy = table["remedy"]
    return DomainRisk(
        table["text"], table["impact"], table["severity"], _task(remedy), remedy["phase"], remedy.get("last", False)
    )


def _pair(values: list[float]) -> tuple[float, float]:
    return values[0], values[1]
