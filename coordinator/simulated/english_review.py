"""Last look at the needs of an English demand: occasions, introductions, headings and troubles that ask for nothing."""

import re

from coordinator.simulated.english_draft import Draft
from coordinator.simulated.english_fragments import SELF_PATTERN
from coordinator.simulated.english_words import is_role, is_work_verb
from negotiation.contracts.demand import Need
from negotiation.understanding.mentions import overlaps

_ASKING = re.compile(r"\b(?:to|someone|somebody|anyone|can|could|you|please|me|us)$", re.IGNORECASE)
_REFERENCE = re.compile(r"\b(?:it|them|this|that|these|those)\b", re.IGNORECASE)


def demote_occasion(draft: Draft) -> None:
    """Take the occasion that is to be held out of the needs if others are asked for it."""
    held = [
        need
        for need in draft.needs
        if re.match(
            r"(?:hold|host|throw|have|celebrate|put on|propose|surprise|mark|thank|honou?r|remember|impress|launch"
            r"|invite|raise|marry)\s",
            need.need,
            re.IGNORECASE,
        )
    ]
    if len(held) < len(draft.needs):
        draft.needs = [need for need in draft.needs if need not in held]
        draft.claims.extend(need.span for need in held if need.span)


def drop_described(draft: Draft) -> None:
    """Take out of the needs a thing that a later need says what to do with, and what is wrong if a trade is asked for."""
    for wrong in [
        need for need in draft.needs if any(need.span and overlaps(need.span, each) for each in draft.problems)
    ]:
        if any(
            is_role(need.need)
            and need.span
            and wrong.span
            and need.span[0] > wrong.span[1]
            and need.span not in draft.problems
            for need in draft.needs
        ):
            draft.needs.remove(wrong)
            draft.preferences.extend([wrong.span] if wrong.span else [])
    for weak in [need for need in draft.needs if need.span in draft.weak and _heads_list(draft, need)]:
        draft.needs.remove(weak)
        draft.preferences.extend([weak.span] if weak.span else [])
    for weak in [need for need in draft.needs if need.span in draft.weak]:
        later = [need for need in draft.needs if need.span and weak.span and need.span[0] > weak.span[1]]
        told = any(is_work_verb(need.need.split()[0]) and _REFERENCE.search(need.need) for need in later)
        itself = _opens(draft, weak) and SELF_PATTERN.match(draft.text.lstrip()) and later
        if told or itself or (_opens(draft, weak) and any(_is_order(draft, need) for need in later)):
            draft.needs.remove(weak)
            draft.preferences.extend([weak.span] if weak.span else [])


def _heads_list(draft: Draft, need: Need) -> bool:
    """Return whether a thing heads a list of two needs or more: "Podcast: a jingle and a calm voice"."""
    end = need.span[1] if need.span else 0
    colon = re.match(r"[^.;!?\n:]{0,40}:", draft.text[end:])
    stop = re.compile(r"[.!?;\n]|$").search(draft.text, end + colon.end()) if colon else None
    listed = [each for each in draft.needs if stop and colon and each.span and end < each.span[0] < stop.start()]
    return len(listed) >= 2


def _opens(draft: Draft, need: Need) -> bool:
    """Return whether a role opens the demand without an article, as people introduce themselves."""
    words = draft.text[: need.span[0]] if need.span else "x"
    return not re.search(r"\w", words) and is_role(need.need)


def _is_order(draft: Draft, need: Need) -> bool:
    """Return whether a need opens its sentence with a verb, "Practise with me", or words ask for it."""
    start = need.span[0] if need.span else 0
    before = draft.text[:start].rstrip()
    verb = is_work_verb(need.need.split()[0])
    return (
        verb and need.span not in draft.weak and (not before or before[-1] in ".!?\n" or bool(_ASKING.search(before)))
    )
