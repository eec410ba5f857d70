"""Lists in English demands behind a colon, and who asks for them (TW-501, simulated)."""

import re

from coordinator.simulated.english_draft import MASK, Draft
from coordinator.simulated.english_fragments import opens_with_work
from coordinator.simulated.english_phrases import read_items
from coordinator.simulated.english_requests import CIRCUMSTANCE_PATTERN, SEEK_PATTERN, WORK_PATTERN
from coordinator.simulated.english_words import OCCASION
from coordinator.simulated.english_work import GENERIC_PATTERN


def read_headed_lists(draft: Draft) -> None:
    """Read lists behind a colon that an occasion heads: "Street party: soup, a fiddler and two stewards"."""
    for match in re.finditer(r":\s", draft.rest):
        start = max((draft.rest.rfind(mark, 0, match.start()) for mark in ".!?;\n"), default=-1) + 1
        stop = re.compile(r"[.!?;:\n]|$").search(draft.rest, match.end())
        end = stop.start() if stop else len(draft.rest)
        words = draft.rest[match.end() : end]
        listed = re.search(r",| and ", words) and re.search(
            rf"\b{OCCASION}\b", draft.rest[start : match.start()], re.IGNORECASE
        )
        asked = SEEK_PATTERN.search(words) or WORK_PATTERN.search(words)
        if listed and not asked and not CIRCUMSTANCE_PATTERN.match(words) and not opens_with_work(words):
            read_items(draft, match.end(), end)


def read_kinds(draft: Draft, request: re.Match[str], end: int) -> None:
    """Read the list that says which people are asked for, in place of them: "seeking volunteers: 4 drivers, a cook"."""
    asked = [need for need in draft.needs if need.span and request.start() <= need.span[0] and need.span[1] == end]
    if draft.text[end : end + 1] != ":" or len(asked) != 1 or not GENERIC_PATTERN.fullmatch(asked[0].need):
        return
    before = len(draft.needs)
    read_after_colon(draft, end)
    if len(draft.needs) > before:
        draft.needs.remove(asked[0])
        draft.claims.append(asked[0].span or (end, end))


def read_after_colon(draft: Draft, end: int) -> None:
    """Read what a request introduces with a colon as its list: "looking for: two waiters, a cook"."""
    if draft.text[end : end + 1] == ":":
        stop = re.compile(r"[.!?\n;:]|$").search(draft.rest, end + 1)
        read_items(draft, end + 1, stop.start() if stop else len(draft.rest))


def read_subject(draft: Draft, start: int, end: int) -> None:
    """Note who wants something as a circumstance: "The garden club in Hull | wants a digger"."""
    for piece in re.finditer(rf"[^{MASK},;:]+$", draft.rest[start:end]):
        if not any(need.span and start <= need.span[0] < end for need in draft.needs):
            draft.prefer((start + piece.start(), start + piece.end()))
    for piece in re.finditer(rf"^[^{MASK},;:]+(?={MASK}+\s*$)", draft.rest[start:end]):
        draft.prefer((start, start + piece.end()))
