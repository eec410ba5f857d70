"""Problems in English demands that ask by being told, and what must be done to a thing (TW-501, simulated)."""

import re

from coordinator.simulated.english_draft import MASK, Draft, add_need, find_sentences
from coordinator.simulated.english_fragments import opens_with_work
from coordinator.simulated.english_phrases import read_items
from coordinator.simulated.english_requests import (
    BARE_PROBLEM_PATTERN,
    PROBLEM_PATTERN,
)
from coordinator.simulated.english_words import OCCASION, is_service, work_base

_ONE_THING = re.compile(
    r"\b(?:fix|mend|repair|sort|look at|see to|check|deal with|take care of) (?:it|this|that)\b", re.IGNORECASE
)
_MORE_WORK = re.compile(r"\b(?:also|too|as well|plus|and then|another|besides)\b", re.IGNORECASE)
_PASSIVE = re.compile(
    r"\b(?:must|needs? to|have to|has to|should|ought to) (?:all |both |also "
    rf"|then )*be (?P<work>(?P<verb>[a-z]+)\b[^,;:.!?\n{MASK}]*)",
    re.IGNORECASE,
)
_OWN_PASSIVE = re.compile(
    rf"\b(?:my|our|the|his|her|their) [a-z' -]{{2,30}}?(?:{MASK}+ )?(?:has|have|needs?) to be "
    rf"(?P<work>(?P<verb>[a-z]+)\b[^,;:.!?\n{MASK}]*?)(?=\s*(?:[,;:.!?\n{MASK}]|$)| and (?:i|we)\b| (?:before"
    rf"|by|so|because)\b)",
    re.IGNORECASE,
)
_PARTICIPLES = frozenset(
    [
        "built",
        "made",
        "cut",
        "sewn",
        "drawn",
        "written",
        "rewritten",
        "redone",
        "sung",
        "mown",
        "hung",
        "taught",
        "ground",
        "bound",
        "woven",
        "cast",
    ]
)
_NOT_WORK = re.compile(
    r"(?:trained|vetted|tested|checked|cooked|insured|covered|settled|surveyed|able|done|finished|cared|moved)\b",
    re.IGNORECASE,
)


def read_problems(draft: Draft) -> None:
    """Read statements of a problem: a need if nothing is asked for, else a circumstance."""
    orders = (draft.rest[start:end] for start, end in find_sentences(draft))
    asked = bool(draft.needs) or any(
        re.match(r"\w", words) and opens_with_work(words) for words in map(str.strip, orders)
    )
    for start, end in list(find_sentences(draft)):
        ordered = opens_with_work(draft.rest[start:end])
        bare = None if ordered else BARE_PROBLEM_PATTERN.search(draft.rest, start, end)
        for match in (*PROBLEM_PATTERN.finditer(draft.rest, start, end), *([bare] if bare else [])):
            if (
                re.search(OCCASION + r"\s*$", match["thing"].strip(), re.IGNORECASE)
                and "need" not in match["predicate"].lower()
            ):
                continue
            needs_work = re.match(r"needs?\b", match["predicate"], re.IGNORECASE)
            told = any(need.span and is_service(need.need) for need in draft.needs) and not _MORE_WORK.search(
                draft.rest[start:end]
            )
            if asked and (told or not needs_work):
                draft.prefer(match.span())
            else:
                _read_problem(draft, match)


def read_passives(draft: Draft) -> None:
    """Read what must be done to a thing as needs, if nothing else is asked for: "they must be | typed up"."""
    for match in () if draft.needs else _PASSIVE.finditer(draft.rest):
        verb = match["verb"].lower()
        if _NOT_WORK.match(verb) or not (verb in _PARTICIPLES or (verb.endswith("ed") and work_base(verb))):
            continue
        start, end = match.span("work")
        joint = re.search(r"\s+and\s+(?=(?:then |the |a |an |my |our |\w+ed\b))", match["work"])
        add_need(draft, (start, start + joint.start() if joint else end))
        if joint:
            add_need(draft, (start + joint.end(), end))
    for match in _OWN_PASSIVE.finditer(draft.rest):
        verb = match["verb"].lower()
        if not _NOT_WORK.match(verb) and (verb in _PARTICIPLES or (verb.endswith("ed") and work_base(verb))):
            add_need(draft, match.span("work"))


def _read_problem(draft: Draft, match: re.Match[str]) -> None:
    """Note a problem as a need, without its possessive; a second one after "and" is a need of its own."""
    first, last = match.start("thing"), match.end()
    draft.problems.append((first, last))
    joint = re.search(r"\s+and\s+(?=(?:the|my|our|a|an|two|three|some)\s)", draft.rest[first:last])
    if joint is None or _ONE_THING.search(draft.text):
        add_need(draft, (first, last))
        return
    second = first + joint.end()
    add_need(draft, (first, first + joint.start()))
    if again := PROBLEM_PATTERN.match(draft.rest, second, last):
        _read_problem(draft, again)
    else:
        read_items(draft, second, last)
