"""Limits of a Chinese demand from its mentions, and the mentions that are wishes or rule something out."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from negotiation.contracts.demand import DemandLimits, PeopleRange, Span
from negotiation.contracts.money import Money
from negotiation.understanding.chinese_amounts import is_chinese_rate
from negotiation.understanding.chinese_locations import is_start_of_route, names_known_place
from negotiation.understanding.chinese_mentions import replaces_earlier
from negotiation.understanding.mention import Mention

_DAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """Limits with the spans of the mentions that are none: wishes and periods, and places that are ruled out."""

    limits: DemandLimits
    wishes: tuple[Span, ...]
    not_wanted: tuple[Span, ...]


def read_limits(plain: str, mentions: Sequence[Mention]) -> ReadLimits:
    """Return the limits that mentions state; of several places, times, amounts and languages the first fitting one.

    Args:
        plain: Simplified text.
        mentions: Its mentions, in text order, without overlaps.
    """
    ends = frozenset(mention.span[1] for mention in mentions if mention.excluded)
    firm = [
        mention
        for mention in mentions
        if not (mention.soft or _is_excluded(mention, ends) or _is_past(plain, mention) or _is_shut(plain, mention))
    ]
    valid = _without_replaced(plain, firm)
    kept = {mention.span for mention in valid}
    stale, firm = {mention.span for mention in firm if mention.span not in kept}, valid
    firm = _without_wider(plain, firm)
    used = {kind: _choose(plain, [mention for mention in firm if mention.kind == kind]) for kind in _SINGLE}
    excluded = [mention for mention in mentions if mention.excluded]
    people, budget = _value(used["people"]), _value(used["budget"])
    limits = DemandLimits(
        place=_text(used["place"]),
        dates=tuple(sorted({str(day) for mention in firm if mention.kind == "dates" for day in _many(mention)})),
        weekdays=tuple(sorted({int(day) for mention in firm if mention.kind == "weekdays" for day in _many(mention)})),
        not_on=tuple(dict.fromkeys(day for mention in excluded for day in _excluded_days(mention))),
        people=people if isinstance(people, PeopleRange) else None,
        budget=budget if isinstance(budget, Money) else None,
        language=_text(used["language"]),
        hours=_text(used["hours"]),
    )
    stated = {mention.span for mention in firm if mention.kind in ("dates", "weekdays")}
    stated |= {mention.span for mention in used.values() if mention}
    others = [mention for mention in mentions if mention.span not in stated and not _excluded_days(mention)]
    others = [mention for mention in others if mention.span not in stale]
    others = [mention for mention in others if not (_is_past(plain, mention) or _is_on_way(plain, mention))]
    others.extend(each for each in used.values() if each and _is_rate(plain, each))
    ruled_out = [mention for mention in others if mention.excluded and mention.kind == "place"]
    return ReadLimits(
        limits,
        tuple(mention.span for mention in others if mention not in ruled_out),
        tuple(mention.span for mention in ruled_out),
    )


_HAPPENED = re.compile(
    r"[^，,。！!？?]{0,3}?(?:走了|去世|过世|离世|病逝|没了|丢了|坏了|爆了|堵了|漏水了|摔了|摔倒|出生|确诊"
    r"|住院|被)"
)
_SINGLE = ("place", "people", "budget", "language", "hours")


def _without_replaced(plain: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Return mentions without those that a later one takes the place of (预算5000元…预算改成8000元)."""
    kept: list[Mention] = []
    for mention in mentions:
        if replaces_earlier(plain[slice(*mention.span)]):
            kinds = ("dates", "weekdays") if mention.kind in ("dates", "weekdays") else (mention.kind,)
            kept = [each for each in kept if each.kind not in kinds]
        kept.append(mention)
    return kept


def _without_wider(plain: str, mentions: list[Mention]) -> list[Mention]:
    """Return mentions without feasts of several days of which another mention names some (五一…5月2日)."""
    dates = {frozenset(_many(each)) for each in mentions if each.kind == "dates"}
    return [
        each
        for each in mentions
        if each.kind != "dates"
        or re.search(r"[\d月号周]", plain[slice(*each.span)])
        or not any(other and other < set(_many(each)) for other in dates)
    ]


def _is_excluded(mention: Mention, ends: frozenset[int]) -> bool:
    """Return whether a mention is ruled out, or is the time of a day that is (除了周三晚上)."""
    return mention.excluded or (mention.kind == "hours" and mention.span[0] in ends)


_SHUT = re.compile(r"(?:都|也)?(?:不(?:营业|行|在家|在|方便|可以|能|开门|上班)|没(?:空|时间|人))")


def _is_shut(plain: str, mention: Mention) -> bool:
    """Return whether a time of day is one at which nothing can be done (白天不营业)."""
    return mention.kind == "hours" and bool(_SHUT.match(plain, mention.span[1]))


def _is_past(plain: str, mention: Mention) -> bool:
    """Return whether a day or time is that of what has happened or happens by itself (今早走了, 预产期)."""
    start, end = mention.span
    birth = plain[max(0, start - 4) : start].endswith(("预产期", "预产期是", "预产期在"))
    return mention.kind in ("dates", "hours") and (birth or bool(_HAPPENED.match(plain, end)))


def _choose(plain: str, mentions: Sequence[Mention]) -> Mention | None:
    """Return the first mention of a kind, but the end of a way, the place after 在 and the amount after 预算 before."""
    return min(mentions, key=lambda mention: (_rank(plain, mention), mention.span), default=None)


_COUPLE = re.compile(r"俩$|^夫妻|^两口子")
"""Words of two people who tell of themselves: any other number says better how many are meant."""

_DOES_THERE = re.compile(r"(?:学|上课|参加|办|拍|做|干|打工|讲|听)")


def _rank(plain: str, mention: Mention) -> int:
    words = plain[slice(*mention.span)]
    if mention.kind == "place":
        if words[0] in "去到" and _DOES_THERE.match(plain, mention.span[1]):
            return -1
        stated = words.startswith(("在", "地点", "坐标", "地址", "人在"))
        return 4 * (not names_known_place(words)) + 2 * is_start_of_route(plain, mention) + (not stated)
    if mention.kind == "people":
        return 2 * bool(_COUPLE.search(words)) + (not words.startswith(("一共", "总共", "总计", "共")))
    if mention.kind != "budget":
        return 1
    named = any(word in words for word in ("预算", "经费", "不超过", "总"))
    return 2 * is_chinese_rate(words) + (not named)


def _is_rate(plain: str, mention: Mention) -> bool:
    """Return whether a mention is a price for each hour, person or thing: a wish too, so that it is no total."""
    return mention.kind == "budget" and is_chinese_rate(plain[slice(*mention.span)])


def _is_on_way(plain: str, mention: Mention) -> bool:
    return mention.kind == "place" and (is_start_of_route(plain, mention) or plain[mention.span[0]] in "到去从")


def _many(mention: Mention) -> tuple[str | int, ...]:
    return mention.value if isinstance(mention.value, tuple) else ()


def _excluded_days(mention: Mention) -> tuple[str, ...]:
    if not mention.excluded or mention.kind not in ("dates", "weekdays"):
        return ()
    return tuple(day if isinstance(day, str) else _DAY_NAMES[day] for day in _many(mention))


def _value(mention: Mention | None) -> object:
    return None if mention is None else mention.value


def _text(mention: Mention | None) -> str | None:
    return mention.value if mention is not None and isinstance(mention.value, str) else None
