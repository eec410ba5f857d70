"""Figures of a plan that both sides quote: hours, end, span, load, the greatest task and the decisive check."""

from dataclasses import dataclass
from datetime import date

from deliberation.contracts.plan import Plan, PlanTask
from deliberation.simulated.plan.goal_shape import is_counted
from deliberation.simulated.plan.work_plan import last_day, read_plan
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import format_date, format_days, format_duration, format_share, render
from shared.core.language import Language

LEAST_DOING = 0.3
"""Share of practice and making below which a plan is one of arrangements."""


@dataclass(frozen=True)
class PlanFigures:
    """Figures of a plan, as numbers.

    Attributes:
        total: Hours of all tasks.
        end: Last deadline.
        days: Days from the session's day to the end.
        main: Task with the most hours of practice or making.
        is_main_work: Whether that is practice or making, and not an arrangement.
        check: Check that still leaves time to change course; None without one.
        reserve: Hours of reserve.
    """

    total: float
    end: date
    days: int
    main: PlanTask
    is_main_work: bool
    check: PlanTask | None
    reserve: float

    @property
    def weekly(self) -> float:
        """Hours a week on average; for less than a week the whole."""
        return self.total / max(1.0, self.days / 7)


def measure_plan(plan: Plan, query: UserQuery) -> PlanFigures:
    """Return the figures of a plan."""
    tasks = [task for phase in plan.phases for task in phase.tasks]
    work = read_plan(plan, query.language)
    kinds = [task.kind for task in work.tasks]
    end = last_day(plan)
    doing = [task for task, kind in zip(tasks, kinds, strict=True) if kind in ("practise", "make")]
    is_main_work = sum(task.estimated_hours for task in doing) >= LEAST_DOING * work.total_hours
    if not is_main_work:
        doing = [task for task, kind in zip(tasks, kinds, strict=True) if kind != "rest"] or tasks
    checks = [
        task
        for task, kind in zip(tasks, kinds, strict=True)
        if kind == "check" and query.today < date.fromisoformat(task.deadline) < end
    ]
    middle = [
        task
        for task in checks
        if (date.fromisoformat(task.deadline) - query.today).days * 4 >= (end - query.today).days
    ]
    return PlanFigures(
        total=work.total_hours,
        end=end,
        days=max(1, (end - query.today).days),
        main=max(doing, key=lambda task: task.estimated_hours),
        is_main_work=is_main_work,
        check=(middle or checks or [None])[0],
        reserve=sum(task.hours for task in work.tasks if task.kind == "rest"),
    )


def figure_texts(figures: PlanFigures, query: UserQuery) -> dict[str, str]:
    """Return the figures as texts for the wordings of both sides."""
    language, today = query.language, query.today
    weekly = figures.weekly
    texts = {
        "goal": query.goal,
        "total": format_duration(figures.total, language),
        "end": format_date(figures.end, today, language),
        "span": format_days(figures.days, language),
        "weekly": format_duration(round(weekly * 2) / 2 if weekly >= 1 else weekly, language),
        "load": _load(figures, language),
        "task": figures.main.title,
        "share": format_share(figures.main.estimated_hours, figures.total, language),
        "focus": focus_of(query),
        "reserve": format_duration(figures.reserve, language) if figures.reserve else "",
    }
    if figures.check is not None:
        day = date.fromisoformat(figures.check.deadline)
        texts["check"] = figures.check.title
        texts["check_date"] = format_date(day, today, language)
        texts["left"] = format_days(max(1, (figures.end - day).days), language)
    return texts


def _load(figures: PlanFigures, language: Language) -> str:
    """Return the load by day, week or month, whichever gives a number that people say."""
    if figures.days <= 1:
        return render("load.once", language)
    if figures.days < 7:
        unit, hours = "day", figures.total / figures.days
    elif figures.weekly >= 0.5:
        unit, hours = "week", figures.weekly
    else:
        unit, hours = "month", figures.weekly * 30.44 / 7
    rounded = round(hours * 2) / 2 if hours >= 1 else max(5, round(hours * 12) * 5) / 60
    return render(f"load.{unit}", language, time=format_duration(rounded, language))


def focus_of(query: UserQuery) -> str:
    """Return what the result depends on most."""
    if is_counted(query):
        return render("generic.focus.count", query.language)
    if query.match is None:
        return render("generic.focus.any", query.language)
    return query.match.domain.focus[query.language]
