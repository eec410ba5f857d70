"""Deadline of a query: the date or stretch of time that limits it, with the words that say so."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from deliberation.simulated.query.calendar_dates import COARSE, PRECISE, DateMention, add_months
from deliberation.simulated.query.date_weights import is_before_month, reference_weight
from deliberation.simulated.query.frequencies import find_frequencies
from deliberation.simulated.query.numerals import (
    CHINESE_NUMBER,
    ENGLISH_NUMBER,
    parse_chinese_number,
    parse_english_number,
)
from deliberation.simulated.query.weekday_dates import find_mentions


@dataclass(frozen=True)
class Deadline:
    """Last day for the goal.

    Attributes:
        words: What the query says, as a phrase.
        day: The day; None if it cannot be computed from the words.
        spans: Spans of the query that say when; they are no part of the goal.
        is_event: Whether something happens on that day, so that the work ends before it.
        is_month: Whether the words name a month only; `day` is then its last one.
    """

    words: str
    day: date | None
    spans: tuple[tuple[int, int], ...]
    is_event: bool = False
    is_month: bool = False


_ZH_UNIT = r"(?P<unit>天|周|星期|礼拜|个星期|个礼拜|个半月|个月|年)"
_ZH_SPAN = re.compile(
    rf"(?P<lead>用|花|在|还有|只有|还剩|剩|不到|不足|大概|给自己|未来|接下来)?\s*(?P<number>{CHINESE_NUMBER}|半)\s*(?P<half>个半)?\s*{_ZH_UNIT}(?P<plus>半)?(?:的?时间)?"
    r"\s*(?P<tail>以内|之内|内|后|之后|以后|里|左右|速成|拿下|搞定|考|学会|学完|达到|瘦|减|造|做完|完成|通过|计划|时间表|的?备考)?"
)
_ZH_HALF_YEAR = re.compile(
    r"(?P<lead>用|在|还有)?(?P<number>半)(?P<unit>年|个月)(?P<tail>以内|之内|内|后|之后|以后|里|时间)?"
)
_ZH_LEADS = ("用", "花", "还有", "只有", "还剩", "剩", "不到", "不足", "给自己", "未来", "接下来")
_ZH_TAILS = (
    "内",
    "以内",
    "之内",
    "里",
    "后",
    "之后",
    "以后",
    "速成",
    "拿下",
    "搞定",
    "计划",
    "时间表",
    "备考",
    "的备考",
)
_ZH_TAILS_GOAL = ("考", "学会", "学完", "达到", "瘦", "减", "造", "做完", "完成", "通过")
_EN_SPAN = re.compile(
    rf"\b(?P<lead>in|within|over(?: the (?:next|coming))?|for the next|the next|next|inside|under|less than|have(?: got)?(?: only| just)?|only|after|take|spend|got)\s+"
    rf"(?:about |around |roughly |the next |exactly |just |only )?(?P<number>{ENGLISH_NUMBER}|an?|half an?)[\s-](?P<half>and a half )?(?P<unit>days?|weeks?|months?|years?|fortnight)\b"
    r"(?P<tail>'? time| left| to go| from now| from today)?",
    re.IGNORECASE,
)
_EN_SUFFIX = re.compile(
    rf"\b(?!a day out)(?P<number>{ENGLISH_NUMBER}|a)[\s-](?P<unit>days?|weeks?|months?|years?)(?:'? time)?[ -](?:[\w'-]+ ){{0,3}}?(?P<tail>left|to go|from now|from today|away|out|until|till|plan|programme|program|schedule)\b",
    re.IGNORECASE,
)
_WEEKENDS = re.compile(
    rf"(?P<lead>(?:in |over |within |have |only |just |got |use )*(?:the next |the coming )?)(?<![\w/])(?P<number>{ENGLISH_NUMBER}) (?:weekends|(?<=\bone )weekend)\b(?! (?:a|per|each|every|out of)\b)"
    rf"|(?:用|花|在|只有|就|还有|接下来)*(?P<number_zh>{CHINESE_NUMBER})个周末(?:的?时间)?(?:内|之内|以内|里)?",
    re.IGNORECASE,
)
_UNKNOWN_ZH = re.compile(
    r"(?P<words>(?:在)?[\u4e00-\u9fff]{2,8}?(?:之前|以前|(?<!提|目|以|之|从|面|眼|先|跟|当|年|生|空|前)前))(?![前面进任夫妻男女段者言景提途台几两三半一天])"
)
_UNKNOWN_EN = re.compile(
    r"\b(?:before|by|in time for|until|ahead of)\s+(?P<words>(?:my|our|the|his|her|their|we|i|she|he|they|it)\b[^,.;:!?\n]{2,40})",
    re.IGNORECASE,
)
_LIMIT_BEFORE = re.compile(
    r"(?:最晚|最迟|截止(?:到|日期?是?)?|赶在|趁着?|到|在|于|必须|报了|报上了?|报名了?|定了|定在|交|要|"
    r"\bby|\bbefore|\buntil|\btill|\bdue(?: on| by)?|deadline(?: is)?:?|\bon|\bno later than|\bis|\bexam|\bin time for|\bfor|\bat)\s*(?:the\s*)?$",
    re.IGNORECASE,
)
_LIMIT_AFTER = re.compile(
    r"^\s*(?:(?:的|那天|当天|\(.{1,6}\))*\s*(?:之前|以前|前|截止|到期|考|交|办|举行|开始|入职|上线|开业|比赛|就要|要|得|必须|之内|上小学|上学|入学|去|[一二三四五六七八\d]天(?:小长)?假|小?长假|假期|回家|回老家|那天|当天|走|动身|启程|出发|申请|住院|手术|出院|毕业|结婚|给|参加|跑|想|打算|出生|那场|的[\u4e00-\u9fff]{1,4}(?:马|赛|考试?)|的?(?:[\u4e00-\u9fff]{0,4}(?:雅思|托福|[四六]级|专[四八]|面试|答辩|演出|婚礼|音乐会|汇演)|[A-Z][A-Za-z]{2,})))|^ ?(?:deadline|exam|test|race|at \d)",
    re.IGNORECASE,
)
_EVENT = re.compile(
    r"[^之以]?(?:考|赛|办|婚|演出|比赛|上台|答辩|面试|入职|搬|开业|年会)|exam|test|race|wedding|interview|concert|gig|start|married|tournament|party",
    re.IGNORECASE,
)
_FUTURE = re.compile(
    r"\b(?:plan|want|going|will|would like|'d like|hope|hosting|organi[sz]ing|planning|getting|moving|running|doing|taking|due|expecting|training|before|wants?|needs?|must|should|finished|done|ready|completed|in time for|for (?:my|our)|have (?:a|an|my|our) (?:exam|test|race|trip|talk))\b|'ll\b",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s*(?:那天|当天|清明|\(.{1,6}\))*\s*(?:(?:早上|早晨|上午|中午|下午|晚上|早|晚)?\s*(?:\d{1,2}|[一二两三四五六七八九十]{1,3})(?:点(?:半|钟|一刻|三刻|\d{1,2}分?)?|[:：]\d\d))?"
    r"(?:(?:早上|早晨|上午|中午|下午|晚上)(?!\d))?(?:之前|以前|前|之内)?"
    r"(?: at (?:\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|o'clock)?|noon|midnight)\b)?",
    re.IGNORECASE,
)
_REQUESTED = re.compile(
    r"^\s*(?:run|cycle|ride|climb|walk|hike|swim|learn|pass|finish|open|launch|host|hold|put on|stage|get|move|build|plant|grow|paint|"
    r"write|publish|visit|travel|sail|perform|play|give|take|sit|do|complete|compete|enter|start)\b",
    re.IGNORECASE,
)
"""First word of a request: "run a race in May" says when, without "want to"."""

_STOPS = tuple("，。！？；,.!?;、\n")
_SPAN_SCORE = 3.0
_MONTH = re.compile(
    r"月(?:份)?$|^(?:next |this )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*(?:,? \d{4})?$", re.IGNORECASE
)
_PAST = re.compile(
    r"(?:昨天|去年|上个?月|上周|以前|曾经|\b(?:since|last|ago|died|born|joined|learned|repair(?:ed)?|started|had|was|ran|did|got|went|took|bought|failed|passed|moved|in))\W*(?:\w+\W+){0,3}$",
    re.IGNORECASE,
)
_JOB = re.compile(r"\b(?:job|work|home|school|busy|away)\s+(?:until|till|by)\s*$", re.IGNORECASE)


def read_deadline(text: str, today: date) -> Deadline | None:
    """Return the deadline of a query: the most clearly marked date or stretch of time; None if it names none."""
    options = sorted(_options(text, today), key=lambda option: -option[0])
    if options and options[0][0] > 0:
        return options[0][1]
    for pattern in (_UNKNOWN_ZH, _UNKNOWN_EN):
        match = pattern.search(text)
        if match and not find_mentions(match[0], today) and not _is_daily(text, match.start()):
            words = match["words"].strip()
            return Deadline(words, None, ((match.start(), match.end()),), is_event=True)
    return None


def _is_daily(text: str, position: int) -> bool:
    """Return whether the clause before a position says how often, so that "every day before work" is no deadline."""
    return bool(find_frequencies(re.split(r"[,.;:!?\n，。；！？]", text[:position])[-1]))


def _options(text: str, today: date) -> Iterator[tuple[float, Deadline]]:
    """Yield the deadlines that the text may mean, with how clearly it says so."""
    mentions = find_mentions(text, today)
    for mention in mentions:
        if _is_told_closer(mention, mentions):
            continue
        score = _date_score(text, mention, today) + reference_weight(text, mention, mentions)
        if mention.day is not None and mention.day >= today:
            start, end = _with_marker(text, mention)
            around = text[max(0, start - 12) : end + 14]
            words = text[mention.start : mention.end].strip()
            is_event = _EVENT.search(around) is not None
            is_month = mention.precision == COARSE and _MONTH.search(words) is not None and mention.day.day > 27
            day = mention.day
            if is_month and is_before_month(text, mention) and (day.year, day.month) != (today.year, today.month):
                day, is_month = day.replace(day=1) - timedelta(days=1), False
            yield score, Deadline(words, day, ((start, end),), is_event, is_month)
    yield from _spans(text, today)


def _is_told_closer(mention: DateMention, others: list[DateMention]) -> bool:
    """Return whether another date names the day of a month that a mention only names as a month."""
    return mention.precision == COARSE and any(
        other.precision > mention.precision
        and other.day is not None
        and mention.day is not None
        and (other.day.year, other.day.month) == (mention.day.year, mention.day.month)
        for other in others
    )


def _date_score(text: str, mention: DateMention, today: date) -> float:
    before, after = text[max(0, mention.start - 14) : mention.start], text[mention.end : mention.end + 14]
    is_marked = _LIMIT_BEFORE.search(before) is not None or _LIMIT_AFTER.search(after) is not None
    clause = re.split(r"[,.;:!?\n]", text[: mention.start])[-1]
    is_planned = re.search(r"\bin\s*$", before) is not None and (
        _FUTURE.search(clause) is not None or _REQUESTED.match(clause) is not None
    )
    is_marked = is_marked or is_planned or mention.is_limit
    words = text[mention.start : mention.end].lower()
    is_part = any(
        part in words
        for part in ("底", "末", "初", "end", "mid", "next", "下", "明年", "高考", "年内", "年前", "季度", "q")
    )
    if (
        mention.day is None
        or _JOB.search(before)
        or (mention.precision == COARSE and _PAST.search(before) and not is_planned)
    ):
        return 0.0
    if mention.precision == COARSE and not is_marked and not is_part:
        return 0.0
    if (mention.day - today).days == 0 and not is_marked and "今晚" not in words and "tonight" not in words:
        return 0.0
    return (
        1.0
        + (2.0 if mention.precision == PRECISE else 1.5) * is_marked
        + 1.0 * (mention.precision == PRECISE)
        + min((mention.day - today).days, 700) / 1000
    )


def _with_marker(text: str, mention: DateMention) -> tuple[int, int]:
    """Return the span of a date with the words before and after that make it a limit."""
    before = re.search(
        r"(?:最晚|最迟|截止到?|赶在|我?想?在|到|于|(?:\b(?:by|before|until|on|in time for|due|for|at|in)(?: the)?\s+))\s*$",
        text[: mention.start],
        re.IGNORECASE,
    )
    after = _AFTER.match(text[mention.end :])
    return before.start() if before else mention.start, mention.end + (after.end() if after else 0)


def _spans(text: str, today: date) -> Iterator[tuple[float, Deadline]]:
    for match in [*_ZH_SPAN.finditer(text), *_ZH_HALF_YEAR.finditer(text)]:
        groups = match.groupdict()
        lead, tail = groups["lead"] or "", groups["tail"] or ""
        is_marked = lead in _ZH_LEADS or tail in (*_ZH_TAILS, *_ZH_TAILS_GOAL)
        is_clause = _is_clause(text, match) and "天" not in groups["unit"]
        if (is_marked or is_clause) and not _is_age(text, match):
            day = _add(groups["number"], groups["unit"], bool(groups.get("half") or groups.get("plus")), today)
            end = match.end() - (len(tail) if tail in _ZH_TAILS_GOAL or tail in ("计划", "备考", "的备考") else 0)
            score = _SPAN_SCORE if is_marked else 1.0
            yield score, Deadline(text[match.start() : end].strip(), day, ((match.start(), end),))
    for match in _WEEKENDS.finditer(text):
        number = (
            parse_chinese_number(match["number_zh"]) if match["number_zh"] else parse_english_number(match["number"])
        )
        if number and number <= 60 and not re.search(r"(?:每个?月|一个月|every|last|past)\s*$", text[: match.start()]):
            day = today + timedelta(days=7 * round(number))
            yield 1.5, Deadline(match[0].strip(), day, (match.span(),))
    for match in [*_EN_SPAN.finditer(text), *_EN_SUFFIX.finditer(text)]:
        groups = match.groupdict()
        lead, tail = (groups.get("lead") or "").lower(), groups.get("tail")
        is_weak = lead in ("have", "only", "take", "spend", "got", "after", "have only", "have got") and not tail
        if is_weak and not re.match(r"\s*(?:to|until|till|for|before)\b", text[match.end() :], re.IGNORECASE):
            continue
        day = _add(groups["number"], groups["unit"].lower(), bool(groups.get("half")), today)
        end = match.end() if match.re is _EN_SPAN else match.end("unit")
        yield _SPAN_SCORE, Deadline(text[match.start() : end].strip(), day, ((match.start(), end),))


def _is_clause(text: str, match: re.Match[str]) -> bool:
    """Return whether a stretch of time stands between two signs of punctuation."""
    return text[: match.start()].rstrip()[-1:] in ("", *_STOPS) and text[match.end() :].lstrip()[:1] in ("", *_STOPS)


def _is_age(text: str, match: re.Match[str]) -> bool:
    """Return whether a stretch of time is an age or lies in the past: "9个月大", "学了两年", "三个月前"."""
    after = text[match.end() : match.end() + 2]
    before = text[max(0, match.start() - 1) : match.start()]
    return after.startswith(("大", "前", "龄", "多大", "来", "的经验", "经验", "的宝", "的孩", "的娃")) or before in (
        "了",
        "过",
        "第",
    )


def _add(number: str, unit: str, half: bool, today: date) -> date | None:
    value = 0.5 if number.startswith("半") or number.lower().startswith("half") else parse_chinese_number(number)
    value = parse_english_number(number) if value is None else value
    if value is None:
        return None
    value += 0.5 if half or "半" in unit else 0
    try:
        if "天" in unit or unit.startswith("day"):
            return today + timedelta(days=round(value))
        if unit.startswith("fortnight"):
            return today + timedelta(days=round(value * 14))
        if any(word in unit for word in ("周", "星期", "礼拜", "week")):
            return today + timedelta(days=round(value * 7))
        months = value * (12 if "年" in unit or unit.startswith("year") else 1)
        return add_months(today, int(months)) + timedelta(days=round((months - int(months)) * 30))
    except (OverflowError, ValueError):
        return None
