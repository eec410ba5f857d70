"""Tagger of demands: which of a text's words name needs, wishes, limits and what is not wanted (TW-501, simulated).

It is trained, not written: a small network over the token vectors of the local model learned from labelled demands
(`examples/corpus/training.jsonl`) how people say what they need.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from coordinator.simulated.tag_features import find_tag_features
from coordinator.simulated.tag_network import TAGS, load_tag_network
from negotiation.contracts.demand import Span
from negotiation.understanding.mention import Mention
from shared.core.language import Language
from shared.core.text_catalog import TextCatalog
from shared.embedding.local_tokens import Rows, encode_tokens

TagKind = Literal["need", "optional", "unwanted", "preference", "limit"]

NEEDS = ("need", "optional")

OUTSIDE_PENALTY = 0.1
"""Logit taken from the tag of words that belong to nothing: a need overlooked is worse than one to strike out."""

FURTHER_PENALTIES = (0.3, 0.5, 1.0)
"""Logits taken one after the other if no need is found in a text that surely asks for something."""

MIN_OUTSIDE = 0.99
"""Probability of belonging to no span from which on a word counts as background, below it as not understood."""

_render_text = TextCatalog.load("coordinator.simulated").render


@dataclass(frozen=True, slots=True)
class TaggedSpan:
    """Words of a demand, and what they are."""

    span: Span
    kind: TagKind


@dataclass(frozen=True, slots=True)
class TaggedText:
    """Tagged spans of a demand in text order, without overlaps, and its background: words that surely ask for nothing."""

    spans: tuple[TaggedSpan, ...]
    background: tuple[Span, ...]


def tag_demand(
    text: str,
    language: Language,
    mentions: Sequence[Mention],
    *,
    is_request: bool = True,
    is_sure: bool = True,
) -> TaggedText:
    """Tag the words of a demand; the same text gives the same tags.

    Args:
        text: Text of the demand.
        language: Its language.
        mentions: Limits that it states.
        is_request: Whether it asks for something; else nothing in it is a need.
        is_sure: Whether it surely does: then it is read less and less strictly until a need is found.
    """
    spans, rows = encode_demand(text, mentions)
    if not spans:
        return TaggedText((), ())
    network = load_tag_network()
    emissions = network.emit(rows, find_tag_features(text, language, spans, mentions))
    outside = network.outside(emissions)
    emissions[:, 0] -= OUTSIDE_PENALTY
    if not is_request:
        emissions[:, [tag for tag, name in enumerate(TAGS) if name.endswith(NEEDS)]] = -np.inf
    path = network.best_path(emissions)
    for penalty in FURTHER_PENALTIES if is_request and is_sure else ():
        if any(TAGS[tag].endswith(NEEDS) for tag in path):
            break
        emissions[:, 0] -= penalty
        path = network.best_path(emissions)
    background = [
        span
        for span, tag, probability in zip(spans, path, outside, strict=True)
        if TAGS[tag] == "O" and probability >= MIN_OUTSIDE
    ]
    return TaggedText(tuple(_join_tags(spans, path)), tuple(_merge(text, background)))


def encode_demand(text: str, mentions: Sequence[Mention]) -> tuple[tuple[Span, ...], Rows]:
    """Return the tokens of a demand as spans, and their vectors, shape (tokens, 1280), in which all places are alike.

    Each place is encoded as the same one, so that what a demand asks for does not depend on where.

    Args:
        text: Text of the demand.
        mentions: Limits that it states.
    """
    encoded, origins = "", [0]
    offset = 0
    for start, end in _place_names(text, mentions):
        origins.extend(range(offset + 1, start + 1))
        encoded += text[offset:start] + (name := _render_text("any_place", "en" if text[start:end].isascii() else "zh"))
        origins.extend([end] * len(name))
        offset = end
    origins.extend(range(offset + 1, len(text) + 1))
    tokens = encode_tokens(encoded + text[offset:])
    return tuple((origins[start], origins[end]) for start, end in tokens.spans), tokens.rows


def _place_names(text: str, mentions: Sequence[Mention]) -> Iterator[Span]:
    """Yield where the names of places stand that are limits, without the words before them."""
    for mention in mentions:
        if mention.kind == "place" and isinstance(mention.value, str):
            start = text.find(mention.value, *mention.span)
            if mention.value and start >= 0:
                yield start, start + len(mention.value)


def _join_tags(spans: Sequence[Span], path: Sequence[int]) -> Iterator[TaggedSpan]:
    """Yield the spans that the tags of tokens make up."""
    start, end, kind = 0, 0, ""
    for span, number in zip(spans, path, strict=True):
        place, _, tagged = TAGS[number].partition("-")
        if place != "I" or tagged != kind:
            if kind and start < end:
                yield TaggedSpan((start, end), _kind(kind))
            start, kind = span[0], tagged
        end = span[1] if kind else end
    if kind and start < end:
        yield TaggedSpan((start, end), _kind(kind))


def _kind(name: str) -> TagKind:
    kinds: tuple[TagKind, ...] = ("need", "optional", "unwanted", "preference", "limit")
    return next(kind for kind in kinds if kind == name)


def _merge(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield spans, joined where nothing but blanks is between them."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and not text[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], end)
        elif end > start:
            joined.append((start, end))
    yield from joined
