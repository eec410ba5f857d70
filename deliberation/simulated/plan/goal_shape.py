"""Shape of a goal: the kind of undertaking that its words tell, whatever its field."""

import re
from typing import Literal

from deliberation.simulated.query.query_reader import UserQuery

Shape = Literal["learn", "make", "count", "care", "arrange", "exam", "repair", "talk"]

_COUNT = re.compile(
    r"^(?:我|想|要|能|把)*(?:通|重|精|细|一口气)?(?:读(?!懂|书会|研|博|音)|看(?!懂|病|医|护|管|孩|娃|店|房|牙)|逛|参观|走遍|走完|打卡|听(?!懂|力|写)|抄写?|刷完|存(?!活)|攒)|^把[^，。]{1,24}(?:读|看|听|抄|逛|刷)(?:完|遍)|"
    r"^(?:写|记)(?:满|完)?[\d一二两三四五六七八九十百千万]+(?:页|篇|章|封)|"
    r"^(?:finally |re-?|finish |get through )*(?:read(?:ing)?(?! (?:music|minds|palms|lips|tarot|maps))|watch(?!.{0,20}\b(?:weight|diet)\b)|visit|listen to|save (?:up )?(?=[\d$£€¥]|\w+ hundred)|write (?:\d[\d,]*|\w+) (?:pages|letters|postcards|chapters|poems|cards))\b",
    re.IGNORECASE,
)
"""Beginning of a goal that is reached by counting: one reads, watches, visits, writes or saves a number of parts."""

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
    if _COUNT.search(query.goal):
        return "count"
    amount = query.amount
    is_counted = amount is not None and amount.kind in ("pieces", "words") and amount.number >= 10
    for shape, pattern in _SHAPES:
        if pattern.search(query.goal):
            return "count" if shape == "make" and is_counted else shape
    for shape, pattern in _SHAPES:
        if pattern.search(query.text):
            return "count" if shape == "make" and is_counted else shape
    return "count" if is_counted else "make"


def is_counted(query: UserQuery) -> bool:
    """Return whether a goal of a field that the rules do not know is reached by counting its parts."""
    return query.match is None and find_shape(query) == "count"


def is_number_known(query: UserQuery) -> bool:
    """Return whether a goal names the number of its parts."""
    return query.amount is not None and query.amount.kind in ("pieces", "words", "money", "length")
