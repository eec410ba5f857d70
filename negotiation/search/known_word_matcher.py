"""Matcher that finds thousands of known words in running text, by a lookup of their first two characters."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from negotiation.search.tokenizer import contains_cjk

_SEPARATORS = re.compile(r"[\s-]+")
_WORD_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")


class KeywordMatcher:
    """Matcher for normalized words: Chinese ones anywhere, others as whole words (no "AI" in "first aid")."""

    def __init__(self, words: Iterable[str]) -> None:
        """Index the words, given as `normalize` returns them; empty ones are never found."""
        grouped: defaultdict[str, list[str]] = defaultdict(list)
        for word in sorted(words, key=lambda word: (-len(word), word)):
            grouped[word[:2]].append(word)
        self._words_by_prefix = {
            prefix: [(word, contains_cjk(word)) for word in group] for prefix, group in grouped.items()
        }

    def find_all(self, text: str) -> Iterator[tuple[str, str, int]]:
        """Yield each match as (known word, matching text, offset in `text`), from left to right, without overlaps.

        The known word is normalized (see `normalize`), the matching text as it stands in `text`. Where several known
        words start, the longest one matches.
        """
        line, offsets = _normalize_with_offsets(text)
        at = 0
        while at < len(line):
            word = self._longest_word_at(line, at)
            if word is None:
                at += 1
                continue
            end = at + len(word)
            yield word, text[offsets[at] : offsets[end - 1] + 1], offsets[at]
            at = end

    def _longest_word_at(self, line: str, at: int) -> str | None:
        """Return the longest known word that starts at an offset, or None."""
        inside_word = at > 0 and line[at - 1] in _WORD_CHARACTERS
        for prefix in (line[at : at + 2], line[at]):
            for word, anywhere in self._words_by_prefix.get(prefix, ()):
                end = at + len(word)
                if not anywhere and (inside_word or (end < len(line) and line[end] in _WORD_CHARACTERS)):
                    continue
                if line.startswith(word, at):
                    return word
        return None


def _normalize_with_offsets(text: str) -> tuple[str, list[int]]:
    """Return the text in lower case with single spaces, and for each of its characters the offset in `text`."""
    out: list[str] = []
    offsets: list[int] = []
    end = 0
    for separator in _SEPARATORS.finditer(text):
        offsets += range(end, separator.start() + 1)
        out += (_lowercase(text[end : separator.start()]), " ")
        end = separator.end()
    offsets += range(end, len(text))
    out.append(_lowercase(text[end:]))
    return "".join(out), offsets


def _lowercase(text: str) -> str:
    """Return the text in lower case with the same length; characters that would become two stay."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(character.lower() if len(character.lower()) == 1 else character for character in text)
