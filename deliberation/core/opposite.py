"""Opposites: pairs of words of which two statements cannot both hold, such as more and less, 增加 and 减少."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from deliberation.core.statement_words import (
    chinese_characters,
    function_words,
    is_chinese,
    load_table,
    replaced_runs,
    split_words,
    stem,
)


@lru_cache(maxsize=1024)
def opposites_between(first: str, second: str) -> tuple[tuple[str, str], ...]:
    """Return the pairs of opposites of which each statement has exactly one, the first statement's word first.

    Also members of a set that exclude each other: seasons, directions, parts of the day.
    """
    if is_chinese(first) and is_chinese(second):
        texts = chinese_characters(first), chinese_characters(second)
        pairs = tuple(_between_chinese(*texts)) or tuple(_between_characters(*texts))
        return tuple(dict.fromkeys(pairs or _between_sets(_members("zh", texts[0]), _members("zh", texts[1]))))
    words = split_words(first), split_words(second)
    pairs = tuple(_between_english(*words))
    return tuple(dict.fromkeys(pairs or _between_sets(_members("en", words[0]), _members("en", words[1]))))


def _between_english(first: Sequence[str], second: Sequence[str]) -> Iterator[tuple[str, str]]:
    opposites = _english_opposites()
    own, other = ({_key(word): word for word in side} for side in (first, second))
    for key, word in own.items():
        if key not in other:
            yield from ((word, other[one]) for one in opposites.get(key, ()) if one in other and one not in own)


def _between_chinese(first: str, second: str) -> Iterator[tuple[str, str]]:
    for word, opposite in _chinese_opposites():
        if _has_only(first, word, opposite) and _has_only(second, opposite, word):
            yield word, opposite
        elif _has_only(first, opposite, word) and _has_only(second, word, opposite):
            yield opposite, word


def _between_characters(first: str, second: str) -> Iterator[tuple[str, str]]:
    """Yield the single characters that stand in one place of both texts, such as 升 and 降."""
    opposites, words = _opposite_characters(), function_words("zh")
    for runs in replaced_runs(first, second):
        one, two = ("".join(character for character in run if character not in words or run in words) for run in runs)
        if (one, two) in opposites:
            yield one, two


def _has_only(text: str, word: str, opposite: str) -> bool:
    """Return whether a text has a word, but not its opposite; one may contain the other, like 可行 and 不可行."""
    if word in opposite:
        return word in text and opposite not in text
    return word in text and opposite not in text.replace(word, "\n")


def _members(language: str, text: str | Sequence[str]) -> dict[int, dict[int, str]]:
    """Return the words of exclusive sets in a text: by the number of the set, by the member's number in it."""
    words = {_key(word): word for word in text} if not isinstance(text, str) else None
    found: dict[int, dict[int, str]] = {}
    for number, group in enumerate(_exclusive_sets(language)):
        for member, names in enumerate(group):
            name = next((one for one in names if one in (words or text)), None)
            if name is not None:
                found.setdefault(number, {})[member] = words[name] if words else name
    return found


def _between_sets(
    first: Mapping[int, Mapping[int, str]], second: Mapping[int, Mapping[int, str]]
) -> Iterator[tuple[str, str]]:
    for number in first.keys() & second.keys():
        own, other = first[number], second[number]
        if not own.keys() & other.keys():
            yield own[min(own)], other[min(other)]


def _key(word: str) -> str:
    """Return the stem of a word, but an adverb as it is: weekly and months are no opposites, weekly and monthly are."""
    return word if word.endswith("ly") else stem(word)


@cache
def _english_opposites() -> dict[str, frozenset[str]]:
    pairs: dict[str, set[str]] = {}
    for word, opposites in load_table("opposites")["en"]:
        for opposite in opposites.split():
            pairs.setdefault(_key(word), set()).add(_key(opposite))
            pairs.setdefault(_key(opposite), set()).add(_key(word))
    return {word: frozenset(opposites) for word, opposites in pairs.items()}


@cache
def _pairs() -> tuple[tuple[str, str], ...]:
    return tuple((word, one) for word, opposites in load_table("opposites")["zh"] for one in opposites.split())


@cache
def _chinese_opposites() -> tuple[tuple[str, str], ...]:
    """Return the pairs of words of at least two characters; single ones are parts of too many words."""
    return tuple(pair for pair in _pairs() if min(map(len, pair)) > 1)


@cache
def _opposite_characters() -> frozenset[tuple[str, str]]:
    single = [pair for pair in _pairs() if max(map(len, pair)) == 1]
    return frozenset((*single, *((second, first) for first, second in single)))


@cache
def _exclusive_sets(language: str) -> tuple[tuple[tuple[str, ...], ...], ...]:
    return tuple(
        tuple(tuple(_key(name) for name in names.split(",")) for names in group.split("|"))
        for group in load_table("exclusive_words")[language]
    )
