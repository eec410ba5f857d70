"""Needs that a demand states twice: first what is wrong, then who should help, or a trade and then its task (TW-501).

"The gate scrapes the path. Need somebody to rehang it" is one need, and so is "painter: the hallway". The tagger marks both
parts, since either alone would be a need. An occasion beside needs is none: it is what they are for.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from coordinator.simulated.demand_topic import is_occasion
from negotiation.contracts.demand import Need, Span
from negotiation.search.skill_classifier import find_sentence, load_skill_classifier
from negotiation.search.synonyms import load_thesaurus
from negotiation.search.text_vectors import Scores
from shared.core.language import Language
from shared.embedding.local import encode_texts, local_model
from shared.embedding.model import EmbeddingUnavailable
from shared.embedding.quantization import quantize

MIN_SHARED = 0.15
"""Probability that two needs ask for the same skill from which on they are one."""

MAX_COMPARED = 24
"""Needs from the first on that are compared; a list of more is no story."""

REACH = 16
"""Characters before an occasion in which the words stand that ask for it."""

_ASKING = re.compile(
    r"\b(?:need|want|looking for|find|seek|after|hire|(?:can|could|would) (?:you|any|some)(?:one|body)?|(?:any|some)(?:one|body)"
    r"|who (?:can|could|will)|person|help)\b|求|找|想请|请|需要|想要|有没有|谁能|谁会|来.{0,2}[个位名]|得有|要[个位]",
    re.IGNORECASE,
)
"""Words by which people ask, not tell."""

_SEPARATE = re.compile(
    r"\b(?:and|plus|also|or|as well|separately|another|then)\b|[&+\d\n•*-]|[再另还也和与及跟或、]|顺便|顺手|以及|最好",
    re.IGNORECASE,
)
"""Words between two needs that say that there are two."""

_FURTHER = re.compile(r"(?:and|plus|also|other|another)\b|[再另还也顺]", re.IGNORECASE)
"""First words of a further need."""

_TASK_GAP = re.compile(r"\s*[:：(（]\s*")
"""What stands between a trade and its task."""

_SENTENCE_START = re.compile(r"[.!?;\n。！？；][^.!?;\n。！？；]*$")


@dataclass(frozen=True, slots=True)
class NeedDeduplication:
    """Needs of a demand, each stated once; where further words for them stand, and the occasions that they are for."""

    needs: tuple[Need, ...]
    details: tuple[Span, ...]
    occasions: tuple[Span, ...]


def deduplicate_needs(text: str, language: Language, needs: Sequence[Need]) -> NeedDeduplication:
    """Return the needs of a text, those joined that ask twice for the same, and without the occasions beside others.

    Two neighbours are the same if the first tells the trouble and the second asks, or one is a trade and the other its task,
    and both probably ask for the same skill. The one that names a skill stays, else the one whose skill is clearer; the
    other's words are a detail of it.

    Args:
        text: Text of the demand.
        language: Its language.
        needs: Its needs in text order, with spans.
    """
    kept = [need for need in needs if not _is_only_occasion(text, language, need)] or list(needs)
    occasions = tuple(need.span for need in needs if need not in kept and need.span)
    pairs = [_are_one_request(text, *pair) for pair in pairwise(kept[:MAX_COMPARED])]
    if not any(pairs):
        return NeedDeduplication(tuple(kept), (), occasions)
    skills = _classify(text, kept[:MAX_COMPARED])
    unique: list[tuple[Need, Scores]] = [(kept[0], skills[0])]
    details: list[Span] = []
    for need, row, is_candidate in zip(kept[1:], skills[1:], pairs, strict=False):
        one, own = unique[-1]
        if not is_candidate or float(np.minimum(own, row).sum()) < MIN_SHARED:
            unique.append((need, row))
            continue
        is_first = _clearness(one, own) >= _clearness(need, row)
        stated = (one if is_first else need).model_copy(update={"count": max(one.count, need.count)})
        unique[-1] = stated, own if is_first else row
        details.extend(span for span in (need.span if is_first else one.span,) if span)
    return NeedDeduplication((*(need for need, _ in unique), *kept[MAX_COMPARED:]), tuple(details), occasions)


def _is_only_occasion(text: str, language: Language, need: Need) -> bool:
    """Return whether a need is an occasion that is named, not asked for."""
    before = text[max(0, need.span[0] - REACH) : need.span[0]] if need.span else ""
    return is_occasion(need.need, language) and not (_ASKING.search(before) or _SEPARATE.search(before))


def _classify(text: str, needs: Sequence[Need]) -> Scores:
    """Return how probably each need asks for each known skill, shape (needs, skills); no skills without a classifier."""
    try:
        classifier = load_skill_classifier(local_model())
    except EmbeddingUnavailable:
        classifier = None
    if classifier is None:
        return np.zeros((len(needs), 0))
    words = [need.need for need in needs]
    rows = quantize(encode_texts([*words, *(find_sentence(text, need) for need in needs)]))
    return classifier.classify(words, rows[: len(words)], rows[len(words) :])


def _are_one_request(text: str, one: Need, other: Need) -> bool:
    """Return whether two needs could be one: told, then asked for; or a trade and its task. Words between may part them."""
    if one.span is None or other.span is None or one.required != other.required or (one.count > 1 and other.count > 1):
        return False
    gap = text[one.span[1] : other.span[0]]
    if _SEPARATE.search(gap) or _FURTHER.match(other.need):
        return False
    if _names_skill(one) != _names_skill(other) and _TASK_GAP.fullmatch(gap):
        return True
    start = _SENTENCE_START.search(text[: one.span[0]])
    told = text[start.start() if start else 0 : one.span[1]]
    return not _ASKING.search(told) and (_ASKING.search(gap) or _ASKING.match(other.need)) is not None


def _clearness(need: Need, row: Scores) -> tuple[bool, float]:
    return _names_skill(need), float(row.max(initial=0.0))


def _names_skill(need: Need) -> bool:
    return load_thesaurus("skills").find_exact(need.need) is not None
