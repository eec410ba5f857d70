"""Needs that a demand says are settled already: "the cake is ordered", 饭店订好了. They are not wanted (TW-501, simulated)."""

import re
from collections.abc import Iterator
from dataclasses import replace

from coordinator.simulated.demand_tagger import TaggedSpan, TaggedText

_DONE = (
    r"(?:booked|arranged|sorted(?: out)?|organi[sz]ed|ordered|settled|covered|hired|bought|provided|lined up|in place|paid for"
    r"|taken care of|dealt with)"
)
_SETTLED = re.compile(
    rf"[^.;:!?\n，。；：！？]{{0,24}}?(?:\b(?:is|are|'s|have been|has been) (?:all |already |both |now )*{_DONE}\b(?! by you)"
    r"|(?:都|也|已经?|早就?|全)*(?:(?:订|定|借|租|备|买|请|找|约|谈|安排|准备|布置|联系)(?:好|妥|齐|下来|到)了?|搞定了)(?!吗|没))",
    re.IGNORECASE,
)
"""Words that follow what is settled, in the same clause or list."""

_WISHED = re.compile(r"(?:没|未|不|想|要|求|请帮|帮忙|需要|得)[^，。；]{0,4}$|\b(?:not|to be|get|n't)\b", re.IGNORECASE)


def mark_settled(text: str, tagged: TaggedText) -> TaggedText:
    """Return tagged spans in which needs that are settled are unwanted ones."""
    return replace(tagged, spans=tuple(_mark(text, tagged.spans)))


def _mark(text: str, spans: tuple[TaggedSpan, ...]) -> Iterator[TaggedSpan]:
    for number, each in enumerate(spans):
        end = spans[number + 1].span[0] if number + 1 < len(spans) else len(text)
        is_settled = each.kind in ("need", "optional") and _is_settled(text, each.span, end)
        yield TaggedSpan(each.span, "unwanted") if is_settled else each


def _is_settled(text: str, span: tuple[int, int], end: int) -> bool:
    """Return whether a span, or what follows it up to the next one, says that it is settled."""
    words = text[span[0] : end]
    match = _SETTLED.match(words, 1)
    return match is not None and not _WISHED.search(words[: match.end()])
