"""Segmentation of tagged needs: where one span holds two needs, or two spans one, by names of skills and list items."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from coordinator.simulated.demand_tagger import TaggedSpan
from negotiation.search.synonyms import load_thesaurus

MAX_SPLIT_WORDS = 3
"""Words up to which what follows a skill and "and a" is a need of its own."""

_JOINT = re.compile(r"(?:,| and| or| plus)+ (?:an?|some|the) ", re.IGNORECASE)

_PERSON_JOINT = re.compile(
    r"(?<=\w),? (?:and|plus|as well as) (?:someone|somebody|anyone|anybody|a person|people)\b(?: (?:for|to|who can|who|that))? ",
    re.IGNORECASE,
)
"""Words between two needs of which the second begins with who should meet it."""

_LIST_JOINT = re.compile(r"(?:,|;)? (?:and|plus|&|as well as) |, |[、，和及与跟]|以及|还有", re.IGNORECASE)

_ITEM = re.compile(r"\s*\n\s*(?:[-*•·–—]|\d{1,2}[.)、）])\s*")
"""Beginning of a further item of a list."""


def join_named(text: str, spans: Iterable[TaggedSpan]) -> Iterable[TaggedSpan]:
    """Return the spans, those joined that the name of one skill holds together: "tent and furniture hire"."""
    joined: list[TaggedSpan] = []
    names = [(found.offset, found.offset + len(found.word)) for found in load_thesaurus("skills").find_all(text)]
    for each in spans:
        before = joined[-1] if joined else None
        gap = (before.span[1] - 1, each.span[0] + 1) if before else (0, 0)
        if before and before.kind == each.kind and any(start <= gap[0] and gap[1] <= end for start, end in names):
            joined[-1] = TaggedSpan((before.span[0], each.span[1]), each.kind)
        else:
            joined.append(each)
    return joined


def split_lines(text: str, spans: Iterable[TaggedSpan]) -> Iterator[TaggedSpan]:
    """Yield the spans, those of needs in parts where an item of a list begins; a part without a letter is left out."""
    for each in spans:
        starts = [each.span[0], *(match.end() for match in _ITEM.finditer(text, *each.span)), each.span[1]]
        for start, end in pairwise(starts) if each.kind in ("need", "optional") else ():
            words = _ITEM.sub("", text[start:end]).rstrip()
            if re.search(r"[^\W\d]", words):
                yield TaggedSpan((start, start + len(words)), each.kind)
        if each.kind not in ("need", "optional"):
            yield each


def split_named(text: str, spans: Iterable[TaggedSpan]) -> Iterator[TaggedSpan]:
    """Yield the spans, those in two that name a skill and then something else in few words: "venue and a host"."""
    find = load_thesaurus("skills").find
    for each in spans:
        joint = _JOINT.search(text, *each.span)
        rest = text[joint.end() : each.span[1]].split() if joint else []
        if joint is None or not (rest and len(rest) <= MAX_SPLIT_WORDS and find(text[each.span[0] : joint.start()])):
            joint = _find_list_joint(text, each) if each.kind in ("need", "optional") else None
        if joint:
            yield TaggedSpan((each.span[0], joint.start()), each.kind)
            yield TaggedSpan((joint.end(), each.span[1]), each.kind)
        else:
            yield each


def _find_list_joint(text: str, each: TaggedSpan) -> re.Match[str] | None:
    """Return the first joint of a span: "and somebody to", or one between the name of a skill and another or few words.

    None if there is no such joint, or one name holds both sides together.
    """
    start, end = each.span
    if person := _PERSON_JOINT.search(text, start, end):
        return person
    names = [
        (start + name.offset, start + name.offset + len(name.word))
        for name in load_thesaurus("skills").find_all(text[start:end])
    ]
    for joint in _LIST_JOINT.finditer(text, start, end):
        before = [name for name in names if name[1] == joint.start()]
        after = any(name[0] >= joint.end() for name in names)
        is_whole = any(name[0] == start for name in before) and len(text[joint.end() : end].split()) <= MAX_SPLIT_WORDS
        if before and (after or is_whole) and not any(name[0] < joint.start() < name[1] for name in names):
            return joint
    return None
