"""Noun and verb phrases of Chinese demands: count, ability, qualities and enumerations after a cue word."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from coordinator.simulated import chinese_grammar as grammar
from coordinator.simulated import chinese_words as vocabulary
from negotiation.contracts.demand import Span
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.chinese_numbers import parse_range

MAX_COUNT = 1000
"""Maximum count of a need."""

_VERBS = r"(?:想|要|去|来|想要|能|会|约|租|买|订|找|请|做|学|办|拍|搞|定|用|给|帮|的|了|和|到|在|一个|一位|个)+"

PartKind = Literal[
    "need", "bare", "event", "aim", "learned", "trouble", "situation", "loose", "not_wanted", "preference", "claim"
]


@dataclass(frozen=True, slots=True)
class Part:
    """Part of a demand: a span of its text and what it is.

    `bare`: noun phrase without a word that asks for it; `event`: occasion; `aim`: what the requester wants to do;
    `learned`: what the requester has taken to; `situation`: state of affairs; `loose`: clause that no rule knows;
    `claim`: framing, and what the requester has. `generic`: names no ability (师傅). `held`: an aim that the requester holds or opens, so that it is what the
    demand is about.
    """

    kind: PartKind
    span: Span
    count: int = 1
    required: bool = True
    generic: bool = False
    held: bool = False


Parts = tuple[Part, ...] | None
"""Parts of a clause; None if the rule does not apply."""


@dataclass(frozen=True, slots=True)
class ClauseContext:
    """State of the reading before a clause.

    `first`: no clause with words stands before it. `asked`: an earlier clause asks for something. `listed`: the clause
    before it asks, so that an enumeration may go on. `pending`: the clause before it is a cue word without an object.
    `added`: the clause after it asks for more (还需要). `number`: of the clause before it. `giving`: that clause ends
    with 给 or 帮. `subject`: the clause after it asks for what it needs (毕业设计▮需要…).
    `wished`: an earlier clause says what the requester wants to do.
    """

    first: bool = True
    asked: bool = False
    listed: bool = False
    pending: bool = False
    added: bool = False
    number: int = -1
    giving: bool = False
    subject: bool = False
    wished: bool = False


@dataclass(frozen=True, slots=True)
class Fragment:
    """Stretch of a text that knows where it stands."""

    text: str
    start: int

    @property
    def span(self) -> Span:
        """Offsets in the whole text."""
        return self.start, self.start + len(self.text)

    def group(self, match: re.Match[str], name: str) -> "Fragment":
        """Return the part that a group of a match in this fragment took."""
        return Fragment(match[name], self.start + match.start(name))

    def cut(self, start: int, end: int | None = None) -> "Fragment":
        """Return a part by offsets in this fragment, without spaces around it."""
        part = self.text[start:end]
        return Fragment(part.strip(), self.start + start + len(part) - len(part.lstrip()))

    def without_tail(self) -> "Fragment":
        """Return the fragment without particles and pleas at its end."""
        match = vocabulary.TAIL.search(self.text)
        short = self.cut(0, match.start()) if match and match.start() else self
        return short.cut(0, -1) if short.text.endswith("的") and len(short.text) > 1 else short


def find_objects(fragment: Fragment) -> tuple[Part, ...]:
    """Return the needs in what follows a cue word such as 找 or 需要, and the preferences that qualify them."""
    if _names_skill(fragment.without_tail().text) and not vocabulary.ONLY_GENERIC.match(fragment.without_tail().text):
        return (Part("need", fragment.without_tail().span), Part("claim", fragment.span))
    pivot = grammar.PIVOT.match(fragment.text)
    if pivot and not pivot["work"].startswith(("的", "和", "、", "或", "们")) and not _is_help_only(pivot["work"]):
        work = fragment.group(pivot, "work")
        listed = () if re.match(r"[教学]", work.text) else re.finditer("、", work.text)
        cuts = [0, *(match.end() for match in listed), len(work.text) + 1]
        items = [work.cut(start, end - 1).without_tail() for start, end in pairwise(cuts)]
        taught = grammar.TAUGHT.fullmatch(work.text) or re.fullmatch(r".一?下", work.text)
        needs = (_sent(item, _count(pivot["count"]), taught=bool(taught)) for item in items if item.text)
        return (*needs, Part("claim", fragment.span))
    items = tuple(part for item in split_items(fragment) for part in _item_parts(item))
    return (*items, Part("claim", fragment.span)) if items else ()


def _sent(item: Fragment, count: int, *, taught: bool) -> Part:
    """Return the work of somebody asked for, with the number of people beside it (两个人发传单)."""
    again = grammar.PIVOT.match(item.text)
    if again and again["count"]:
        return Part("need", item.group(again, "work").span, _count(again["count"]))
    return Part("need", item.span, count, generic=taught)


def _names_skill(text: str) -> bool:
    """Return whether a whole text is a name of a known skill, such as 急救."""
    term = load_thesaurus("skills").find(text)
    return term is not None and text in term.zh


def split_items(fragment: Fragment) -> Iterator[Fragment]:
    """Yield the items of an enumeration; 会唱歌和跳舞的老师 is one."""
    start = 0
    for match in vocabulary.ENUMERATION.finditer(fragment.text):
        left = fragment.text[start : match.start()].strip()
        opened = (
            re.match(r"(?:要|得)?(?:会|能|懂|擅长|既)", left)
            and "的" not in left
            and "的" in fragment.text[match.end() :]
        )
        learned = (match[0].startswith("或") and re.match(r"(?:想|要)?(?:学|玩|吃|喝|看|听|去)", left)) or (
            match[0] in ("、", "和", "跟", "与")
            and re.search(
                rf"^(?:想|要)?学(?!生|校|员|士|区|费|历)[^的]{{2,}}$|(?:^|[来去能会])教(?!练|师|室|育|学)(?:{vocabulary.BENEFICIARY})?[^的]{{1,6}}$",
                left,
            )
        )
        short = len(left) < 2 or len(fragment.text) - match.end() < 2
        if opened or learned or (match[0] in ("和", "跟", "与", "及", "或") and short):
            continue
        yield fragment.cut(start, match.start())
        start = match.end()
    yield fragment.cut(start)


def _item_parts(item: Fragment) -> Iterator[Part]:
    if _names_skill(item.text) and not vocabulary.ONLY_GENERIC.match(item.text):
        yield Part("need", item.span)
        return
    lead = re.match(
        r"^(?:包括|包含|有人(?:能|来)?(?=.{2})|(?:找|请|雇|招|聘)(?:到|一下)?(?=[\u3400-\u9fff]{2})(?!假|客|教|柬|帖|牌|待|呼|书)|还要|还需要?|再|来|要|缺|一下|到|那种|像样的|其他的?|其它的?"
        r"|(?:大概|最好)?(?=[一二两三\d]))+",
        item.text,
    )
    item = item.cut(lead.end()) if lead else item
    item, count = _strip_count(item.without_tail())
    modifier = vocabulary.MODIFIER.match(item.text)
    if modifier:
        yield Part("preference", item.group(modifier, "modifier").span)
        item = item.group(modifier, "head")
        item, other = _strip_count(item)
        count = max(count, other)
    worker = vocabulary.WORKER.match(item.text)
    item = item.group(worker, worker.lastgroup or "head") if worker else item
    if not re.search(r"[\u3400-\u9fffA-Za-z]", item.text) or re.fullmatch(
        rf"{_VERBS}|{vocabulary.NUMERAL}?{vocabulary.MEASURE}", item.text
    ):
        return
    if re.fullmatch(
        rf"{vocabulary.ADJECTIVE}|.{{1,6}}(?:一点儿?|一些|点儿)|.{{2,3}}(?<![景网地特要重茶糕早站热卖甜观痛])点",
        item.text,
    ) or re.fullmatch(rf"有(?:点|些)?{vocabulary.QUALITY}", item.text):
        yield Part("preference", item.span)
        return
    if re.fullmatch(r"啥|什么|谁|哪个|哪些|多少|怎么", item.text):
        return
    yield Part("need", item.span, count, generic=is_generic(item.text))


def is_generic(words: str) -> bool:
    """Return whether words name no ability: 师傅, 能修."""
    return bool(
        vocabulary.ONLY_GENERIC.match(words)
        or re.fullmatch(rf"(?![会懂能]).{{0,10}}的(?:人|老师|师傅)?{grammar.TAUGHT.pattern}", words)
        or re.fullmatch(rf".{{0,6}}的{vocabulary.NUMERAL}个?人", words)
        or re.fullmatch(r"(?:会|能|懂)(?:来|帮忙?)?[修补弄做看改调治换装接]的?", words)
        or re.fullmatch(
            r"(?:能|可以|会|来|帮忙|肯|愿意|给|就|立刻|赶紧|当天|马上|尽快|今天)*(?:修好|弄好|搞好|修|做|弄|处理|解决|办|帮|看|搞|接|找|教|上门|看看|瞧瞧|修修|一下|下|哈子|哈儿|一哈|一趟)+",
            words,
        )
    )


def _strip_count(item: Fragment) -> tuple[Fragment, int]:
    """Return an item without the number and measure word before or after it, and the number, 1 without one."""
    match = vocabulary.COUNT.match(item.text) or vocabulary.BARE_MEASURE.match(item.text)
    if match:
        number = match.groupdict().get("number")
        return item.cut(match.end()), _count(number)
    match = vocabulary.TRAILING_COUNT.search(item.text)
    if match and match.start() > 1:
        return item.cut(0, match.start()), _count(match["number"])
    return item, 1


def _count(text: str | None) -> int:
    ends = parse_range(text) if text else None
    return min(MAX_COUNT, int(ends[0])) if ends and ends[0] >= 1 else 1


def with_count(part: Part, number: str | None) -> Part:
    """Return a need with a count of its own if none stands beside it."""
    return replace(part, count=_count(number)) if part.kind == "need" and number and part.count == 1 else part


def _is_help_only(words: str) -> bool:
    return bool(
        re.fullmatch(
            r"(?:指点|帮忙|帮帮|看看|弄弄|推荐|介绍|来|帮|处理|解决|搞定|修|弄|一下|指教|谢谢|吧|吗|了)+",
            words,
        )
    )


def as_optional(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return parts whose needs are not required."""
    return tuple(replace(part, required=False) if part.kind == "need" else part for part in parts)
