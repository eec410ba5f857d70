"""Weight of a date by what the rest of a query says of it: "by then", "before the rehearsal", "moved to", "originally"."""

import re
from functools import lru_cache

from deliberation.simulated.query.calendar_dates import DateMention

MENTIONED = 3.5
"""Weight of a date to which the query comes back as its limit."""

_THEN = re.compile(
    r"\b(?:by|before|until|till|for|in time for) (?:then|that (?:day|date|point))\b|\bbefore (?:that|it)\b|(?:在|赶在|到)?(?:那|这|此)(?:之前|以前|天之前|时候?之?前)|到(?:那时|时候?)",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"\b(?:by|before|until|till|in time for|ready for|at) (?:the |my |our |his |her |their )(?P<words>[a-z]+)\b"
    r"|\b(?:asking about|talking about|worried about|preparing for|it's) the (?P<topic>[a-z]+)\b"
    r"|\bbefore (?:she|he|they|it|we|i) (?P<verb>[a-z]{4,})\b",
    re.IGNORECASE,
)
_LIMIT_ZH = re.compile(
    r"(?:(?:[问说指想]|准备|关心|担心|着急)的?(?:是|就是)|[只先]管|[只先]准备|只考虑|以(?=.{2}为准))(?P<topic>[\u4e00-\u9fff]{2})|(?P<words>[\u4e00-\u9fff]{2})(?:时|那天|之前|前)(?!的?[\d一二两三四五六七八九十半]+(?:天|周|个))"
)
_POSTPONED = re.compile(
    r"(?:推迟|延期|延后|改|挪|提前|调整)(?:到|至|在|成)了?\s*$|\b(?:moved|postponed|rescheduled|shifted|pushed|delayed|brought forward|changed)(?: it| back| forward| on| out)* (?:to|till|until)(?: the)?\s*$",
    re.IGNORECASE,
)
_FORMER = re.compile(
    r"(?:本来|原定|原来|原本|起初)[^，,。；;]{0,8}$|\b(?:originally|was meant to be|was supposed to be|was going to be|was (?:on|due|planned|scheduled|set)|were meant to be|used to be)[^,.;]{0,16}$",
    re.IGNORECASE,
)
_CORRECTED = re.compile(
    r"[\s,.…]*(?:(?:oh|no|wait)[\s,.…]*)*(?:sorry|no wait|i mean|correction)\b|[\s，,.。…]*(?:不对|说错了|哦?不是?[，,])",
    re.IGNORECASE,
)
_DISTANCE = re.compile(r"\b(?:days?|weeks?|months?|fortnights?) $", re.IGNORECASE)
"""Words before "before the exam" that make another day of it."""

_UNRELATED = re.compile(
    r"(?:registration|sign[- ]?up|enrol\w*|tickets?|birthday|born|application)\b[^.;!?\n]{0,40}$|报名[^。；;!！?？\n，,]{0,8}$|生日[^。；;!！?？\n，,]{0,4}$",
    re.IGNORECASE,
)
_BEFORE_MONTH = re.compile(r"\bbefore (?:[^,.;!?\n]{3,40} in |the (?:start|beginning) of )?$", re.IGNORECASE)
_BEFORE_MONTH_ZH = re.compile(r"份?(?:之前|以前|前)")
_BEFORE_THEN = re.compile(r"\bbefore (?:then|that|it)\b|那之前|之前(?=[要得把想])", re.IGNORECASE)
_GENERIC = (
    "time",
    "then",
    "that",
    "this",
    "start",
    "starts",
    "week",
    "month",
    "year",
    "same",
    "latest",
    "work",
    "moment",
)


def reference_weight(text: str, mention: DateMention, mentions: list[DateMention]) -> float:
    """Return how much the rest of a query adds to a date as its deadline; negative for a date that no longer holds."""
    before = text[max(0, mention.start - 60) : mention.start]
    if _FORMER.search(before) or _CORRECTED.match(text[mention.end :]):
        return -10.0
    if _POSTPONED.search(before):
        return MENTIONED
    later = [each for each in mentions if each.start > mention.start]
    until = later[0].start if later else len(text)
    if any(mention.end <= start < until for start in _then_positions(text)):
        return MENTIONED
    if _is_named_again(text, mention):
        return MENTIONED
    if mention.is_limit:
        return 0.5
    return -0.5 if _UNRELATED.search(before) and len(mentions) > 1 else 0.0


def is_before_month(text: str, mention: DateMention) -> bool:
    """Return whether a month is named as one that has not begun: "before May", "the baby comes in May; before then"."""
    return bool(
        _BEFORE_MONTH.search(text[: mention.start])
        or _BEFORE_MONTH_ZH.match(text[mention.end :])
        or _BEFORE_THEN.search(text[mention.end : mention.end + 60])
    )


def _is_named_again(text: str, mention: DateMention) -> bool:
    """Return whether the clause of a date has the word by which another clause names the limit."""
    start = max(text.rfind(sign, 0, mention.start) for sign in ",.;!?\n，。；！？") + 1
    ends = [place for sign in ",.;!?\n，。；！？" if (place := text.find(sign, mention.end)) >= 0]
    end = min(ends, default=len(text))
    clause = (
        re.split(r"\band\b", text[start : mention.start], flags=re.IGNORECASE)[-1]
        + " "
        + text[mention.end : end].split(" and ")[0]
    )
    lower, signs = clause.lower(), set(clause)
    return any(
        (place_end <= start or place >= end)
        and (set(word) <= signs if is_chinese else re.search(rf"\b{word}", lower) is not None)
        for place, place_end, word, is_chinese in _limits(text)
    )


@lru_cache(maxsize=16)
def _then_positions(text: str) -> tuple[int, ...]:
    """Return where a text says "by then" or "before that"."""
    return tuple(match.start() for match in _THEN.finditer(text) if not _is_distance(text, match))


@lru_cache(maxsize=16)
def _limits(text: str) -> tuple[tuple[int, int, str, bool], ...]:
    """Return span and word of each event by which a text names its limit, and whether the word is Chinese."""
    found: list[tuple[int, int, str, bool]] = []
    for match in _LIMIT.finditer(text):
        word = (match["words"] or match["verb"] or match["topic"]).lower()
        if len(word) > 3 and word not in _GENERIC and not _is_distance(text, match):
            found.append((*match.span(), word, False))
    found += [(*match.span(), match["words"] or match["topic"], True) for match in _LIMIT_ZH.finditer(text)]
    return tuple(found)


def _is_distance(text: str, match: re.Match[str]) -> bool:
    return _DISTANCE.search(text[max(0, match.start() - 12) : match.start()]) is not None
