"""Times of day in Chinese text: 晚上七点到九点, 上午, 放学后, 19:30."""

import re
from collections.abc import Iterable

from negotiation.understanding.mention import Mention

_N = r"(?:\d{1,2}|[一二两三四五六七八九十]{1,3})"
_PART = (
    r"(?:凌晨|清晨|清早|大清早|早上|早晨|上午|中午|午间|下午(?!茶)|傍晚|晚上|晚间|夜里|夜间|半夜|深夜"
    r"|白天|黄昏|上半天|下半天"
    r"|(?<=[今明后周六日天末每当号一二三四五])[早晚](?!餐|饭|会|宴|年|点(?![\d一二三四五六七八九十]))"
    r"|[早晚](?=[\d一二两三四五六七八九十]+点))"
)
_CLOCK = (
    rf"(?:(?<![周期拜]){_N}\s?点(?!心|评|名|赞|歌|要求|建议|原因|意见|钱|子|都|经验|基础|别|儿)(?:半"
    rf"|[一三]刻|钟|整|(?:\d{{1,2}}|[零一二三四五六七八九十]{{1,3}})分?(?![个人位元块名]))?"
    r"|\d{1,2}[:：]\d{2}(?!\d))"
)
_TO = r"\s?(?:到|至|-|–|—|~|～)\s?"
_EDGE = r"(?:左右|以前|之前|前(?!台|面)|以后|之后|后(?!天|来|期|面)|开始|多)?"
_EXACT = re.compile(
    rf"{_PART}?的?\s?{_CLOCK}(?:{_TO}{_PART}?{_CLOCK})?{_EDGE}|{_PART}\s?{_N}{_TO}{_N}点半?{_EDGE}"
    rf"|(?<![\d周一])\d{{1,2}}{_TO}\d{{1,2}}点半?"
)
_VAGUE = re.compile(rf"{_PART}(?:到{_PART}|[和或、]{_PART})?(?:的?时候|时间|时段|左右|之前|以前|前|以后|之后)?")
_EVENT = re.compile(
    r"(?:早饭|午饭|晚饭|中饭|饭点)(?:那会儿?|那阵儿?|的?时候|时分|时)|(?:放学|下班|下课|收工|饭|午饭|晚饭|午休|上班|上学|吃饭)(?:之后|以后|后|之前|以前|前|时间|时段?)|午休"
)
_DAY_ENDS = (
    "天",
    "日",
    "号",
    "末",
    *(f"周{day}" for day in "一二三四五六日"),
    *(f"期{day}" for day in "一二三四五六日"),
)
_BARE_POINT = re.compile(r"^[一两二三](?:点)$")


def find_hours(text: str) -> Iterable[Mention]:
    """Yield the mentions of times of day in simplified text, with the text's own words.

    一点 and 两点 count only with a part of the day, another time or 半 beside them: they also mean "a bit".
    """
    for pattern in (_EXACT, _VAGUE, _EVENT):
        for match in pattern.finditer(text):
            if not _BARE_POINT.match(match[0].strip(" 的")) or text[max(0, match.start() - 3) : match.start()].endswith(
                _DAY_ENDS
            ):
                start = match.start() + len(match[0]) - len(match[0].lstrip(" 的"))
                yield Mention("hours", (start, match.end()), _with_day(text, start, match.end()))


def _with_day(text: str, start: int, end: int) -> str:
    """Return the words of a time of day, with the day's own character before a short one: 今晚十点, not 晚十点."""
    return text[start - (start > 0 and text[start] in "早晚" and text[start - 1] in "今明后当每") : end]
