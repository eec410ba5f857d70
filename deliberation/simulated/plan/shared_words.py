"""Words that a task and a clause of the user have in common."""

import re

from deliberation.simulated.query.clauses import has_chinese


def shares_word(title: str, words: str) -> bool:
    """Return whether a title has a word of content in common with a clause of the user."""
    if has_chinese(words):
        pairs = [words[start : start + 2] for start in range(len(words) - 1)]
        return any(
            pair in title
            for pair in pairs
            if pair not in _COMMON and not re.search(r"[\W\d的了是很太不都没一有在就也]", pair)
        )
    return any(
        word.lower() in title.lower() for word in re.findall(r"[A-Za-z]{5,}", words) if word.lower() not in _COMMON_EN
    )


_COMMON_EN = frozenset(
    [
        "every",
        "always",
        "really",
        "about",
        "after",
        "before",
        "there",
        "their",
        "which",
        "would",
        "could",
        "still",
        "first",
        "three",
        "times",
        "hours",
        "weeks",
        "people",
        "things",
        "month",
        "months",
        "hour",
        "minutes",
        "today",
        "weekend",
        "morning",
        "evening",
        "without",
        "because",
        "other",
        "where",
        "while",
        "again",
        "maybe",
        "until",
        "never",
        "years",
        "going",
        "since",
        "small",
        "large",
        "right",
    ]
)
"""English words that say nothing of what a clause is about."""

_SUBJECTS = tuple(
    re.compile(words, re.IGNORECASE)
    for words in (
        r"场地|地点|酒店|\b(?:venue|place|hall)\b",
        r"人数|[\d几十百]+\s*(?:个|多)?人|宾客|\b(?:\d+ (?:people|guests)|number|guests?)\b",
        r"忌口|素食|过敏|清真|\b(?:vegans?|vegetarians?|gluten|allerg\w+|halal|food|menu)\b",
        r"助手|分工|帮手|\b(?:helpers?|assistant)\b",
        r"抽奖|节目|流程|\b(?:programme|raffle|timetable)\b",
    )
)
"""Words of both languages that speak of one subject of what is arranged."""


def shares_subject(title: str, words: str) -> bool:
    """Return whether a title and a clause of the user speak of one subject in different words."""
    return any(subject.search(title) and subject.search(words) for subject in _SUBJECTS)


_COMMON = (
    "每天",
    "每周",
    "每次",
    "时间",
    "工作",
    "晚上",
    "早上",
    "自己",
    "老是",
    "总是",
    "特别",
    "容易",
    "只能",
    "之前",
    "以前",
    "现在",
    "开始",
    "练习",
    "两个",
    "三个",
    "时候",
)
