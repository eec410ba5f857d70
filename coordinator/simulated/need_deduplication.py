"""Needs that a demand states twice: first what is wrong, then who should help, or a trade and then its task (TW-501).

"Norwegian accountant, VAT return" is one need, and so is 写作文像挤牙膏，想找人辅导作文写法. The tagger marks both parts,
since either alone would be a need. If nothing between them says that there are two things and the classifier of needs
finds that they ask for the same skill, they are one. An occasion beside needs is none: it is what they are for.
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

MIN_SHARED_IN_LIST = 0.4
"""The same if only a comma stands between them, as between the things of a list."""

MAX_COMPARED = 24
"""Needs from the first on that are compared; a list of more is no story."""

_JOINT = re.compile(r"\W{1,3}")
"""What stands between two needs whose words are joined."""

_SEPARATE = re.compile(
    r"\b(?:and|plus|also|or|as well|separately|another|then)\b|[&+\d\n•*-]|[再另还也和与及跟或、]|顺便|顺手|以及|最好",
    re.IGNORECASE,
)
"""Words between two needs that say that there are two."""

_FURTHER = re.compile(r"(?:and|plus|also|other|another)\b|[再另还也顺]", re.IGNORECASE)
"""First words of a further need."""

_LIST_GAP = re.compile(r"\s*[,，]\s*(?:(?:an?|the|some) )?")


@dataclass(frozen=True, slots=True)
class NeedDeduplication:
    """Needs of a demand, each stated once; where further words for them stand, and the occasions that they are for."""

    needs: tuple[Need, ...]
    details: tuple[Span, ...]
    occasions: tuple[Span, ...]


def deduplicate_needs(text: str, language: Language, needs: Sequence[Need]) -> NeedDeduplication:
    """Return the needs of a text, those joined that ask twice for the same, and without the occasions beside others.

    Of two that are the same, the one that names a skill stays, else both together if hardly anything stands between
    them, else the one whose skill is clearer; the other's words are a detail of it.

    Args:
        text: Text of the demand.
        language: Its language.
        needs: Its needs in text order, with spans.
    """
    kept = [need for need in needs if not is_occasion(need.need, language)] or list(needs)
    occasions = tuple(need.span for need in needs if need not in kept and need.span)
    pairs = [_least_shared(text, *pair) for pair in pairwise(kept[:MAX_COMPARED])]
    if not any(pairs):
        return NeedDeduplication(tuple(kept), (), occasions)
    skills = _classify(text, kept[:MAX_COMPARED])
    unique: list[tuple[Need, Scores]] = [(kept[0], skills[0])]
    details: list[Span] = []
    for need, row, least in zip(kept[1:], skills[1:], pairs, strict=False):
        one, own = unique[-1]
        if least is None or float(np.minimum(own, row).sum()) < least:
            unique.append((need, row))
            continue
        joined, is_first = _join(text, one, need), _clearness(one, own) >= _clearness(need, row)
        stated = (joined or (one if is_first else need)).model_copy(update={"count": max(one.count, need.count)})
        unique[-1] = stated, own if is_first else row
        details.extend(span for span in (need.span if is_first else one.span,) if span and not joined)
    return NeedDeduplication((*(need for need, _ in unique), *kept[MAX_COMPARED:]), tuple(details), occasions)


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


def _least_shared(text: str, one: Need, other: Need) -> float | None:
    """Return the probability of the same skill from which on two needs are one; None if they are two in any case."""
    if one.span is None or other.span is None or one.required != other.required:
        return None
    gap = text[one.span[1] : other.span[0]]
    if _SEPARATE.search(gap) or _FURTHER.match(other.need):
        return None
    return MIN_SHARED_IN_LIST if _LIST_GAP.fullmatch(gap) else MIN_SHARED


def _join(text: str, one: Need, other: Need) -> Need | None:
    """Return both needs as one of all their words; None if words stand between them, or one names a skill."""
    if one.span is None or other.span is None or not _JOINT.fullmatch(text, one.span[1], other.span[0]):
        return None
    if _names_skill(one) or _names_skill(other):
        return None
    span = (one.span[0], other.span[1])
    return one.model_copy(update={"need": text[slice(*span)], "span": span})


def _clearness(need: Need, row: Scores) -> tuple[bool, float]:
    return _names_skill(need), float(row.max(initial=0.0))


def _names_skill(need: Need) -> bool:
    return load_thesaurus("skills").find_exact(need.need) is not None
