"""Clauses of a Chinese demand: stretches between punctuation and mentions of limits, split before new requests."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from negotiation.contracts.demand import Span

MASK = "\ue000"
"""Character that stands for each character of a mention."""

MAX_CHARACTERS = 100
"""Length at which a clause without punctuation is cut, so that reading it stays fast."""

_BREAKS = re.compile(rf"[^，,。．！!？?；;：:\n\r\t…—~～()（）\[\]【】“”\"'‘’{MASK}]+")
_SPACE = re.compile(
    r"(?<=[\u3400-\u9fff])\s+(?=[\u3400-\u9fffA-Za-z0-9])|(?<=[A-Za-z0-9])\s+(?=[\u3400-\u9fff])|\s{2,}"
)
_NEW_REQUEST = re.compile(
    r"(?<=[\u3400-\u9fff])(?<![不别没勿])(?=只要|只需要?|只找|只缺|只差|就缺|就差|而是|而不是|还要(?!求)|还需要?|还想"
    r"|还缺|还差|还得|顺便|另外|最好(?!的?$|能?(?:自带|自备|齐全|配齐|提供)$)|如果能|要是能|也?(?:不要|不需要|不用)(?!(?:管|找|请|买|准备|操心|带|安排|来)?了?吧?的?$)|无需|"
    r"(?<!不)(?<!的)需要(?!的是)|想找|想请|求推荐|谢谢|麻烦|但是|不过|因为|所以)"
)
_LISTED_REQUEST = re.compile(
    r"、(?=(?:还|再|也)?(?:找|请|要|招|雇|求|订|租|借|买|缺)(?:一?[个位名间辆台]|[一两二三四五六七八九十\d]))"
)
_REPEATED_REQUEST = re.compile(r"(?:我们?|也|还)?要[^要]{2,8}(?:(?<![需主重不只首必想还也])要[^要]{2,8})+")
_THEN = re.compile(r"(?P<before>(?:把|想|要|帮)[\u3400-\u9fff]{3,}?)(?:再|然后)(?=[\u3400-\u9fff]{3,})")
_COUNTED_ITEM = re.compile(r"[一二两三四五六七八九十\d][个名位台辆只张支]、")
_RULED_OUT = re.compile(r"(?:免了|不要了?|不用了?|不需要了?|算了|不必了?)$")
_NO_SPLIT_AFTER = re.compile(
    r"(?:我们?|咱们?|也|都|就|但|可|还|再|只|现在|目前|主要|急|特别|非常|很|绝对|千万|想|并|而|又|并且|而且"
    r"|同时|如果|因为|所以|但是|找|请|求|个|位|的|招|和|、|用)$"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """Clause of a text: its words and where they start; `number` counts the parts between punctuation from 0.

    `after_mention`: whether a mention of a limit stands directly before it.
    """

    text: str
    start: int
    number: int
    after_mention: bool = False

    @property
    def end(self) -> int:
        """Offset after the clause."""
        return self.start + len(self.text)


def split_clauses(plain: str, mentions: Sequence[Span]) -> tuple[Clause, ...]:
    """Return the clauses of a simplified text without the words of mentions, in text order."""
    characters = list(plain)
    for start, end in mentions:
        characters[start:end] = MASK * (end - start)
    masked = "".join(characters)
    clauses: list[Clause] = []
    number, last_end = 0, 0
    for match in _BREAKS.finditer(masked):
        between = masked[last_end : match.start()]
        number += bool(between.strip(MASK))
        last_end = match.end()
        for offset, words in _split(match[0]):
            start = match.start() + offset
            clauses.append(Clause(words, start, number, start > 0 and masked[start - 1] == MASK))
    return tuple(clauses)


def _split(words: str) -> Iterator[tuple[int, str]]:
    """Yield the offset and the words of each part of a stretch of text, without spaces around them."""
    cuts = [0, *(match.end() for match in _SPACE.finditer(words)), len(words)]
    for start, end in _pairs(cuts):
        inner = words[start:end]
        requests = [
            match.start()
            for match in _NEW_REQUEST.finditer(inner)
            if not _NO_SPLIT_AFTER.search(inner[: match.start()])
        ]
        requests.extend(match.end() for match in _LISTED_REQUEST.finditer(inner))
        requests.extend(match.end("before") for match in _THEN.finditer(inner))
        requests.extend(match.end() for match in _COUNTED_ITEM.finditer(inner) if _RULED_OUT.search(inner))
        if _REPEATED_REQUEST.fullmatch(inner):
            requests.extend(match.start() for match in re.finditer(r"(?<=.)要", inner))
        for low, high in _pairs([0, *requests, len(inner)]):
            part = inner[low:high]
            for piece in range(0, len(part), MAX_CHARACTERS):
                cut = part[piece : piece + MAX_CHARACTERS]
                if cut.strip():
                    yield start + low + piece + len(cut) - len(cut.lstrip()), cut.strip()


def _pairs(cuts: Iterable[int]) -> Iterator[tuple[int, int]]:
    ordered = sorted(set(cuts))
    yield from itertools.pairwise(ordered)
