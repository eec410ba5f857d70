"""Where does a running text name one of thousands of words? Each place is compared with the few that begin alike."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

_CJK = re.compile(r"[\u3400-\u9fff]")
_GAPS = re.compile(r"[\s-]+")
_IN_A_WORD = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")


class KeywordMatcher:
    """Finds words as `plain` writes them: Chinese ones anywhere, others as whole words (no "AI" in "first aid")."""

    def __init__(self, words: Iterable[str]) -> None:
        """Empty words are never found."""
        grouped: defaultdict[str, list[str]] = defaultdict(list)
        for word in sorted(words, key=lambda word: (-len(word), word)):
            grouped[word[:2]].append(word)
        self._by_start = {start: [(word, is_anywhere(word)) for word in alike] for start, alike in grouped.items()}

    def found_in(self, text: str) -> Iterator[tuple[str, str, int]]:
        """Each word, what the text has for it, and where that begins; from left to right, none within another."""
        line, places = _evened(text)
        at = 0
        while at < len(line):
            word = self._at(line, at)
            if word is None:
                at += 1
                continue
            end = at + len(word)
            yield word, text[places[at] : places[end - 1] + 1], places[at]
            at = end

    def _at(self, line: str, at: int) -> str | None:
        """The longest word that begins there."""
        inside = at > 0 and line[at - 1] in _IN_A_WORD
        for start in (line[at : at + 2], line[at]):
            for word, anywhere in self._by_start.get(start, ()):
                end = at + len(word)
                if not anywhere and (inside or (end < len(line) and line[end] in _IN_A_WORD)):
                    continue
                if line.startswith(word, at):
                    return word
        return None


def normalize(word: str) -> str:
    """A word without what makes no difference: case, hyphens, blanks."""
    return " ".join(word.lower().replace("-", " ").split())


def is_anywhere(word: str) -> bool:
    """Whether a word counts wherever its characters stand."""
    return bool(_CJK.search(word))


def _evened(text: str) -> tuple[str, list[int]]:
    """The text as words are written, each gap one blank; and the place in `text` of each of its characters."""
    out: list[str] = []
    places: list[int] = []
    end = 0
    for gap in _GAPS.finditer(text):
        places += range(end, gap.start() + 1)
        out += (_lowered(text[end : gap.start()]), " ")
        end = gap.end()
    places += range(end, len(text))
    out.append(_lowered(text[end:]))
    return "".join(out), places


def _lowered(text: str) -> str:
    """Lower case, character by character: a few would become two."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(one.lower() if len(one.lower()) == 1 else one for one in text)
