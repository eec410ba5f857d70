"""Days of the week in Chinese text: 下周六, 这周末, 周一三五, 每周二, 工作日, 4月的某个周五."""

import re
from collections.abc import Iterable
from datetime import date, timedelta

from negotiation.understanding.chinese_calendar import days_between, monday_from, month_from, weekdays_of_month
from negotiation.understanding.chinese_numbers import parse_number
from negotiation.understanding.mention import Mention

_WEEKDAYS = {
    "一": (0,),
    "二": (1,),
    "三": (2,),
    "四": (3,),
    "五": (4,),
    "六": (5,),
    "日": (6,),
    "天": (6,),
    "末": (5, 6),
}
_WEEK = r"(?:周|星期|礼拜)"
_NO_UNIT = (
    r"(?![点个人位名时刻号月楼层十百千万起次样定共直会家年元块多几两只条张台件岁斤米旬桌场节些边气性]|下(?!午)|早(?![上晨])"
    r"|[一二三四五六七八九十百千万\d]+[点个人位名时百千万十])"
)
_NEXT = (
    rf"(?:\s?(?:[、,，/]|和|或者?|及|以及|还有|跟|与|到|至|-|~|～)?\s?(?:{_WEEK}[一二三四五六日天末]"
    rf"|[一二三四五六日天末]{_NO_UNIT}|日(?=两天)))"
)
_DAYS = re.compile(
    rf"(?P<every>每个?|逢)?(?P<which>上上?|这|本|下下|下)?(?:一?个)?(?P<first>{_WEEK}[一二三四五六日天末])(?!岁|年|次|趟|回(?![来家去国]))"
    rf"(?P<rest>{_NEXT}*)(?P<before>之前|以前|前(?!后|台|面)|截止)?"
)
_ORDINAL = re.compile(
    r"(?P<month>(?<![\d一二三四五六七八九十])(?:\d{1,2}|[一二三四五六七八九十]{1,2})月份?|下个?月|这个?月|本月)的?"
    rf"(?:第(?P<number>[一二三四五1-5])个?|(?P<last>最后一?个?)|(?:某|任意|随便哪)一?个?|每个?"
    rf"|哪个)?的?{_WEEK}(?P<day>[一二三四五六日天末])"
)
_WORKDAYS = re.compile(r"(?P<every>每个?)?(?:工作日|平日里?|上班日)")
_EVERY_DAY = re.compile(r"每天|天天|每日")
_WEEK_ALONE = re.compile(rf"(?P<which>这|本|下下|下)(?:个)?{_WEEK}(?![一二三四五六日天末\d])(?:之?内|里|以内|之前|前)?")
_RANGE = re.compile(r"到|至|-|~|～")


def find_weekdays(text: str, today: date) -> Iterable[Mention]:
    """Yield the mentions of days of the week in simplified text.

    In 这周 and 下周 a day is that of the week from Monday to Sunday, with 之前 the next one after `today`. Without
    these words it is a day of the week.
    """
    for match in _ORDINAL.finditer(text):
        mention = _ordinal(match, today)
        if mention:
            yield mention
    for match in _DAYS.finditer(text):
        mention = _days(match, today)
        if mention:
            yield mention
    for match in _WORKDAYS.finditer(text):
        yield Mention("weekdays", match.span(), (0, 1, 2, 3, 4))
    for match in _EVERY_DAY.finditer(text):
        yield Mention("period", match.span(), match[0])
    for match in _WEEK_ALONE.finditer(text):
        weeks = {"下下": 2, "下": 1}.get(match["which"], 0)
        monday = monday_from(today, weeks)
        yield Mention("dates", match.span(), days_between(max(monday, today), monday + timedelta(days=6)))


def _ordinal(match: re.Match[str], today: date) -> Mention | None:
    text = match["month"]
    if text[0] in "下这本":
        year, month = month_from(today, text[0] == "下")
    else:
        month = int(parse_number(text.rstrip("份").rstrip("月")) or 0)
        year = today.year + (month < today.month)
    if not 1 <= month <= 12:
        return None
    days = weekdays_of_month(year, month, _WEEKDAYS[match["day"]])
    if match["number"]:
        index = int(parse_number(match["number"]) or 0) - 1
        days = days[index : index + 1] if match["day"] != "末" else days[2 * index : 2 * index + 2]
    elif match["last"]:
        days = days[-1:]
    dates = tuple(day.isoformat() for day in days if day >= today)
    return Mention("dates", match.span(), dates) if dates else None


def _days(match: re.Match[str], today: date) -> Mention | None:
    weekdays = _listed_weekdays(match)
    which = match["which"] or ""
    if which.startswith("上"):
        return Mention("period", match.span(), match[0])
    if not which and not match["before"]:
        return Mention("weekdays", match.span(), weekdays)
    dates = _dates(which, weekdays, today)
    if match["before"] and not which and today.weekday() in weekdays:  # today, or in a week
        return Mention("period", match.span(), match[0])
    if match["before"] and dates:
        return Mention("dates", match.span(), days_between(today, date.fromisoformat(dates[-1])) or dates)
    return Mention("dates", match.span(), dates) if dates else None


def _dates(which: str, weekdays: tuple[int, ...], today: date) -> tuple[str, ...]:
    """Return the dates, from `today` on, of days in this (`这`), the next (`下`) or the coming week (empty)."""
    monday = monday_from(today, {"下下": 2, "下": 1}.get(which, 0))
    days = [monday + timedelta(days=weekday) for weekday in weekdays]
    if not which:
        days = [day if day > today else day + timedelta(weeks=1) for day in days]
    return tuple(day.isoformat() for day in sorted(days) if day >= today)


def _listed_weekdays(match: re.Match[str]) -> tuple[int, ...]:
    days = [
        day
        for name in re.findall(r"[一二三四五六日天末](?!期)", match["first"][-1] + match["rest"])
        for day in _WEEKDAYS[name]
    ]
    if len(days) >= 2 and _RANGE.search(match["rest"]):
        first, last = days[0], days[-1]
        days = list(range(first, last + 1)) if first <= last else [*range(first, 7), *range(last + 1)]
    return tuple(sorted(set(days)))
