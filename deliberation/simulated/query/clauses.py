"""Clauses of a query: its parts between signs of punctuation, with their spans."""

import re
from dataclasses import dataclass

_SENTENCE = re.compile(r"[。！!？?；;\n…~～]+|\.+(?=\s|$|[A-Z一-鿿])")
_COMMA = re.compile(r"(?:[，,：—]|(?<!\d):|:(?!\d))+(?!\d{3}\b)|\s+-+\s+|(?<=[一-鿿])\s+(?=[一-鿿A-Za-z])")
_ASIDE = re.compile(r"\([^()\n.!?]{1,60}\)|（[^（）\n。！？]{1,60}）")
_CHINESE = re.compile("[一-鿿]")


@dataclass(frozen=True)
class Clause:
    """Part of a sentence, with its span and the number of its sentence."""

    start: int
    end: int
    text: str
    sentence: int


def split_clauses(text: str) -> list[Clause]:
    """Return the clauses of a text that are not blank."""
    clauses: list[Clause] = []
    for number, (start, end) in enumerate(_parts(text, 0, len(text), _SENTENCE)):
        for first, last in _parts(text, start, end, _COMMA):
            words = text[first:last]
            if re.search(r"[^\s\"'“”()（）。]", words):
                left = first + len(words) - len(words.lstrip())
                clauses.append(Clause(left, left + len(words.strip()), words.strip(), number))
    return clauses


def _parts(text: str, start: int, end: int, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    parts: list[tuple[int, int]] = []
    hidden = [each.span() for each in _ASIDE.finditer(text, start, end)]
    for match in pattern.finditer(text, start, end):
        if any(first < match.start() < last for first, last in hidden):
            continue
        parts.append((start, match.start()))
        start = match.end()
    return [(first, last) for first, last in [*parts, (start, end)] if first < last]


def cut_spans(start: int, text: str, spans: tuple[tuple[int, int], ...]) -> str:
    """Return a text that begins at `start` of the query without what lies in `spans` of the query."""
    for first, last in sorted(spans, reverse=True):
        left, right = max(0, first - start), max(0, last - start)
        if left < len(text) and right > 0:
            text = text[:left] + text[right:]
    return re.sub(r"\s{2,}", " ", text)


def cut_words(text: str, most: int) -> str:
    """Return the beginning of a text of at most `most` characters, which ends with a whole word.

    Where words are not told apart by spaces it ends before a sign of punctuation or after a particle, if there is one.
    """
    if len(text) <= most:
        return text
    ends = [match.start() for match in re.finditer(r"(?<=[的了着过])(?=\w)|[\s、,，;；]", text[: most + 1])]
    is_whole = re.match(r"[A-Za-z0-9]{2}", text[most - 1 : most + 1]) is None and not has_chinese(text[most - 1 : most])
    end = most if is_whole else max(ends, default=most)
    is_early = end * 2 <= most and (end == 0 or has_chinese(text[:most]))
    return text[: most if is_early else end].rstrip()


def has_chinese(text: str) -> bool:
    """Return whether a text holds Chinese characters."""
    return _CHINESE.search(text) is not None
