"""First steps in a field that the rules do not know: whom to ask, what to ask, one small try, and when to decide."""

import re
from typing import Literal

from deliberation.simulated.phrasing import format_date, render
from deliberation.simulated.plan.plan_draft import DraftChoice
from deliberation.simulated.plan.work_plan import WorkPhase, WorkPlan, WorkTask, share_out
from deliberation.simulated.query.amount import Amount
from deliberation.simulated.query.query_reader import UserQuery
from shared.core.language import join_items

Shape = Literal["learn", "make", "count", "care", "arrange", "exam", "repair", "talk"]

MOST_WORDS = 60
"""Most characters of a goal that a title quotes whole."""

_SHAPES: tuple[tuple[Shape, re.Pattern[str]], ...] = (
    ("talk", re.compile(r"跟.{1,6}(?:说|谈|提|开口)|开口|谈判|加薪|道歉|辞职|\b(?:tell my|talk to|ask my|ask for|negotiat\w+|persuade|convince|apologi[sz]e|resign|a raise|go down to)\b", re.IGNORECASE)),
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
    """Return first steps of `total` hours in a field that the rules do not know, without dates and title.

    Nobody could say what follows before somebody who knows was asked, so that there are no hours for it.
    """
    language, shape = query.language, find_shape(query)
    asking = [WorkTask(expert_title(query), "arrange", 2), WorkTask(questions_title(query), "arrange", 1)]
    if query.statements.possessions:
        facts = join_items(query.statements.possessions[:2], language)
        asking.append(WorkTask(render("task.tell", language, facts=facts), "arrange", 1))
    trying = [WorkTask(render(f"generic.step.{shape}", language, **_values(query)), _STEP_KINDS[shape], 4)]
    if choice.has_checks:
        trying.append(WorkTask(decision_title(query), "check", 1))
    phases = (
        WorkPhase(render("phase.start", language), tuple(asking)),
        WorkPhase(render("phase.trial", language), tuple(trying)),
    )
    work = WorkPlan("", "", phases)
    return work.map_hours(share_out([task.hours for task in work.tasks], total))


def expert_title(query: UserQuery) -> str:
    """Return the title of the task without which such a plan stays guesswork: to ask somebody who knows the field."""
    return render(f"generic.ask.{find_shape(query)}", query.language, **_values(query))


def questions_title(query: UserQuery) -> str:
    """Return the title of the task that fixes what is asked."""
    key = "generic.questions" if query.deadline is None or query.deadline.day is None else "generic.questions_dated"
    day = query.deadline.day if query.deadline else None
    text = format_date(day, query.today, query.language) if day else ""
    return render(key, query.language, date=text)


def decision_title(query: UserQuery) -> str:
    """Return the title of the task that ends the first steps: to decide how to go on."""
    return render("generic.decide", query.language)


def short_goal(query: UserQuery) -> str:
    """Return the goal as a title quotes it."""
    goal = query.goal
    return goal if len(goal) <= MOST_WORDS else goal[: MOST_WORDS - 1].rstrip() + "…"


def _values(query: UserQuery) -> dict[str, object]:
    amount = query.amount or Amount(4, "", "", "pieces")
    parts = {"first": 0.05}
    return {
        "goal": short_goal(query),
        "topic": short_goal(query) if query.match is None else query.topic,
        "all": amount.words,
        **{name: amount.part(share) for name, share in parts.items()},
    }


_STEP_KINDS: dict[Shape, Literal["practise", "make", "arrange", "check"]] = {
    "learn": "practise", "exam": "practise", "make": "make", "count": "make", "repair": "check", "care": "practise",
    "arrange": "arrange", "talk": "practise",
}  # fmt: skip
"""Kind of work of the first small step."""
