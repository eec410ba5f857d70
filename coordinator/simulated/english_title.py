"""Names of needs in the title of an English demand (TW-501, simulated)."""

import re
from collections.abc import Sequence

from coordinator.simulated.english_words import is_work_verb
from negotiation.contracts.demand import Need
from negotiation.understanding.title import MAX_WORDS

_CUT_PATTERN = re.compile(
    r"\s(?:for|with|who|that|which|to|in|on|at|from|and|of|up|out|after|by|into|over|about)\s.*$", re.IGNORECASE
)
_STATE_PATTERN = re.compile(
    r"(?P<thing>.+?) (?:is|are|has|have|keeps?)(?: been| just)? (?P<state>\w+ing|\w+ed|broken|blocked|stuck|dead"
    r"|flooded)\b.*",
    re.IGNORECASE,
)


def name_needs(needs: Sequence[Need]) -> list[str]:
    """Return each need as a noun phrase of few words: "walking two dogs", "overflowing gutters"."""
    return [_name(need) for need in needs]


def _name(need: Need) -> str:
    words = " ".join(need.need.split())
    state = _STATE_PATTERN.fullmatch(words)
    if state:
        words = f"{state['state']} {state['thing']}"
    first, _, rest = words.partition(" ")
    if is_work_verb(first) and rest:
        words = f"{_gerund(first)} {rest}"
    if len(words.split()) > MAX_WORDS - 2:
        words = _CUT_PATTERN.sub("", words, count=1)
    return words


def _gerund(verb: str) -> str:
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")):
        return verb[:-1] + "ing"
    if re.fullmatch(r"[^aeiou]*[aeiou][bdgmnprt]", verb.lower()):
        return verb + verb[-1] + "ing"
    return verb + "ing"
