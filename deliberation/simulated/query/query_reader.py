"""Reader of queries: all that the rules use of the user's message, in the user's own words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from deliberation.simulated.knowledge.domain_match import DomainMatch, find_word, match_domain
from deliberation.simulated.query.amount import Amount, find_amount
from deliberation.simulated.query.available_time import AvailableTime, read_available_time
from deliberation.simulated.query.chinese_goal import clean as clean_chinese
from deliberation.simulated.query.chinese_goal import cut_story as cut_chinese_story
from deliberation.simulated.query.chinese_goal import find_chinese_goal
from deliberation.simulated.query.chinese_goal import is_content as is_content_zh
from deliberation.simulated.query.clause_filter import QueryParts, find_unused
from deliberation.simulated.query.clauses import Clause, cut_spans, cut_words, has_chinese, split_clauses
from deliberation.simulated.query.deadline import Deadline, read_deadline
from deliberation.simulated.query.english_goal import clean as clean_english
from deliberation.simulated.query.english_goal import cut_story as cut_english_story
from deliberation.simulated.query.english_goal import find_english_goal
from deliberation.simulated.query.english_goal import is_content as is_content_en
from deliberation.simulated.query.money import cut_payment
from deliberation.simulated.query.statements import Statements, read_statements
from shared.core.language import Language

MOST_READ = 1500
"""Characters of a query that the rules read."""

BARE_GOAL = 5
"""Chinese characters up to which a goal without a word of its field is named with it."""

MAX_GOAL = 120
"""Most characters of a goal."""

_NO_WORDS = re.compile(r"^[\W\d_]*$")
_COPULA = re.compile(
    r"\s+(?:is|are|was|will be|comes|falls|starts|takes place)(?: due| on| scheduled)?\s*$", re.IGNORECASE
)
_STORY = re.compile(
    r"(?:so |and |but |well |ok )*(?:i|we|my \w+|our \w+|he|she|they|it)(?:'m|'re|'ve|'s| am| are| have| has| is| was| were| keep| keeps| just| got| had)\b",
    re.IGNORECASE,
)
_THIN = re.compile(r"(?:i |we )?(?:need|have|must|has) (?:to )?be (?:out|in|there|ready|done|gone|away)", re.IGNORECASE)
_PLAN = re.compile(r"(?:计划|方案|攻略|时间表|安排)|\b(?:plan|schedule|roadmap|programme)\b", re.IGNORECASE)
"""Words of a clause that asks for a plan, which often names the field."""

_NOISE = re.compile(r"^(?:no\b.*|not\b.*|hi|hello|hey|help|你好|您好|救命|大家好|请问)\W*$", re.IGNORECASE)


@dataclass(frozen=True)
class UserQuery:
    """Content of a query; what it does not say is None or empty.

    Attributes:
        text: The message.
        language: Its language.
        today: Day from which relative dates count.
        goal: What is to be reached.
        topic: What it is about, in few words of the query.
        match: Field that the rules know; None if they know none.
        deadline: Last day.
        time: Time that the user has.
        statements: What the user says about themselves.
        amount: Amount in the goal.
        unused: Clauses of the user, in their own words, that nothing above covers.
    """

    text: str
    language: Language
    today: date
    goal: str
    topic: str
    match: DomainMatch | None
    deadline: Deadline | None
    time: AvailableTime
    statements: Statements
    amount: Amount | None
    unused: tuple[str, ...] = ()


@lru_cache(maxsize=256)
def read_query(text: str, language: Language, today: date) -> UserQuery:
    """Return what a query says, by its first MOST_READ characters; runs of spaces count as one."""
    text = re.sub(r"[^\S\n]+", " ", text.strip())[:MOST_READ]
    clauses = split_clauses(text)
    deadline = read_deadline(text, today)
    spans = deadline.spans if deadline else ()
    is_chinese = language == "zh" and has_chinese(text)
    found = (find_chinese_goal if is_chinese else find_english_goal)(clauses, spans)
    opening = text[: clauses[min(1, len(clauses) - 1)].end] if clauses else text
    match = match_domain(text, _impersonal(found or ""), opening, _goal_clause(clauses, found or ""))
    if deadline and deadline.day and deadline.is_month and match and match.domain.kind == "event":
        # What happens in a month may happen on its first day, unless nobody could mean that.
        first = deadline.day.replace(day=1)
        if (first - today).days >= match.domain.min_days:
            deadline = replace(deadline, day=first)
    cut_story = cut_chinese_story if is_chinese else cut_english_story
    goal = _complete(found or cut_story(_first_words(clauses, spans, match, is_chinese)), match, is_chinese)
    statements = read_statements(clauses, goal, spans)
    time = read_available_time(text, today, deadline.day if deadline else None)
    covered = QueryParts(goal, spans, statements, match.domain if match else None)
    topic = match.words if match else goal
    return UserQuery(
        text, language, today, _cut(goal), _cut(topic), match, deadline, time, statements,
        find_amount(cut_payment(goal)), find_unused(clauses, covered),
    )  # fmt: skip


def _complete(goal: str, match: DomainMatch | None, is_chinese: bool) -> str:
    """Return a goal that is a bare number with the field's name before it ("IELTS 7.5")."""
    if match and _NO_WORDS.match(goal):
        return f"{match.words} {goal}".strip()
    if match and _THIN.fullmatch(goal):
        return match.domain.name["zh" if is_chinese else "en"]
    if match and re.match(r"do \w+$", goal):
        return f"{goal} {match.words}"
    if match and is_chinese and re.fullmatch(r"(?:考到?|提到|提高到|达到|冲到?|拿到?)?\s*[\d.]+\s*[分级段]", goal):
        return f"{match.words}{goal}"
    names = match is not None and any(find_word(word, goal) for word in match.domain.words)
    if match and is_chinese and not names and len(goal) <= BARE_GOAL and not any(sign.isdigit() for sign in goal):
        return f"{match.words}：{goal}"
    return goal


def _impersonal(goal: str) -> str:
    """Return a goal as the words of fields are written, which do not say whose a thing is."""
    return re.sub(r"\byour\b", "the", goal)


def _goal_clause(clauses: Sequence[Clause], goal: str) -> str:
    """Return the clause that a goal repeats most of, with those that ask for a plan; "" without a goal."""
    words = _units(goal)
    if not words or not clauses:
        return ""
    closest = max(clauses, key=lambda each: len(_units(each.text) & words))
    return "\n".join(each.text for each in clauses if each is closest or _PLAN.search(each.text))


def _units(text: str) -> set[str]:
    return set(re.findall(r"[\u4e00-\u9fff]|[A-Za-z0-9]{3,}", text))


def _first_words(
    clauses: Sequence[Clause], spans: tuple[tuple[int, int], ...], match: DomainMatch | None, is_chinese: bool
) -> str:
    """Return the clause that stands for a goal that is not stated: that of the deadline, else the first with content.

    A clause with a word of the field comes before one that tells a story.
    """
    clean, is_content = (clean_chinese, is_content_zh) if is_chinese else (clean_english, is_content_en)
    dated = [clause for clause in clauses if any(clause.start <= start < clause.end for start, _ in spans)]
    stories: list[str] = []
    for clause in [*dated, *clauses]:
        words = clean(_COPULA.sub("", cut_spans(clause.start, clause.text, spans)))
        is_named = match is not None and words != "" and words in match.words
        is_long = len(words) > (2 if is_chinese else 5) and not _NOISE.match(words)
        if is_named or (is_long and is_content(words) and not _STORY.match(words)):
            return words
        if is_long:
            stories.append(words)
    return stories[0] if stories else (clauses[0].text if clauses else "")


def _cut(words: str) -> str:
    return words if len(words) <= MAX_GOAL else cut_words(words, MAX_GOAL - 1) + "…"
