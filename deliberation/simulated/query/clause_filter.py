"""Clauses of a query that no reader used, so that the agents can say that they did not take them into account."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from deliberation.simulated.knowledge.domain_match import find_word
from deliberation.simulated.knowledge.domain_table import Domain
from deliberation.simulated.query.budget import cut_budget, find_budget
from deliberation.simulated.query.clauses import Clause, cut_spans, cut_words, has_chinese
from deliberation.simulated.query.durations import find_working_times
from deliberation.simulated.query.frequencies import find_frequencies
from deliberation.simulated.query.insistence import only_insists
from deliberation.simulated.query.statements import Statements

MAX_CLAUSE = 60
"""Most characters of a clause that is returned."""

_COVERED_SHARE = 0.6
"""Share of the words of a clause that a goal or statement repeats, from which it covers the clause."""

_REQUEST = re.compile(
    r"怎么办|求.{0,6}(?:安排|计划|方案|建议|指导|支招)|(?:帮|给)我?.{0,8}(?:计划|方案|安排|规划|建议)|怎么(?:练|学|开始|安排|准备|弄|做|搞|走)|从哪|谢谢|救命|在线等|"
    r"\b(?:plan|help|please|pls|thanks?|thank you|advice|any ideas|any tips|where do (?:i|we) start|what (?:do|should) (?:i|we)|how (?:do|should) (?:i|we)|hi|hello|hey|cheers|lol)\b",
    re.IGNORECASE,
)
_JOINT = re.compile(
    r"\s(?:and|but|so|because|while)\s(?=(?:i|we|my|our|he|she|they|it|his|her|their|there)\b)", re.IGNORECASE
)
_OCCASION = re.compile(
    r"生日|大?寿|婚礼|结婚|满月|周岁|毕业|退休|搬家|开业|比赛|考试|演出|聚会|年会|面试|答辩|纪念日|"
    r"\b(?:birthday|wedding|marri\w+|anniversary|graduat\w+|retire\w*|party|exam|test|race|concert|interview|ceremony|christening|moves?|opens?|turns? \w+)\b",
    re.IGNORECASE,
)
"""What happens on a date."""

_SMALL_EN = frozenset(
    re.findall(
        "[a-z']+",
        "a an the my our your i we it is are be to of in on at for and or but so with this that have has am not",
    )
)


@dataclass(frozen=True)
class QueryParts:
    """Parts that the readers took from a query: goal, spans of its deadline, statements and field."""

    goal: str
    spans: tuple[tuple[int, int], ...]
    statements: Statements
    domain: Domain | None

    def texts(self) -> tuple[str, ...]:
        """Return the goal and the statements."""
        said = self.statements
        return (self.goal, said.level_words, *said.possessions, *said.not_wanted, *said.obstacles)


def find_unused(clauses: Sequence[Clause], covered: QueryParts) -> tuple[str, ...]:
    """Return the clauses that nothing covers, each once and at most MAX_CLAUSE characters long."""
    parts = [part for clause in clauses for part in _undated(clause, covered.spans)]
    dated = {clause.start for clause in clauses if not _undated(clause, covered.spans)}
    near = {each.start for before, each in pairwise(clauses) if {before.start, each.start} & dated}
    near |= {before.start for before, each in pairwise(clauses) if each.start in dated}
    found = [
        cut_words(part.text.strip(" ()（）\"'"), MAX_CLAUSE)
        for part in parts
        if not (part.start in near and _is_occasion(part.text)) and not _is_covered(part, covered)
    ]
    return tuple(dict.fromkeys(found))


def _undated(clause: Clause, spans: tuple[tuple[int, int], ...]) -> list[Clause]:
    """Return the parts of a clause that a reader of dates does not use: all of it, or what is joined to a date.

    What stands in one statement with the date says what happens then.
    """
    if not any(first < clause.end and last > clause.start for first, last in spans):
        return [clause]
    starts = [0, *(match.end() for match in _JOINT.finditer(clause.text))]
    ends = [*(match.start() for match in _JOINT.finditer(clause.text)), len(clause.text)]
    parts = [
        Clause(clause.start + start, clause.start + end, clause.text[start:end].strip(), clause.sentence)
        for start, end in zip(starts, ends, strict=True)
    ]
    return [part for part in parts if part.text and not any(a < part.end and b > part.start for a, b in spans)]


def _is_occasion(text: str) -> bool:
    """Return whether a clause beside a date names no more than what happens on it."""
    return _OCCASION.search(text) is not None and len(_words(text)) <= 2 * _few(text)


def _is_covered(clause: Clause, covered: QueryParts) -> bool:
    rest = clause.text
    if not _words(rest) or find_working_times(rest) or only_insists(rest):
        return True
    if find_budget(rest) and len(_words(cut_budget(rest))) <= _few(rest):
        return True
    spans = tuple((each.start, each.end) for each in find_frequencies(rest))
    if spans and len(_words(cut_spans(0, rest, spans))) <= _few(rest):
        return True
    if _REQUEST.search(rest) and len(_words(rest)) <= 9:
        return True
    if covered.domain and any(find_word(word, rest) for word in covered.domain.words):
        return True
    return any(_repeats(rest, text) for text in covered.texts() if text)


def _repeats(words: str, text: str) -> bool:
    if words in text or text in words:
        return True
    own, other = _words(words), _words(text)
    return len(own & other) >= _COVERED_SHARE * len(own)


def _few(text: str) -> int:
    """Return up to how many words a clause says no more than when."""
    return 4 if has_chinese(text) else 2


def _words(text: str) -> frozenset[str]:
    """Return the words of a text that say something; for Chinese its characters."""
    if has_chinese(text):
        return frozenset(re.findall(r"[一-鿿]|[A-Za-z0-9.]+", text)) - frozenset("的了我在有是也就都还")
    return frozenset(re.findall(r"[a-z0-9']+", text.lower())) - _SMALL_EN
