"""Title of a demand: a short noun phrase of its topic or its needs, then the place and the number of people."""

import re
from collections.abc import Sequence

from negotiation.contracts.demand import DemandLimits, DemandUnderstanding
from negotiation.search.tokenizer import contains_cjk
from negotiation.understanding.need_head import find_head
from shared.core.language import Language

MAX_WORDS = 8
"""Maximum number of words of an English title."""

MAX_CHARACTERS = 20
"""Maximum length of a Chinese title, unless its first phrase alone is longer."""

MAX_PHRASE = 14
"""Length from which the last noun of a Chinese phrase names it."""


def build_title(topic: str, names: Sequence[str], limits: DemandLimits, language: Language) -> str:
    """Return a noun phrase: the topic, else the needs, then place and number of people if they fit.

    Args:
        topic: What the demand is about; empty if it is about nothing but its needs.
        names: The needs as short noun phrases, in text order.
        limits: Limits of the demand.
        language: Language of the title: English ones have at most MAX_WORDS (8) words, Chinese ones MAX_CHARACTERS (20)
            characters unless their first phrase alone is longer.
    """
    return _chinese_title(topic, names, limits) if language == "zh" else _english_title(topic, names, limits)


def limit_title(understanding: DemandUnderstanding, language: Language) -> str:
    """Return the title of an understanding; if it is longer than a title may be, one of its needs in its stead."""
    title = understanding.title
    is_short = len(title) <= MAX_CHARACTERS if language == "zh" else len(title.split()) <= MAX_WORDS
    if is_short or not understanding.needs:
        return title
    return build_title("", [need.need for need in understanding.needs], understanding.limits, language)


def revise_title(before: DemandUnderstanding, after: DemandUnderstanding, language: Language) -> str:
    """Return the title of a revised understanding.

    If the needs change and the title names one that is gone, or names nothing but needs, it is built anew from the
    needs. Else its topic stays, and only place and number of people are replaced.
    """
    old, new = ([need.need for need in each.needs] for each in (before, after))
    gone = [need for need in old if need not in new]
    stated = {text for text in (before.limits.place, *_people_texts(before.limits)) if text}
    separator = "，" if language == "zh" else ", "
    parts = [part for part in before.title.split(separator) if part and part not in stated]
    is_list = all(any(_is_name(name, need) for need in old) for part in parts for name in part.split("、"))
    if not parts or any(_names(before.title, need) for need in gone) or (old != new and is_list):
        return build_title("", new, after.limits, language)
    topic = separator.join(parts)
    for written, wanted in zip(_values(before.limits), _values(after.limits), strict=True):
        if wanted != written:
            topic = _replace_word(topic, written, wanted)
    place = after.limits.place
    missing = after.limits.model_copy(update={"place": None}) if place and _has_word(topic, place) else after.limits
    return _with_limits(topic, missing, language, counted="people" if is_list else "guests")


def _names(text: str, need: str) -> bool:
    """Return whether a text has the head of a need as a word."""
    head = find_head(need)
    return bool(head) and _has_word(text, head)


def _has_word(text: str, word: str) -> bool:
    return re.search(_word_pattern(word), text, re.IGNORECASE) is not None


def _is_name(part: str, need: str) -> bool:
    """Return whether a part of a title is a need's name: it names it and is no longer than it."""
    is_short = len(part) <= len(need) if contains_cjk(part) else len(part.split()) <= len(need.split())
    return is_short and _names(part, need)


def _values(limits: DemandLimits) -> tuple[str, str]:
    """Return place and number of people as a title has them within a sentence; empty if there are none."""
    return limits.place or "", str(limits.people.max) if limits.people else ""


def _people_texts(limits: DemandLimits) -> tuple[str, ...]:
    number = limits.people and limits.people.max
    return () if number is None else (f"{number} guests", f"{number} people", f"{number}人")


def _replace_word(text: str, old: str, new: str) -> str:
    """Return a text with another value in place of an old one; without a new one, without the words before it too."""
    if not old:
        return text
    if new:
        return re.sub(_word_pattern(old), lambda _: new, text)
    removed = re.sub(rf"(?: ?\b(?:in|at|near|for)\b ?|在)?{_word_pattern(old)}(?: ?人| guests| people)?", "", text)
    return " ".join(removed.split()) or text


def _word_pattern(word: str) -> str:
    return rf"(?<![A-Za-z0-9]){re.escape(word)}(?![A-Za-z0-9])"


def _english_title(topic: str, names: Sequence[str], limits: DemandLimits) -> str:
    parts = [topic] if topic and len(topic.split()) <= MAX_WORDS - 2 else []
    if not parts:
        for name in names:
            if len(" ".join([*parts, name]).split()) <= MAX_WORDS - 2:
                parts.append(name)
    if not parts and names:
        parts = [" ".join(names[0].split()[:MAX_WORDS])]
    return _with_limits(", ".join(parts), limits, "en", counted="guests" if topic else "people")


def _chinese_title(topic: str, names: Sequence[str], limits: DemandLimits) -> str:
    named = topic if 0 < len(topic) <= MAX_PHRASE else "、".join(dict.fromkeys(map(_shorten, names[:2])))
    if len(named) > MAX_CHARACTERS:
        named = _shorten(names[0]) if names else ""
    return _with_limits(named or _shorten(topic), limits, "zh")


def _with_limits(title: str, limits: DemandLimits, language: Language, counted: str = "") -> str:
    """Return a title with the place and the number of people, as far as they fit; an empty one stays empty."""
    people = limits.people
    if language == "zh":
        count = f"{people.min}人" if people and people.min == people.max else None
        for extra in filter(None, (limits.place, count)):
            if title and len(title) + 1 + len(extra) <= MAX_CHARACTERS:
                title = f"{title}，{extra}"
        return title
    for extra in filter(None, (limits.place, people and f"{people.max} {counted}")):
        if title and len(f"{title} {extra}".split()) <= MAX_WORDS:
            title = f"{title}, {extra}"
    return title[:1].upper() + title[1:]


def _shorten(phrase: str) -> str:
    """Return a phrase, of a long one what follows its last 的."""
    head = phrase.rpartition("的")[2]
    return head if len(phrase) > MAX_PHRASE and len(head) >= 2 else phrase
