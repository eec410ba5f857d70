"""Fixed dates of a query: the day of something that happens, which nobody moves because a plan is not finished."""

import re

from deliberation.simulated.query.calendar_dates import find_dates
from deliberation.simulated.query.query_reader import UserQuery

_HAPPENING = re.compile(
    r"葬礼|追悼会|考研|国考|省考|高考|中考|法考|四级|六级|考级|告别式|婚礼|考试|笔试|面试|复试|演出|音乐会|比赛|答辩|发言|演讲|致辞|汇报|年会|路演|汇演|典礼|开庭|晚宴|路考|开放麦|"
    r"\b(?:funeral|memorial|wake|wedding|exam|test day|interview|audition|viva|defen[cs]e|performance|gig|concert|"
    r"recital|premiere|race|marathon|competition|tournament|contest|speech|eulogy|toast|presentation|lecture|pitch|"
    r"conference|party|ceremony|hearing|trial|open mic|book signing|vernissage|regatta)s?\b",
    re.IGNORECASE,
)
"""Names of what happens on a day."""

_LIMIT = re.compile(
    r"^\W*(?:(?:by|before|until|till|no later than|within)\b|最晚|最迟|截止|赶在)|(?:之前|以前|前|之内|内|底)\W*$",
    re.IGNORECASE,
)
"""Words of a date that limits what may as well be finished earlier."""

_AHEAD = re.compile(
    r"(?:还有|还剩|只剩|离)[^，。,;；]{0,14}$|\b(?:is|are|'s|have|has|got|there's|comes)\b[^,.;!?]{0,40}$",
    re.IGNORECASE,
)
_AHEAD_ZH = re.compile(r"^[^，。,;；]{0,2}(?:就|就是|有|是|要)")
"""Words around a stretch of time after which something happens: "the interview is in two weeks", "三周后就面试"."""

_KINDS = ("event", "exam")
"""Fields whose undertaking happens on a day."""

_CLAUSE_END = re.compile(r"[,，。;；!！?？\n]|\.(?=\s|$)")


def is_date_fixed(query: UserQuery) -> bool:
    """Return whether the deadline of a query is the day on which something happens: an exam, a wedding, a speech."""
    deadline = query.deadline
    if deadline is None or deadline.day is None or deadline.is_month or not deadline.spans:
        return False
    start, end = deadline.spans[0]
    if _LIMIT.search(query.text[start:end]):
        return False
    before = _CLAUSE_END.split(query.text[:start])[-1]
    after = _CLAUSE_END.split(query.text[end:])[0]
    happens = _HAPPENING.search(f"{before} {after}") is not None
    if find_dates(query.text[start:end], query.today):
        is_field = query.match is not None and query.match.domain.kind in _KINDS
        return happens or is_field or (deadline.is_event and _HAPPENING.search(query.goal) is not None)
    if query.text[start:end].rstrip().endswith("后") and _HAPPENING.match(after.strip()):
        return True
    if query.text[start:end].strip().startswith(("还有", "还剩", "只剩")):
        return happens
    return happens and (_AHEAD.search(before) is not None or _AHEAD_ZH.search(after) is not None)
