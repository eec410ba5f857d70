"""Statements of a query about the user: level, what is there already, what is not wanted, what makes it hard."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from deliberation.simulated.query.clauses import Clause, cut_spans, cut_words
from deliberation.simulated.query.frequencies import find_frequencies

Level = Literal["beginner", "some", "advanced"]
MOST = 3
"""Most statements of one kind."""

_BEGINNER = re.compile(
    r"零基础|完全没(?:学|碰|接触|练|弹|打|跑|写|做)过|没有?基础|没学过|没碰过|从没|从来没|新手|小白|初学|第一次|从零开始|一点.{0,3}不(?:会|懂)|什么都不会|别的都不会|啥[都也]不会|一窍不通|一无所知|门外汉|没摸过|没有?经验|一个字都不|摸不着门|纯外行|"
    r"\b(?:complete|total|absolute)(?:ly)? (?:beginner|novice|new)|\bbeginner\b|from scratch|no experience|zero (?:experience|clue|idea|knowledge)|"
    r"never (?:kept|done|played|tried|learn\w*|been|had|used|run|sewn|cooked|baked|written|lifted|carried|organi[sz]ed)|know nothing|(?:i|we)(?:'ve| have)? never (?:ever |really )?\w+(?:ed|en|de|ne|wn|ght|t)\b|clueless|total rookie|no idea|no clue|\bnewbie\b|\bnoob\b|first[- ]time|(?:none|neither) of us has",
    re.IGNORECASE,
)
_SOME = re.compile(
    r"学过|练过|写过|做过|会一点|有一点基础|有点基础|有些基础|有基础|入门|刚过|的水平|半吊子|以前(?:学|练|弹|跑|打|游)|只会|"
    r"\b(?:had lessons|used to|a bit of|some experience|intermediate|a few (?:years|months|lessons)|rusty|years ago|i can (?:already )?(?:do|play|run|swim|read|speak|handle)|current(?:ly)? (?:best|at|level|score)|i'm at|i am at|did \w+ (?:open|races?|courses?|lessons)|personal best|pb\b|(?:i|we)(?:'ve| have) (?:\w+ed|done|made|run|sung|built|written|grown) [^,.;]{2,40}\bbefore\b|i know \w+ (?:well|a bit)|(?:been|have been) (?:learning|playing|running|doing))",
    re.IGNORECASE,
)
_ADVANCED = re.compile(
    r"熟练|高级水平|专业级|十年经验|很有经验|多年经验|老手|\b(?:advanced|very experienced|expert|professional level|for (?:over )?(?:ten|\d{2}) years|semi-pro)\b",
    re.IGNORECASE,
)
_HAVE = re.compile(
    r"(?:^|[我家里手头])(?:已经|都|只)?(?:有(?!没有|点|人|时|空|什么|多|些|哪|个问题)|买了|办了|报了|报好|借到|跑完|写完|做完|拿到|签了|定了|备好|准备好|装好|收了|租了|领了).+|.*(?:已经|都已|已)(?:有|买|办|报|借|跑完|写完|做完|拿到|签|定|过了|考过|付).+|(?:数据|材料|场地|工具|房子|教材|设备|日期|机票).{0,4}(?:有了|好了|定了|跑完了)|家用.+(?:有|一台)|.*(?:有一[台把辆套个架块]).*|.{1,12}都(?:有了?|齐了?|备齐了?)$|手[里头](?:攒|存|有)了?.+",
)
_HAVE_EN = re.compile(
    r"\b(?:i|we)(?:'ve| have)? (?:already |just )?(?:have|got|own|bought|inherited|signed|booked|paid|found|finished|done|passed|rented|borrowed|collected|joined|took over)\b (?!to\b|been|about|around|never|no\b|only|roughly|under|lessons|\d+ (?:hours|minutes|min|hrs)|an hour|half an hour).+|"
    r"^(?:got|own|have|already have|just inherited|inherited|bought)\b (?!to\b|no\b).+|\bwith (?:a|my|our) (?:decent|good|old|new) .+",
    re.IGNORECASE,
)
_NOT_WANTED = re.compile(
    r"(?:不想|不要|别让我|不愿意?|讨厌|受不了|不打算|不考虑|拒绝|不喜欢)(?!再)(?P<what>.{2,40})|"
    r"\b(?:don't|do not|dont|doesn't) (?:want|like|need)(?: to)? (?P<what_en>.{3,50})(?!\w)|\b(?:not interested in|would rather not|rather not|hate|can't stand|no interest in|without any|no more) (?P<what_en2>.{3,40})(?!\w)",
    re.IGNORECASE,
)
_HARD = re.compile(
    r"怕(?!不够)|特别差|很差|太差|较差|差劲|最差|薄弱|(?<!眼看|不会)不太?好(?!吃|看|意思)|酸痛|疼|腰伤|膝盖.{0,3}(?:伤|痛|疼|不好)|旧伤|容易(?!上手|做)|老是|总是(?!觉得好)|"
    r"记性|一直.{0,6}(?:不|没)|坚持不|失败|反弹|结巴|紧张|焦虑|担心|过敏|近视|带孩子|带娃|加班|出差|经常.{0,4}(?:忘|断|累)|手残|零散|碎片|没耐心|拖延|不敢|"
    r"死[了光掉]|(?:过|了)[两几三四].{0,1}[回次]|断了|意见不|预算有限|没钱|太乱|太贵|太忙|太累|不爱动|远程|异地|头大|头疼|发抖|手抖|粗心|马虎|丢三落四|三分钟热度|抵触|反对|不配合|不支持|轮椅|腿脚|晕车|素食|忌口|孕妇|行动不便|忍不住|一[^，。,]{1,5}就(?!行|好|可以|能|够)|睡不着|空白|骂|不愿意|人手(?:只有|不够|少)|"
    r"\b(?:sore|hurts?|pain(?:ful)?|afraid|scared|terrified|nervous|anxious|worr(?:y|ied)|badly|struggl\w+|fail(?:ed|s|ing)?|gasping|gives? up|gave up|"
    r"keep (?:forgetting|failing|dying|getting)|allerg\w+|injur\w+|(?:bad|dodgy|dicky|gammy|weak) (?:knees?|back|memory|shoulder|ankle|hip|heart|at)|rash|exhausted|skint|scatterbrained|crying|noise|neighbou?rs?|no garden|(?:work\w* )?shifts|shift work|night shifts|"
    r"two left feet|tone[- ]deaf|dyslexi\w+|adhd|procrastinat\w+|too (?:tired|shy|slow|much)|overwhelm\w+|slopes?|barks?|pulls|won't \w+|"
    r"freez\w*|panic\w*|go(?:es)? blank|forget\w*|get stuck|shaky|stiff|doesn't (?:listen|work)|can't (?!wait|parallel)\w+|only ever|never liked|wheelchair|vegetarian|vegan|elderly|resist\w*|reluctant|picky|travel[- ]sick|deaf|blind)\b",
    re.IGNORECASE,
)
_ASK = re.compile(r"怎么|如何|求|帮我|计划|方案|\?|？|\b(?:how do|help me|plan|please)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Statements:
    """Statements of a query about the user, each in its own words.

    Attributes:
        level: Level at the start; None if it is not said.
        level_words: Clause that says so, or "".
        possessions: What is there already.
        not_wanted: What the user does not want.
        obstacles: What makes it hard.
    """

    level: Level | None
    level_words: str
    possessions: tuple[str, ...]
    not_wanted: tuple[str, ...]
    obstacles: tuple[str, ...]


def read_statements(clauses: Sequence[Clause], goal: str, spans: tuple[tuple[int, int], ...]) -> Statements:
    """Return what the clauses say; the goal and the words in `spans` say nothing of the user."""
    level, level_words = _level(clauses)
    others = [(clause, cut_spans(clause.start, clause.text, spans).strip()) for clause in clauses]
    others = [(clause, words) for clause, words in others if words and not _is_goal(words, goal)]
    not_wanted = tuple(_not_wanted(clauses))
    obstacles = [words for _, words in others if _HARD.search(words) and not _ASK.search(words) and len(words) < 90]
    possessions = [
        words
        for _, words in others
        if (_HAVE.search(words) or _HAVE_EN.search(words)) and words not in obstacles and not _is_time(words)
    ]
    return Statements(
        level, level_words, _unique(possessions), _unique(not_wanted), _unique(_shorten(words) for words in obstacles)
    )


def _level(clauses: Sequence[Clause]) -> tuple[Level | None, str]:
    patterns: tuple[tuple[Level, re.Pattern[str]], ...] = (
        # Somebody who says both has done a little, or something else: the lower level is the safer one.
        ("beginner", _BEGINNER),
        ("advanced", _ADVANCED),
        ("some", _SOME),
    )
    for level, pattern in patterns:
        for clause in clauses:
            if pattern.search(clause.text):
                return level, clause.text
    return None, ""


def _is_goal(words: str, goal: str) -> bool:
    return bool(goal) and (words in goal or goal in words)


def _is_time(words: str) -> bool:
    """Return whether a clause says when the user has time, which is no possession."""
    return bool(find_frequencies(words)) or re.search("有空|有时间", words) is not None


def _not_wanted(clauses: Sequence[Clause]) -> Iterator[str]:
    for clause in clauses:
        if match := _NOT_WANTED.search(clause.text):
            words = next(word for word in match.groups() if word)
            yield re.split(r"\b(?:and|but|so|because)\b", words)[0].strip(" 了的。.")


def _shorten(words: str) -> str:
    """Return an obstacle without the words that lead to it."""
    words = re.sub(r"^(?:但是?|可是?|不过|就是|而且|然后|另外|并且|我|我的|现在|平时属于|最近)+(?=.{2})", "", words)
    words = re.sub(r"^(?:and|but|so|also|though|because|however)\s+", "", words, flags=re.IGNORECASE)
    return words if len(words) <= 48 else cut_words(words, 48) + "…"


def _unique(words: Iterator[str] | Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))[:MOST]
