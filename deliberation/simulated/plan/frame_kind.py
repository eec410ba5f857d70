"""Kind of undertaking by which a plan for a field that the rules do not know is framed, and the tasks of each kind."""

import re
from typing import Literal

from deliberation.simulated.plan.goal_shape import MIGRATION, Shape, find_shape
from deliberation.simulated.plan.health_task import find_health_words, has_animal
from deliberation.simulated.plan.work_plan import WorkTask
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import render, wordings

FrameKind = Literal[Shape, "health", "damage", "visit", "migration", "any"]

_MAKE = re.compile(
    r"做(?!手术|完手术|好人)|造|写|画|建|刻|印|拍|编|翻译|录|种|搭|缝|织|"
    r"\b(?:mak\w+|build\w*|writ\w+|draw\w*|paint\w*|carv\w+|record\w*|print\w*|translat\w+|photograph\w*|compil\w+|map|plant\w*|sew\w*|creat\w+|produc\w+|design\w*|knit\w*|assembl\w+)\b",
    re.IGNORECASE,
)

_HOME = re.compile(
    r"租|房东|物业|楼|卫生间|厨房|屋顶|水管|老房|\b(?:rent(?:ing|ed)?|landlord|landlady|flat|apartment|neighbours?|tap|kitchen|bathroom|roof|boiler)\b",
    re.IGNORECASE,
)
"""Words of a repair in a building, which concerns its management too."""

_CARE = re.compile("安排.{1,10}照顾|arrange the care of ", re.IGNORECASE)
"""Beginning of a goal that was read from what happened to a relative."""

_VISIT = re.compile(
    r"来.{0,6}(?:住|过年|常住)|同住|合住|搬来|住到我|婆媳|(?:关系|相处).{0,4}(?:不|差|僵|难)|吵架|闹矛盾|"
    r"\b(?:com(?:es?|ing) to stay|stay(?:s|ing)? with (?:me|us)|mov(?:es?|ing) in with|get(?:ting)? along|quarrel\w*|arguing|arguments with|shar(?:e|ing) (?:a|the|our) (?:flat|house|room))\b",
    re.IGNORECASE,
)
"""Words of living together, or of people who do not get on."""

_DIGITISATION = re.compile(
    r"换成.{0,12}系统|系统.{0,6}上线|导入|电子化|数字化|无纸化|"
    r"\b(?:roll(?:ing)? ?out|digiti[sz]\w+|mov(?:e|ing) (?:\w+ ){1,6}(?:to|into|onto) (?:a new|the new|another) (?:\w+ )?(?:system|software|platform|provider|server|host))\b",
    re.IGNORECASE,
)
"""Words of bringing work into a system, or from one to another."""


def find_frame_kind(query: UserQuery) -> FrameKind:
    """Return the kind of undertaking that frames a plan; "any" if the words tell none."""
    if is_care_of_health(query) or _CARE.match(query.goal):
        return "health"
    if _VISIT.search(query.text):
        return "visit"
    shape = find_shape(query)
    if shape == "repair":
        return "damage" if is_at_home(query) else "repair"
    if MIGRATION.search(query.text) or _DIGITISATION.search(query.text):
        return "migration"
    return "any" if _is_open(query) else shape


def is_at_home(query: UserQuery) -> bool:
    """Return whether a repair is one in a building."""
    return _HOME.search(query.text) is not None


def first_tasks(query: UserQuery) -> list[WorkTask]:
    """Return the tasks of the first days, those that need nobody's advice."""
    return [WorkTask(render(key, query.language), "arrange", 2) for key in _keys(query, "first")]


def next_tasks(query: UserQuery) -> list[WorkTask]:
    """Return the tasks that follow the advice, before it is decided how to go on."""
    kind = _WORK_KINDS.get(find_frame_kind(query), "arrange")
    return [WorkTask(render(key, query.language), kind, 2) for key in _keys(query, "next")]


def _keys(query: UserQuery, stage: Literal["first", "next"]) -> tuple[str, ...]:
    key = f"frame.{find_frame_kind(query)}.{stage}"
    return tuple(each for each in wordings(key) if each != key)


def is_care_of_health(query: UserQuery) -> bool:
    """Return whether a goal is itself about illness or treatment of a person."""
    words = find_health_words(query)
    shape = find_shape(query)
    is_meant = words.lower() in query.goal.lower() or shape in ("care", "arrange") or _is_open(query)
    return bool(words) and is_meant and not has_animal(query)


def _is_open(query: UserQuery) -> bool:
    """Return whether the words of a goal tell no kind of undertaking."""
    return find_shape(query) == "make" and not _MAKE.search(query.goal)


_WORK_KINDS: dict[FrameKind, Literal["practise", "make", "arrange", "check"]] = {
    "learn": "practise", "exam": "practise", "make": "make", "repair": "check", "damage": "check", "talk": "practise",
}  # fmt: skip
"""Kind of work of what follows the advice."""
