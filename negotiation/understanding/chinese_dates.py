"""Dates in Chinese text: absolute (3月3日到10日), partial (二十八号, 12月底) and relative (后天, 两周以后)."""

import re
from collections.abc import Callable, Iterable
from datetime import MAXYEAR, date, timedelta
from itertools import pairwise

from negotiation.contracts.demand import Span
from negotiation.understanding.calendar_date import make_date
from negotiation.understanding.chinese_calendar import (
    HOLIDAYS,
    SPRING_FESTIVALS,
    days_between,
    month_from,
    next_day_of_month,
    next_occurrence,
)
from negotiation.understanding.chinese_numbers import parse_number
from negotiation.understanding.mention import Mention

Days = tuple[date, date] | None

_N = r"(?:\d{1,2}|[一二三四五六七八九十廿]{1,3})"
_BEFORE = r"(?P<before>之前|以前|前(?!后|台|面|天|门)|截止)?"
_AFTERWARDS = r"(?:[之以]?后|过后)"
_TO = r"\s?(?:到|至|-|–|—|~|～)\s?"
_MONTH = (
    rf"(?P<year>\d{{4}}年|今年|明年|后年)?(?P<month>(?<![\d一二三四五六七八九十])(?:{_N})月|本月|这个?月"
    rf"|下下?个?月)"
)
_DAY = rf"(?P<day>{_N})(?:日(?!游|三餐|常|语|本)|号(?!线|楼|门|院|店|厅|桌|电池|房))"

_FULL = re.compile(
    rf"(?<!\d)(?P<year>\d{{4}})\s?[-/.年]\s?(?P<month>{_N})\s?[-/.月]\s?(?P<day>{_N})"
    rf"(?![一二三四五六七八九十]*[日号]?{_TO}(?:{_N}月)?{_N}[日号])[日号]?(?!\d){_BEFORE}"
)
_MONTH_DAYS = re.compile(
    rf"{_MONTH}(?:份)?的?\s?(?P<day>{_N})(?:[日号])?{_TO}(?:(?P<last_month>{_N})月)?(?P<last>{_N})[日号]"
)
_MONTH_DAY = re.compile(
    rf"{_MONTH}的?\s?{_DAY}{_BEFORE}|(?P<month2>(?<!\d)\d{{1,2}})[月/](?P<day2>\d{{1,2}})(?![\d/个])"
)
_MONTH_DAY_ALONE = re.compile(rf"{_MONTH}(?P<day>[一二三四五六七八九十廿]{{1,3}})(?=[，,。；;！!\s]|$)")
_MONTHS_DAYS = re.compile(
    rf"{_MONTH}(?P<day>{_N})[日号]?{_TO}(?P<last_month>{_N})月(?P<last>{_N})(?:[日号]|(?=[，,。；;！!\s]|$))"
)
_DAYS = re.compile(rf"(?<![\d一二三四五六七八九十月])(?P<day>{_N})号?{_TO}(?P<last>{_N})号(?!线|楼|门|院|店|桌)")
_DAY_ONLY = re.compile(
    rf"(?<![\d一二三四五六七八九十.])(?P<day>{_N})号(?!线|楼|门|院|店|厅|桌|电池|房|馆|人|机|球|色|的?房"
    rf"|码|称){_BEFORE}"
)
_DAY_LIST = re.compile(
    rf"(?P<month>{_N})月(?P<days>{_N}[日号]?"
    rf"(?:[、和或及]{_N}[日号]?(?![\d一二三四五六七八九十百千万多来几个位名人桌岁]|[日号]?人)|[,，]{_N}[日号]"
    rf"|(?<=[日号]){_N}[日号])+)"
)
_MONTH_PART = re.compile(
    rf"(?:(?P<year>今年|明年|\d{{4}}年)?(?P<month>(?<![\d一二三四五六七八九十个])(?:{_N})月份?|本月"
    rf"|这个?月|下下?个?月|(?<![正腊一二三四五六七八九十\d])月)的?)"
    r"(?P<part>底|初|末|中旬|上旬|下旬|中(?![国学式文小大医间午])|头)" + _BEFORE
)
_MONTH_ONLY = re.compile(
    rf"(?P<year>今年|明年|\d{{4}}年)?(?P<month>(?<![\d一二三四五六七八九十个])(?:{_N})月份?(?!子|嫂|饼|大)"
    rf"|本月|这个?月|下下?个?月|上个?月)(?:期间|内|里)?{_BEFORE}"
)
_RELATIVE_DAYS = {"今": 0, "明": 1, "后": 2, "大后": 3, "昨": -1, "前": -2}
_RELATIVE = re.compile(
    r"(?P<word>大后|今|明|后|昨|前)(?:天|日(?!式))"
    + _BEFORE
    + (r"|(?P<part>今|明|后|当)(?=[晚早][^餐饭会宴教年]|[晚早]$)|(?P<alone>今儿|明儿|后儿)个?")
)
_OFFSET = re.compile(
    rf"(?P<number>{_N}|两|半)\s?(?P<unit>天|日|个?(?:周|星期|礼拜|月)|年)(?P<kind>{_AFTERWARDS}|[之以]内"
    rf"|内(?!部|容)|(?=交|完工))"
)
_SOON = re.compile(r"这两天|这一两天")
_THIRDS = {"上旬": (1, 10), "中旬": (11, 20), "下旬": (21, 31)}
_SPRING_FESTIVAL = re.compile(
    r"(?:今年|明年)?(?:春节|过年|农历新年|除夕|大年三十)(?:之前|以前|前(?!后))|(?<![今明去半一两三四五六七八九十百多几\d])年前"
)
_NEW_YEAR = re.compile(r"(?:今年)?年[底末](?:之前|以前|前(?!后))|今年(?:之?内|年内|以内)")
_HOLIDAY = re.compile(
    rf"(?P<year>今年|明年)?(?P<name>{'|'.join(sorted(HOLIDAYS, key=len, reverse=True))})"
    r"(?!路|街|广场|大道|村|小学|中学|公园)(?P<around>(?:的?前后|左右))?(?P<rest>假期|期间|当天|那天|小?长假"
    rf"|放假)?(?P<after>[之以]?后)?{_BEFORE}"
)
_DID_NOT_HAPPEN = re.compile(
    r"(?:的?时候|那会儿?)?(?:我们?|就|也|都|本来|原本)*(?:没(?!人|有?空|时间|事)|刚过|已经?过)"
)
_PERIOD = re.compile(
    r"[一每](?:天|周|个?星期|个?月|年)[一两二三四五\d]+[次回趟节]|(?:今年|明年|去年)?(?:春节|除夕|年夜(?!饭)"
    r"|过年|小年|大年[初三一二四五六七]*|正月[初十廿]?[一二三四五六七八九十]*(?:[到至]初?[一二三四五六七八"
    r"九十]+)?|腊月[廿初]?[一二三四五六七八九十]*|"
    r"元宵节?|清明节?|端午节?|七夕|中秋节?|重阳节?|农历[一二三四五六七八九十初月廿]+|暑假|寒假|暑期|年底"
    r"|年初|年末|年前|年后|春天|夏天|秋天|冬天|"
    r"开春|入冬|入夏|入秋|母亲节|父亲节|感恩节|冬至|三伏天|开学)(?:期间|里|放假)?(?:之前|以前|前(?!后)|[之以]?后)?|"
    r"明年|后年|今年|去年|上周|上星期|过几天|过两天|这几天|这阵子|这段时间|最近|近期|近日|现在|目前|眼下"
    r"|马上|立刻|立马|即刻|随时|"
    r"尽快|尽早|越快越好|下学期|这学期|"
    rf"(?<!\d)(?:{_N}|两|半|几|十几|二十几|数)个?多?(?:小时|钟头|分钟|天|周(?!年)|星期|礼拜|个月|年|整天)(?!级|前|大|轻|纪|糕|货"
    rf"|的?(?:狗|猫|宝宝|孩子|娃))(?:时间|左右)?(?:之内|以内|内)?|"
    r"[一每]整?天|半天|[二三]十四小时|全天"
)


def find_dates(text: str, today: date) -> tuple[tuple[Mention, ...], tuple[Span, ...]]:
    """Return the mentions of dates and periods, and the spans of dates that no calendar has, in simplified text.

    Earlier patterns win: words of an impossible date (2月31日) are no shorter mention. A stretch of more days than a
    limit lists is a period. "Before" a day includes it, before a holiday or a month does not.
    """
    found: list[Mention] = []
    taken: set[int] = set()
    impossible: list[Span] = []
    for pattern, resolve in _RESOLVERS:
        for match in pattern.finditer(text):
            characters = range(*match.span())
            if not taken.isdisjoint(characters):
                continue
            taken.update(characters)
            mention = _mention(match, _resolve_safely(resolve, match, today), today)
            if mention:
                found.append(mention)
            else:
                impossible.append(match.span())
    return tuple(found), tuple(impossible)


def _resolve_safely(
    resolve: Callable[[re.Match[str], date], Days | str], match: re.Match[str], today: date
) -> Days | str:
    try:
        return resolve(match, today)
    except (OverflowError, ValueError):  # beyond the years that a date can have
        return None


def _mention(match: re.Match[str], days: Days | str, today: date) -> Mention | None:
    if isinstance(days, str):
        return Mention("period", match.span(), days)
    if days is None:
        return None
    first, last = days
    if match.groupdict().get("before"):
        holiday = match.groupdict().get("name")
        first, last = today, first - timedelta(days=1) if holiday or _is_month(match) else last
        if last < first:
            return Mention("period", match.span(), match[0])
    dates = days_between(first, last)
    return Mention("dates", match.span(), dates) if dates else Mention("period", match.span(), match[0])


def _is_month(match: re.Match[str]) -> bool:
    """Return whether a match names a whole month, before which is before its first day."""
    return match.re is _MONTH_ONLY


def _number(text: str) -> int:
    value = parse_number(text.replace("廿", "二十"))
    return 0 if value is None else int(value)


def _month(match: re.Match[str], today: date) -> tuple[int | None, int]:
    """Return the year, None if it is open, and the month that a match names."""
    text, years = match["month"], {"今年": today.year, "明年": today.year + 1, "后年": today.year + 2}
    stated = match.groupdict().get("year")
    year = None if not stated else years.get(stated) or int(stated.rstrip("年"))
    if text.startswith("下"):
        return month_from(today, 2 if text.startswith("下下") else 1)
    if text.startswith("上"):
        return month_from(today, -1)
    if text[0] in "本这月":
        return today.year, today.month
    return year, _number(text.rstrip("份").rstrip("月"))


def _in_month(match: re.Match[str], day: int, today: date) -> date | None:
    year, month = _month(match, today)
    return next_occurrence(month, day, today) if year is None else make_date(year, month, day)


def _full(match: re.Match[str], today: date) -> Days:
    del today
    return _one(make_date(int(match["year"]), _number(match["month"]), _number(match["day"])))


def _month_days(match: re.Match[str], today: date) -> Days:
    first = _in_month(match, _number(match["day"]), today)
    if first is None:
        return None
    month = _number(match["last_month"]) if match["last_month"] else first.month
    last = make_date(first.year + (month < first.month), month, _number(match["last"]))
    return (first, last) if last and first <= last else None


def _month_day(match: re.Match[str], today: date) -> Days:
    if match["month2"]:
        return _one(next_occurrence(int(match["month2"]), int(match["day2"]), today))
    return _one(_in_month(match, _number(match["day"]), today))


def _month_day_alone(match: re.Match[str], today: date) -> Days:
    return _one(_in_month(match, _number(match["day"]), today))


def _day_range(match: re.Match[str], today: date) -> Days:
    first = next_day_of_month(_number(match["day"]), today)
    last = make_date(first.year, first.month, _number(match["last"])) if first else None
    return (first, last) if first and last and first <= last else None


def _day_only(match: re.Match[str], today: date) -> Days:
    return _one(next_day_of_month(_number(match["day"]), today))


def _one(day: date | None) -> Days:
    return (day, day) if day and day.year < MAXYEAR else None


def _month_part(match: re.Match[str], today: date) -> Days | str:
    """Return the days of a third of a month (上旬), or until the end of a month (月底前); else the words."""
    year, month = _month(match, today)
    if not 1 <= month <= 12:
        return None
    first, last = _days_of_month(year, month, today)
    if match["before"]:
        return (today, last) if match["part"] in "底末" else match[0]
    if match["part"] not in _THIRDS:
        return match[0]
    low, high = _THIRDS[match["part"]]
    return max(first.replace(day=low), today), last.replace(day=min(high, last.day))


def _month_only(match: re.Match[str], today: date) -> Days | str:
    """Return the days of a month, until it ends if it is the present one; the words for a past one."""
    year, month = _month(match, today)
    if not 1 <= month <= 12:
        return None
    first, last = _days_of_month(year, month, today)
    if last < today:
        return match[0]
    return (first if match["before"] else max(first, today)), last


def _days_of_month(year: int | None, month: int, today: date) -> tuple[date, date]:
    """Return the first and last day of a month, the present or next such one if its year is open."""
    year = year or today.year + (month < today.month)
    return date(year, month, 1), date(*month_from(date(year, month, 1), 1), 1) - timedelta(days=1)


def _before_spring_festival(match: re.Match[str], today: date) -> Days | str:
    """Return the days before the Spring Festival, of those years whose day is listed; else the words."""
    first = next((day for day in map(date.fromisoformat, SPRING_FESTIVALS) if day > today), None)
    return match[0] if first is None else (today, first - timedelta(days=1))


def _before_new_year(match: re.Match[str], today: date) -> Days:
    del match
    return today, date(today.year, 12, 31)


def _relative(match: re.Match[str], today: date) -> Days | str:
    word = match["word"] or match["part"] or match["alone"][0]
    if word in ("昨", "前", "当"):
        return match[0]
    return _one(today + timedelta(days=_RELATIVE_DAYS[word]))


def _offset(match: re.Match[str], today: date) -> Days | str:
    unit = match["unit"].removeprefix("个")
    number = 0.5 if match["number"] == "半" else parse_number(match["number"]) or 0
    days = number * (7 if unit[0] in "周星礼" else 30 if unit == "月" else 365 if unit == "年" else 1)
    if match["kind"].endswith("后"):
        if unit == "月" and number >= 1:
            year, month = month_from(today, int(number))
            return _one(next(filter(None, (make_date(year, month, today.day - back) for back in range(4))), None))
        return _one(today + timedelta(days=int(days)))
    return today, today + timedelta(days=int(days))


def _soon(match: re.Match[str], today: date) -> Days:
    del match
    return today, today + timedelta(days=2)


def _holiday(match: re.Match[str], today: date) -> Days | str:
    if match["after"] or match["around"] or _DID_NOT_HAPPEN.match(match.string, match.end()):
        return match[0]
    month, day, length = HOLIDAYS[match["name"]]
    length = 1 if match["rest"] in ("当天", "那天") else length
    this_year = date(today.year, month, day)
    over = this_year + timedelta(days=length - 1) < today
    first = date(today.year + (over or match["year"] == "明年"), month, day)
    return max(first, today), first + timedelta(days=length - 1)


def _words(match: re.Match[str], today: date) -> str:
    del today
    return match[0]


def find_day_lists(text: str, today: date) -> Iterable[Mention]:
    """Yield the mentions of several days of one month, as in 3月3日、5日和8日, in simplified text."""
    for match in _DAY_LIST.finditer(text):
        days = [next_occurrence(_number(match["month"]), _number(day), today) for day in re.findall(_N, match["days"])]
        dates = [day for day in days if day]
        if len(dates) == len(days) and all(one < other for one, other in pairwise(dates)):
            yield Mention("dates", match.span(), tuple(day.isoformat() for day in dates))


_RESOLVERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], Days | str]], ...] = (
    (_FULL, _full),
    (_MONTH_DAYS, _month_days),
    (_MONTHS_DAYS, _month_days),
    (_MONTH_DAY, _month_day),
    (_MONTH_DAY_ALONE, _month_day_alone),
    (_DAYS, _day_range),
    (_MONTH_PART, _month_part),
    (_OFFSET, _offset),
    (_SOON, _soon),
    (_HOLIDAY, _holiday),
    (_DAY_ONLY, _day_only),
    (_RELATIVE, _relative),
    (_MONTH_ONLY, _month_only),
    (_SPRING_FESTIVAL, _before_spring_festival),
    (_NEW_YEAR, _before_new_year),
    (_PERIOD, _words),
)
