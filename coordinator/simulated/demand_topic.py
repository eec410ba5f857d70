"""Topic of a demand: the occasion that it is about (TW-501, simulated)."""

import re
from collections.abc import Sequence

from coordinator.simulated.activity import detect_activity, load_activities
from negotiation.understanding.chinese_characters import simplify
from negotiation.understanding.mention import Mention
from shared.core.language import Language

_OCCASION = (
    r"(?:weddings?|birthdays?|party(?! wall)|parties|funeral|wake|memorial|christening|baptism|bar mitzvah|bat mitzvah"
    r"|communion|anniversary|engagement|hen do|stag do|hen night|baby shower"
    r"|graduation|reunion|retirement|housewarming|conference|festival|fete|fête|fair|gala|ceremony|reception"
    r"|celebration|picnic|barbecue|bbq|banquet|exhibition|meetup|retreat|hackathon"
    r"|open day|fundraiser|prom|(?:charity|masked|masquerade|summer|winter|spring|christmas|school|hunt"
    r"|rotary|viennese) ball|dinner party|dinner|gathering|bash|knees-up|supper|offsite|away day"
    r"|get-together|launch|street party|move|christmas market|market stall|school play"
    r"|summit|seminar|symposium|tournament|charity run|fun run|marathon|screening|premiere|vernissage|concert|event)"
)
"""Pattern of an occasion."""
_TURNS_PATTERN = re.compile(
    r"\b(?P<who>[A-Za-z]+) (?:turns|is turning|will be turning|is going to be|will be) (?P<age>\d{1,3})\b",
    re.IGNORECASE,
)
_CHINESE_OCCASION = (
    r"生日|大寿|寿宴|婚礼|婚宴|订婚宴?|满月酒?|百日宴?|周岁宴?|追悼会|追思会|葬礼|丧事|告别仪式|乔迁|开业|年会|庆典|晚会|派对|聚会|聚餐|沙龙"
    r"|大会|会议|论坛|峰会|讲座|展览|市集|集市|运动会|音乐会|演唱会|读书会|发布会|分享会|见面会|毕业典礼|典礼|露营|团建|夏令营|冬令营|比赛"
)
_CHINESE_LEAD = re.compile(
    r".*(?:想要?|打算|参加|准备|计划|希望|(?<![主重需])要|(?:举[办行]|组织|筹[办备]|操办|策划|[办搞弄开摆订辦过])(?:一?[个场次桌台顿轮届個場])?)"
)
_WHOLE_OCCASION = {
    "en": re.compile(rf"(?:[\w'’-]+ ){{0,2}}{_OCCASION}", re.IGNORECASE),
    "zh": re.compile(rf".{{0,4}}(?:{_CHINESE_OCCASION})"),
}
_LAST_OCCASION = {
    "en": re.compile(rf"\b{_OCCASION}$", re.IGNORECASE),
    "zh": re.compile(rf"(?:{_CHINESE_OCCASION})$"),
}
_THING = re.compile(
    r"(?:dinner|supper|banquet|picnic|barbecue|bbq|move|concert|launch|seminar|screening|exhibition|event)$"
    r"|(?:聚餐|讲座|夏令营|冬令营|露营|比赛|集市|市集|展览)$",
    re.IGNORECASE,
)
"""Occasions that people also ask for, or have done for them."""

_SEPARATORS = "，,。；;！!？?\n 、：:"
_MAX_LEAD = 30
"""Characters before an occasion in which the words stand that describe it."""

_MAX_CHINESE = 14
"""Length of the longest Chinese topic."""


def find_topic(text: str, language: Language, mentions: Sequence[Mention]) -> str:
    """Return the occasion that a demand names, with the words before it that describe it; empty without one.

    Args:
        text: Text of the demand.
        language: Its language.
        mentions: Limits that it states, which are no part of the topic.
    """
    if language == "zh":
        return _find_chinese_topic(text, mentions)
    return _find_birthday(text) or _find_english_topic(text.replace("’", "'")) or _find_activity(text)


def find_occasion(topic: str, language: Language) -> str:
    """Return the words at the end of a topic that name the occasion itself, without what describes it; empty if none do."""
    match = _LAST_OCCASION[language].search(topic)
    return match[0] if match else ""


def is_occasion(words: str, language: Language) -> bool:
    """Return whether some words name an occasion and nothing else that could be asked for."""
    return bool(_WHOLE_OCCASION[language].fullmatch(words)) and not _THING.search(words)


def _find_chinese_topic(text: str, mentions: Sequence[Mention]) -> str:
    plain = simplify(text)
    for mention in mentions:
        start, end = mention.span
        plain = plain[:start] + "，" * (end - start) + plain[end:]
    words = (word for activity in load_activities() for word in activity.words if not word.isascii())
    names = "|".join(sorted({*map(re.escape, words), *_CHINESE_OCCASION.split("|")}, key=len, reverse=True))
    for match in re.finditer(rf"(?:{names})+", plain, re.IGNORECASE):
        before = max(plain.rfind(separator, 0, match.start()) for separator in _SEPARATORS)
        start = max(before + 1, match.start() - _MAX_LEAD)
        lead = _CHINESE_LEAD.match(plain, start, match.end())
        start = lead.end() if lead and lead.end() < match.end() else start
        start = start + 1 if plain[start] == "人" and plain[:start].endswith("，") else start
        if match.end() - start <= _MAX_CHINESE:
            return text[start : match.end()].removeprefix("的")
    return ""


def _find_activity(text: str) -> str:
    """Return the English name of an activity that a text names and that may need several skills; empty without one.

    Those that need none or one are told by verbs: `learn`, `broken`, `fix`.
    """
    activity = detect_activity(text)
    names = [word for word in activity.words if word.isascii()] if activity and activity.maybe else []
    found = (re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) for name in names)
    return next((match[0] for match in found if match), "")


def _find_birthday(text: str) -> str:
    """Return the birthday that a text tells without the word, as "Mum's 60th birthday"; empty without one."""
    match = _TURNS_PATTERN.search(text)
    return f"{match['who'].capitalize()}'s {_ordinal(int(match['age']))} birthday" if match else ""


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _find_english_topic(words: str) -> str:
    """Return the occasion that a text names, with up to three words before it; empty without one."""
    match = re.search(
        r"\b(?:(?!(?:for|at|my|our|the|a|an|of|to|on|in|is|are|and|can|could|will|would|anyone|anybody|someone"
        r"|somebody|help|helping|me|us|to|his|her|their|your|it's|we're|with|need|needs|hold|organi[sz]e"
        r"|organi[sz]ing|planning|plan|host|this|that|having|have|throwing|throw|during|after|before|i'm|am|we|i"
        rf"|you|do)\b)(?!\d+ )[\w'-]+ ){{0,3}}{_OCCASION}\b",
        words,
        re.IGNORECASE,
    )
    return match[0].strip() if match and match[0].lower() not in ("do", "move", "ball", "event") else ""
