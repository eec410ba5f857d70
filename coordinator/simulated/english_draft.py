"""Draft of a parsed English demand: the text with the parts already read masked, and what was found."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from negotiation.contracts.demand import Need, Span, TextSpan
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.content_words import find_content_words
from negotiation.understanding.mention import Mention
from negotiation.understanding.mentions import find_mentions

MASK = "\ue000"
"""Character that stands for a letter already read."""
MAX_CHARACTERS = 150
"""Maximum length of one part; a longer one ends at the last blank before."""

_PLAIN = str.maketrans({"\u00a0": " ", "\t": " ", "\u202f": " ", "’": "'", "‘": "'", "`": "'", "´": "'", MASK: " "})
_EDGES = " \n,.;:!?-–—\"'()/&+*•" + MASK

_EMPTY_PATTERN = re.compile(
    r"(?:(?:and|but|or|so|it|the|a|an|to|while|only|because|as|is|are|for|with)\b\s*)+", re.IGNORECASE
)


@dataclass
class Draft:
    """Text being read, and the parts found in it so far; `rest` has the length of `text`.

    `weak` are the spans of needs that no word asks for, `problems` of those that tell what is wrong. `phrases` are skills that the thesaurus knows by a name with "and", which is one thing: "hair and makeup".
    """

    text: str
    mentions: tuple[Mention, ...]
    rest: str
    needs: list[Need] = field(default_factory=list[Need])
    preferences: list[Span] = field(default_factory=list[Span])
    not_wanted: list[Span] = field(default_factory=list[Span])
    claims: list[Span] = field(default_factory=list[Span])
    topic: str = ""
    weak: list[Span] = field(default_factory=list[Span])
    problems: list[Span] = field(default_factory=list[Span])
    phrases: tuple[Span, ...] = ()

    @classmethod
    def open(cls, text: str, today: date) -> "Draft":
        """Return the draft of a text in which the limits are masked; an ideographic or odd blank counts as a blank."""
        plain = _without_marks(text.translate(_PLAIN))
        draft = cls(text, find_mentions(text, "en", today), plain, phrases=_joined_phrases(plain))
        for mention in draft.mentions:
            draft.mask(mention.span)
        return draft

    def mask(self, span: Span) -> None:
        """Take words out of what is still to be read."""
        start, end = span
        self.rest = self.rest[:start] + MASK * (end - start) + self.rest[end:]

    def trim(self, span: Span) -> Span | None:
        """Return a span without blanks, marks and masked words at its ends; None if nothing is left."""
        words = self.rest[span[0] : span[1]]
        start = span[0] + len(words) - len(words.lstrip(_EDGES))
        end = min(span[1] - len(words) + len(words.rstrip(_EDGES)), start + MAX_CHARACTERS)
        if end < span[1] - len(words) + len(words.rstrip(_EDGES)):
            end = max(self.rest.rfind(" ", start, end), start + 1)
        return (start, end) if start < end and re.search(r"\w", self.rest[start:end]) else None

    def claim(self, span: Span) -> None:
        """Note words as used up, and take them out."""
        self.claims.append(span)
        self.mask(span)

    def prefer(self, span: Span) -> None:
        """Note words as a wish or a circumstance, and take them out."""
        found = self.trim(span)
        if found and not _EMPTY_PATTERN.fullmatch(self.rest[found[0] : found[1]]):
            self.preferences.append(found)
        self.claim(span)

    def exclude(self, span: Span, whole: Span) -> None:
        """Note words as not wanted, and take them out with the negation, `whole`."""
        found = self.trim(span)
        if found:
            self.not_wanted.append(found)
        self.claim(whole)

    def text_spans(self, spans: list[Span]) -> tuple[TextSpan, ...]:
        """Return spans with their words, in text order, each once."""
        return tuple(TextSpan(text=self.text[start:end], span=(start, end)) for start, end in sorted(set(spans)))


def _without_marks(text: str) -> str:
    """Return a text in which commas stand for the marks of a numbered list: "(1) a room (2) a buffet"."""
    marks = list(re.finditer(r"(?<!\w)\(?(?P<mark>[1-9]|[a-h]|i{1,3}|iv|v)\)(?=\s)", text))
    if len(marks) < 2 or marks[0]["mark"] not in ("1", "a", "i"):
        return text
    for each in marks:
        text = text[: each.start()] + ",".ljust(len(each[0])) + text[each.end() :]
    return text


def _joined_phrases(text: str) -> tuple[Span, ...]:
    found = load_thesaurus("skills").find_all(text)
    return tuple(
        (each.offset, each.offset + len(each.word)) for each in found if re.search(r" (?:and|or|&) |&", each.word)
    )


MAX_SENTENCE = 600
"""Maximum length of a sentence in characters; a longer one is read in pieces."""
_SENTENCE_PATTERN = re.compile(r"(?:[^.!?\n:;]|\.(?=\w))+")
MAX_COUNT = 1000
"""Largest count of a need."""
_LOOSE_END = re.compile(r"(?<=\w)\s+(?:and|or|plus|but|&)$", re.IGNORECASE)
_NO_THING = re.compile(
    r"(?:an? )?(?:hours?|days?|weeks?|months?|years?|minutes?|times?|nights?|evenings?|while)|(?:very |quite "
    r"|really |too )*(?!family|jelly|assembly|supply|belly|fly|trolley|ally)[a-z]{2,}ly",
    re.IGNORECASE,
)


def find_sentences(draft: Draft) -> Iterator[Span]:
    """Yield the sentences that are still to be read, those longer than MAX_SENTENCE (600) in pieces."""
    for match in _SENTENCE_PATTERN.finditer(draft.rest):
        start, end = match.span()
        while start < end:
            blank = draft.rest.rfind(" ", start + 1, start + MAX_SENTENCE) if end - start > MAX_SENTENCE else end
            stop = blank if blank > start else min(end, start + MAX_SENTENCE)
            if re.search(r"[^\W_]", draft.rest[start:stop].replace(MASK, "")):
                yield start, stop
            start = stop


def add_need(draft: Draft, span: Span, *, count: int = 1, required: bool = True) -> bool:
    """Note a need in a draft and return True; False if the span holds no word, or another need's."""
    found = draft.trim(span)
    if found is None or any(need.span and need.span[0] < found[1] and found[0] < need.span[1] for need in draft.needs):
        return False
    if tail := _LOOSE_END.search(draft.rest, *found):
        found = (found[0], tail.start())
    if re.match(r"to\s+\w", draft.rest[found[0] : found[1]], re.IGNORECASE):
        found = draft.trim((found[0] + 2, found[1])) or found
    words = draft.text[found[0] : found[1]]
    if not find_content_words(words, "en") or _NO_THING.fullmatch(words):
        return False
    draft.needs.append(Need(need=words, count=max(1, min(count, MAX_COUNT)), required=required, span=found))
    draft.mask(found)
    return True
