"""Plan for a field that the rules do not know: phases that fit its kind, with nothing but the user's own words."""

import re
from typing import Literal

from deliberation.simulated.phrasing import render
from deliberation.simulated.plan.plan_draft import DraftChoice
from deliberation.simulated.plan.work_plan import WorkPhase, WorkPlan, WorkTask, share_out
from deliberation.simulated.query.amount import Amount
from deliberation.simulated.query.query_reader import UserQuery

Shape = Literal["learn", "make", "count", "care", "arrange", "exam", "repair"]

SMALL_TASK_HOURS = 2
"""Hours up to which a task takes the same in a long plan as in a short one."""

MOST_WORDS = 60
"""Most characters of a goal that a title quotes whole."""

_SHAPES: tuple[tuple[Shape, re.Pattern[str]], ...] = (
    ("exam", re.compile(r"考试|考证|考级|笔试|测试|\b(?:exam|test|certificate|certification|licen[cs]e|qualif\w+)\b", re.IGNORECASE)),
    ("arrange", re.compile(r"办(?!法|公)|过.{0,8}(?:寿|生日|节)|组织|筹备|筹办|举行|举办|搬|接待|申请|\b(?:organi[sz]e|arrange|host|hold (?:a|an|the|our)|move to|apply|celebrate|parade|festival|fair|ceremony|gathering)\b", re.IGNORECASE)),
    ("learn", re.compile(r"学|练|教|训|会(?=[弹唱说写跳打])|连续|吹|表演|演|唱|弹|背|打好|\b(?:learn|practi[sc]e|play|perform|ring|sing|speak|master|train|teach|improve|get better|become|juggle|throw|do a|identify|recogni[sz]e|reach|beat|hold|jump|catch|in a row|consecutive|swim|ride|whistle|recite)\b", re.IGNORECASE)),
    ("repair", re.compile(r"修|复原|翻新|\b(?:repair|restore|restring|fix|mend|refurbish|revive|get .{0,30} (?:going|working|running))\b", re.IGNORECASE)),
    ("care", re.compile(r"养|照料|照顾|过冬|戒|坚持|习惯|喂|陪|平安|活下|\b(?:keep|care|look after|feed|befriend|friends|raise|quit|stop|every day|habit|survive|takes? a)\b", re.IGNORECASE)),
    ("make", re.compile(r"做|造|写|画|建|修|刻|印|拍|编|整理|拓|收集|记录|录|种|翻译|\b(?:make|build|write|draw|paint|carve|restore|repair|record|collect|print|translate|photograph|compile|catalogue|map|plant|sew|create|finish|produce)\b", re.IGNORECASE)),
)  # fmt: skip


def find_shape(query: UserQuery) -> Shape:
    """Return the kind of undertaking that the words of a query tell."""
    amount = query.amount
    is_counted = amount is not None and amount.kind in ("pieces", "words") and amount.number >= 10
    for shape, pattern in _SHAPES:
        if pattern.search(query.goal):
            return "count" if shape == "make" and is_counted else shape
    for shape, pattern in _SHAPES:
        if pattern.search(query.text):
            return "count" if shape == "make" and is_counted else shape
    return "count" if is_counted else "make"


def draft_generic_plan(query: UserQuery, total: float, choice: DraftChoice) -> WorkPlan:
    """Return the outline of a plan of `total` hours for a field that the rules do not know, without dates and title."""
    shape = find_shape(query)
    values = _values(query)
    phases: list[WorkPhase] = []
    for name, tasks in _OUTLINES[shape]:
        works = [
            WorkTask(render(f"generic.{key}", query.language, **values), kind, weight)
            for key, kind, weight in tasks
            if _is_kept(key, kind, choice)
        ]
        if works:
            phases.append(WorkPhase(render(f"phase.{name}", query.language), tuple(works)))
    work = WorkPlan("", "", tuple(phases))
    return work.map_hours(share_out(_weights(work, total), total))


def _weights(work: WorkPlan, total: float) -> list[float]:
    """Return weights by which small tasks do not grow with the total: asking takes two hours, not nine."""
    weights = [task.hours for task in work.tasks]
    whole = sum(weights)
    if total <= whole:
        return weights
    small = [
        weight <= SMALL_TASK_HOURS and task.kind != "rest" for weight, task in zip(weights, work.tasks, strict=True)
    ]
    kept = sum(weight for weight, is_small in zip(weights, small, strict=True) if is_small)
    factor = (total - kept) / max(0.1, whole - kept)
    return [weight if is_small else weight * factor for weight, is_small in zip(weights, small, strict=True)]


def expert_title(query: UserQuery) -> str:
    """Return the title of the task without which such a plan stays guesswork: to ask somebody who knows the field."""
    return render("generic.expert", query.language, **_values(query))


def _is_kept(key: str, kind: str, choice: DraftChoice) -> bool:
    if key == "expert":
        # The rest rests on what somebody who knows says, so that no draft goes without it.
        return True
    if kind == "rest":
        return choice.has_reserve
    return choice.has_checks or key not in ("half_try", "compare", "middle_review")


def short_goal(query: UserQuery) -> str:
    """Return the goal as a title quotes it."""
    goal = query.goal
    return goal if len(goal) <= MOST_WORDS else goal[: MOST_WORDS - 1].rstrip() + "…"


def _values(query: UserQuery) -> dict[str, object]:
    amount = query.amount or Amount(4, "", "", "pieces")
    parts = {"first": 0.05, "quarter": 0.25, "half": 0.5, "most": 0.75}
    return {
        "goal": short_goal(query),
        "topic": short_goal(query) if query.match is None else query.topic,
        "all": amount.words,
        **{name: amount.part(share) for name, share in parts.items()},
    }


_Outline = tuple[
    tuple[str, tuple[tuple[str, Literal["learn", "practise", "make", "check", "arrange", "rest"], float], ...]], ...
]

_OUTLINES: dict[Shape, _Outline] = {
    "learn": (
        ("start", (("expert", "arrange", 2), ("criterion", "learn", 1), ("first_try", "check", 1))),
        ("steps", (("one_thing", "practise", 8), ("next_things", "practise", 8), ("half_try", "check", 1))),
        ("join", (("join", "practise", 8), ("weakest", "practise", 4))),
        ("check", (("full_try", "check", 2), ("reserve", "rest", 2))),
    ),
    "exam": (
        ("start", (("exam_outline", "arrange", 2), ("expert", "arrange", 1), ("first_paper", "check", 2))),
        ("steps", (("weak_parts", "learn", 10), ("recall", "practise", 8), ("half_try", "check", 1))),
        ("join", (("timed", "practise", 8), ("weakest", "practise", 4))),
        ("check", (("last_paper", "check", 2), ("papers_ready", "arrange", 0.5), ("reserve", "rest", 2))),
    ),
    "make": (
        ("start", (("expert", "arrange", 2), ("one_page", "learn", 2), ("list_things", "arrange", 2))),
        ("trial", (("smallest", "make", 4), ("show_trial", "check", 1))),
        ("work", (("portions", "make", 18), ("middle_review", "check", 1), ("rest_portions", "make", 12))),
        ("check", (("compare_page", "check", 2), ("mend", "make", 3), ("reserve", "rest", 2))),
    ),
    "count": (
        ("start", (("expert", "arrange", 2), ("rule", "learn", 1), ("list_things", "arrange", 2))),
        ("trial", (("count_first", "make", 3), ("show_trial", "check", 1))),
        ("work", (("count_quarter", "make", 7), ("count_half", "make", 9), ("middle_review", "check", 1), ("count_most", "make", 9))),
        ("check", (("count_all", "make", 9), ("compare_page", "check", 2), ("reserve", "rest", 2))),
    ),
    "repair": (
        ("start", (("expert", "arrange", 2), ("survey", "check", 2), ("list_things", "arrange", 2))),
        ("trial", (("least_delicate", "make", 4), ("show_trial", "check", 1))),
        ("work", (("one_by_one", "make", 22), ("middle_review", "check", 1))),
        ("check", (("try_whole", "check", 2), ("mend", "make", 4), ("reserve", "rest", 2))),
    ),
    "care": (
        ("start", (("expert", "arrange", 2), ("week_notes", "check", 1), ("list_things", "arrange", 1))),
        ("daily", (("same_time", "practise", 8), ("weekly_change", "check", 1))),
        ("keep", (("keep_going", "practise", 8), ("substitute", "arrange", 1), ("compare", "check", 1))),
        ("check", (("goal_trial", "check", 1), ("reserve", "rest", 1))),
    ),
    "arrange": (
        ("start", (("expert", "arrange", 2), ("frame", "learn", 2))),
        ("fix", (("hardest", "arrange", 6), ("owners", "arrange", 3))),
        ("work", (("each_item", "arrange", 12), ("tell_all", "arrange", 3), ("middle_review", "check", 1))),
        ("check", (("walk_through", "check", 2), ("reserve", "rest", 2))),
    ),
}  # fmt: skip
