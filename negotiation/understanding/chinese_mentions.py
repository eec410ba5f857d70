"""Mentions of days, hours, people, money, places and languages in Chinese text (TW-501)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from negotiation.contracts.demand import Span
from negotiation.understanding.chinese_amounts import find_amounts
from negotiation.understanding.chinese_characters import simplify
from negotiation.understanding.chinese_dates import find_dates, find_day_lists
from negotiation.understanding.chinese_hours import find_hours
from negotiation.understanding.chinese_languages import find_languages
from negotiation.understanding.chinese_locations import find_places
from negotiation.understanding.chinese_people import find_people
from negotiation.understanding.chinese_weekdays import find_weekdays
from negotiation.understanding.mention import Mention

_NOT_BEFORE = re.compile(
    r"(?:除了|除去|除开|除|避开|绕开|不能影响|不影响|不要影响|不耽误|不能耽误|不要安排在|不要约在?|不要排在?"
    r"|不要放在?|不能安排在|不能在|不能是"
    r"|不想在|不希望在|不要在|不要|别安排在|别放在|别排在?|别选在?|别约在?|别在|别挑|别是|别|不在|不约"
    r"|非)\s?$"
)
_NOT_THERE = re.compile(r"(?:不(?:想|要|能|用)?|别)$")
"""Words before 在 and a place that rule it out."""

_NOT_AFTER = re.compile(
    r"^\s?(?:的?时候|当天|那天)?(?:也|都)?(?:我们?|他们?|她)?(?:自己)?(?:肯定|绝对|一定|真的|真|实在|都|就|可)?(?:不行|不可以?|不方便|没空|没时间"
    r"|没有空|走不开|脱不开身|去不了|要上班|得上班|除外|以外|之外|不要来?|不能来?|来不了|不成|不合适|不考虑|有事|要加班|不在家?|不得空|抽不出"
    r"|不用来?(?=[，,。！\s]|$)|不用(?:过来|上班|去)|不需要来|休息(?!室|区)"
    r"|[^，,。！？；;、\s周号日行天可]{1,6}(?:没空|没时间|没有空|不得空|走不开|脱不开身|来不了|去不了|不行)"
    r"|(?:[我他她]们?|孩子|老公|老婆|爸妈?|妈妈?)?(?:固定|一直|都)?(?:要|得)(?:去)?(?:医院|单位|公司)?(?:值班|倒班|加班|上班))"
    r"(?:的话?)?(?:都|也|其他|其它|别的|哪天)?(?:都|时间都?)?(?:可以?|行|好|成)?"
)
_EXCEPT_REST = re.compile(
    r"^\s?(?:以外|之外|外)?[，,]?\s?(?:其他|其它|别的|哪天|什么时候|时间|我|哪一天)*(?:都|均|全)(?:可以?|行"
    r"|好|成|有空|方便)"
)
_REST_FREE = re.compile(
    r"[^，,。！？；]{2,14}[，,]\s?(?:其他|其它|别的|其余)的?(?:日子|时间|几?天)[我他她家]?(?:都|均|全)"
    r"(?:在家|有空|可以|行|方便|能|好说|没问题)"
)
"""Words behind a day on which somebody is engaged, and then all others suit: 周二要打牌，别的日子都在家."""

_SOFT_BEFORE = re.compile(
    r"(?:如果是?|假如|要是|万一|最好|尽量|希望|优先|首选|如果能)(?:是|在|能|约|安排|放|约在|定在|排在|安排在)*\s?$"
)
_SOFT_AFTER = re.compile(r"^\s?(?:最好|优先|为佳|更好|最佳)")
_REPLACED_BEFORE = re.compile(
    r"(?:(?:日期|时间|日子|人数|人|预算|经费|费用|价格|地点|地方|城市)?(?:现在|已经?|都|就|又|再|全|也)*(?:请|想|要"
    r"|得|需要)?"
    r"(?:改|换|调整|变更|更改|更新|调|推迟|延期|提前|提高|降低|增加|减少|降|提|增|减|加|挪|移)(?:到|为|成|在"
    r"|至)了?)\s?$"
)
_REPLACED = re.compile(
    r".{0,8}?(?:改|换|调整|变更|更改|更新|调|推迟|延期|提前|提高|降低|增加|减少|降|提|增|减|加|挪|移)(?:到|为|成|在|至)"
)
_WEEKDAY_NAME = re.compile(r"(?:这|本|下下|下)?(?:一?个)?(?:周|星期|礼拜)[一二三四五六日天末]")
_PLAIN_DAY = re.compile(r"(?:周|星期|礼拜)([一二三四五六日天])")
_EXCLUDABLE = ("dates", "weekdays", "hours", "period", "place")
_REPLACEABLE = ("dates", "weekdays", "hours", "people", "budget", "place")
_SOFTENABLE = ("dates", "weekdays", "hours", "period", "place", "language", "remote", "budget")


def find_chinese_mentions(text: str, today: date) -> Iterable[Mention]:
    """Yield the mentions in a text, in no order; they may overlap. Relative and partial dates count from `today`.

    Words of a date that no calendar has (2月31日) are in no mention.
    """
    plain = simplify(text)
    dates, impossible = find_dates(plain, today)
    found = [*dates, *find_day_lists(plain, today), *find_weekdays(plain, today), *find_hours(plain)]
    found += [*find_people(plain), *find_amounts(plain), *find_places(plain), *find_languages(plain)]
    barred = {offset for span in impossible for offset in range(*span)}
    qualified = [
        _qualified(plain, text, mention)
        for number, mention in enumerate(found)
        if number < len(dates) or barred.isdisjoint(range(*mention.span))
    ]
    yield from _with_same_days(plain, qualified)


def replaces_earlier(words: str) -> bool:
    """Return whether the words of a mention say that it takes the place of an earlier one (日期改到…)."""
    return bool(_REPLACED.match(words))


def _with_same_days(plain: str, mentions: Sequence[Mention]) -> Iterator[Mention]:
    """Yield mentions in which a day of the week is the date beside it: 12月12日周六, 下周一不行（11月30日）."""
    named = {mention.span: _WEEKDAY_NAME.match(plain[slice(*mention.span)]) for mention in mentions}
    dates = [each for each in mentions if each.kind == "dates" and not named[each.span] and len(_values(each)) == 1]
    starts, ends = {each.span[0]: each for each in dates}, {each.span[1]: each for each in dates}
    same: dict[Span, bool] = {}
    days: list[Mention] = []
    for mention in mentions:
        if not named[mention.span] or mention.kind not in ("dates", "weekdays"):
            continue
        opening = re.compile(r"\s?[（(]?").match(plain, mention.span[1])
        before = mention.span[0] - plain[: mention.span[0]].endswith((" ", "（", "("))
        twin = ends.get(before) or (starts.get(opening.end()) if opening else None)
        if twin and _falls_on(twin, mention):
            excluded = mention.excluded or twin.excluded
            same[twin.span] = excluded
            days.append(replace(mention, kind="dates", value=twin.value, excluded=excluded))
    known = {day.span for day in days}
    yield from days
    for mention in mentions:
        if mention.span not in known or mention.kind not in ("dates", "weekdays"):
            yield replace(mention, excluded=same[mention.span]) if mention.span in same else mention


def _values(mention: Mention) -> tuple[str | int, ...]:
    return mention.value if isinstance(mention.value, tuple) else ()


def _falls_on(day: Mention, named: Mention) -> bool:
    """Return whether a date is on one of the days of the week that a mention names."""
    weekday = date.fromisoformat(str(_values(day)[0])).weekday()
    return any(
        weekday == (date.fromisoformat(value).weekday() if isinstance(value, str) else value)
        for value in _values(named)
    )


def _qualified(plain: str, text: str, mention: Mention) -> Mention:
    """Return a mention with the words beside it that exclude or soften it, with its value as the text writes it."""
    if isinstance(mention.value, str) and mention.kind != "language":
        mention = replace(mention, value=_own_words(plain, text, mention))
    start, end = mention.span
    before, after = plain[max(0, start - 12) : start], plain[end : end + 24]
    if mention.kind in _EXCLUDABLE:
        negated, denied = _NOT_BEFORE.search(before), _NOT_AFTER.match(after)
        if mention.kind in ("dates", "weekdays"):
            denied = denied or _REST_FREE.match(after)
        if negated is None and mention.kind == "place" and plain[start] in "在去到":
            negated = _NOT_THERE.search(before)
        if negated and not (negated[0].startswith("非") and start > len(negated[0])):
            rest = denied or _EXCEPT_REST.match(after)
            span = (start - len(negated[0]), end + (len(rest[0]) if rest else 0))
            return _excluded(plain, mention, span)
        if denied:
            return _excluded(plain, mention, (start, end + len(denied[0])))
    replaced = _REPLACED_BEFORE.search(before)
    if replaced and mention.kind in _REPLACEABLE:
        span = (start - len(replaced[0]), end)
        if mention.kind in _EXCLUDABLE and plain[: span[0]].endswith(("不要", "不能", "别", "不想", "不可以")):
            return _excluded(plain, mention, span)
        return replace(mention, span=span)
    wished, preferred = _SOFT_BEFORE.search(before), _SOFT_AFTER.match(after)
    if mention.kind in _SOFTENABLE and (wished or preferred):
        span = (start - len(wished[0]) if wished else start, end + len(preferred[0]) if preferred else end)
        return replace(mention, span=span, soft=True)
    return mention


def _excluded(plain: str, mention: Mention, span: Span) -> Mention:
    """Return a mention as excluded; a day of the week without 这 or 下 is every such day."""
    day = _PLAIN_DAY.fullmatch(plain[slice(*mention.span)])
    if mention.kind == "dates" and day:
        return Mention("weekdays", span, ("一二三四五六日".index(day[1].replace("天", "日")),), excluded=True)
    return replace(mention, span=span, excluded=True)


def _own_words(plain: str, text: str, mention: Mention) -> str:
    value = str(mention.value)
    offset = plain.find(value, max(0, mention.span[0] - 1))
    return text[offset : offset + len(value)] if 0 <= offset < mention.span[1] else value
