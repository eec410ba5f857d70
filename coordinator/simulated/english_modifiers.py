"""Words behind a thing that an English demand asks for: purposes, circumstances and wishes (TW-501, simulated)."""

import re

from coordinator.simulated.english_draft import MASK, Draft
from coordinator.simulated.english_title import find_topic
from coordinator.simulated.english_words import OCCASION, is_service, is_work_verb
from coordinator.simulated.english_work import ITEM_END
from negotiation.contracts.demand import Span
from negotiation.understanding.english_numbers import NUMBER

_TAIL_END = re.compile(
    r"(?:\s*(?:,(?!\d)|;|\n|[–—])\s*(?:and |or |plus |also |maybe |possibly |perhaps )*|\s+(?:and|plus"
    r"|as well as)\s+(?:also |maybe |possibly "
    rf"|perhaps )*)(?=(?P<item>(?:an?|some|another|{NUMBER}|someone|somebody|anyone)\s+\w"
    rf"|(?P<words>[a-z][\w'-]*(?: [a-z][\w'-]*){{0,2}})))",
    re.IGNORECASE,
)
_NO_ITEM = re.compile(
    r"(?:who|that|which|with|we|i|he|she|they|you|it|there|is|are|was|were|has|have|had|can|could|will|would"
    r"|must|should"
    r"|for|my|our|his|her|their|the|to|in|on|at|by|from|not|no|if|so|then|also|please|maybe|ideally|all|some"
    r"|none|nobody|everyone|everybody|"
    r"preferably|[a-z]+(?:ing|ly|ed)|ready|able|willing|happy|free|good|bring)\b|i'|we'|he'|she'|it'|they'"
    r"|that'|there'|don't|doesn't",
    re.IGNORECASE,
)
_PURPOSE = re.compile(
    rf"\s+(?=(?:for|at|in|on|during|to) (?:(?:my|our|his|her|their|the|a|an|your)\b|{OCCASION}))", re.IGNORECASE
)


def read_tail(draft: Draft, start: int, end: int) -> int:
    """Read what follows an item, up to the next item: a purpose ("for my son") or a preference; return its end."""
    text = draft.rest
    stop = next((each for each in _TAIL_END.finditer(text, start, end) if _begins_item(draft, start, each)), None)
    last = stop.start() if stop else end
    mark = re.search(r"[.!?;()]", text[start:last])
    last = start + mark.start() if mark else last
    read_modifiers(draft, (start, last))
    return stop.end() if stop and not mark else last + 1


def _begins_item(draft: Draft, start: int, stop: re.Match[str]) -> bool:
    text = draft.rest
    if stop["words"] is None:
        purpose = re.match(r"to ([a-z]+)", text[start : stop.start()])
        if purpose and is_work_verb(purpose[1]) and "," not in stop[0]:
            return is_service(ITEM_END.split(text[stop.end() : stop.end() + 60])[0] or "")
        return True
    if (
        re.search(r"\b(?:my|our|the|between|both)\s+[\w'-]+$", text[start : stop.start()], re.IGNORECASE)
        and "," not in stop[0]
    ):
        return bool(
            re.search(r", (?:an? |some |two |three )[\w' -]+$", draft.text[max(0, start - 60) : start])
        ) and bool(re.fullmatch(r"[a-z]{3,}s", stop["words"].split()[0], re.IGNORECASE))
    if re.match(r"\s*,\s*and\s", stop[0], re.IGNORECASE) and not _NO_ITEM.match(stop["words"]):
        return True
    words = ITEM_END.split(stop["words"])[0] or ""
    return is_service(words) and not re.match(
        r"(?:who|that|which|with|we|i|he|she|it|is|for|my|our|the|to|in)\b", words, re.IGNORECASE
    )


def read_modifiers(draft: Draft, span: Span) -> None:
    """Note words behind a thing asked for: a purpose is claimed and may be the topic, the rest are preferences."""
    for match in re.finditer(rf"[^{MASK},;]+", draft.rest[span[0] : span[1]]):
        part = (span[0] + match.start(), span[0] + match.end())
        words = match[0].strip()
        if not re.search(r"\w", words):
            continue
        purpose = re.match(r"(?:for|at|to celebrate|during|because|in time for)\b", words, re.IGNORECASE)
        if purpose and re.search(rf"\b{OCCASION}\b", words, re.IGNORECASE):
            draft.topic = draft.topic or find_topic(words)
            draft.claim(part)
        elif re.fullmatch(
            r"(?:please|needed|wanted|required|asap|urgently|sought|soon|quickly|too|again|instead"
            r"|as soon as possible|immediately|free|available|and|or|but|also|is|are|would be (?:great|good|lovely"
            r"|nice|perfect|fine|best)|at home)",
            words,
            re.IGNORECASE,
        ):
            draft.claim(part)
        else:
            draft.prefer(part)


def without_purpose(draft: Draft, span: Span) -> Span:
    """Return the work without what it is for, which is noted: "play guitar | at dad's funeral"."""
    words = draft.rest[span[0] : span[1]]
    for match in _PURPOSE.finditer(words):
        tail = words[match.end() :]
        if len(words[: match.start()].split()) >= 2 and (
            tail.lower().startswith("for ") or re.search(rf"\b{OCCASION}\b", tail, re.IGNORECASE)
        ):
            read_modifiers(draft, (span[0] + match.end(), span[1]))
            return (span[0], span[0] + match.start())
    return span
