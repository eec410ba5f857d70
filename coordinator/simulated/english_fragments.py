"""Fragments of English demands: what stands between the marks, with or without a verb (TW-501, simulated)."""

import re

from coordinator.simulated.english_draft import MASK, Draft, add_need, find_sentences
from coordinator.simulated.english_modifiers import read_modifiers
from coordinator.simulated.english_phrases import read_items, read_work
from coordinator.simulated.english_requests import (
    CIRCUMSTANCE_PATTERN,
    FRAMING_PATTERN,
    POST_PATTERN,
    QUALITY_PATTERN,
)
from coordinator.simulated.english_title import find_topic
from coordinator.simulated.english_words import OCCASION, is_service, is_work_verb, work_base
from coordinator.simulated.english_work import GENERIC_PATTERN
from negotiation.contracts.demand import Span
from negotiation.understanding.english_numbers import NUMBER

_PART_PATTERN = re.compile(r"(?:[^,()–—-]|(?<! )-|-(?! ))+")
_CONJUNCTION_PATTERN = re.compile(
    rf"[\s,&+*•{MASK}-]*+(?:(?:and|but|so|also|plus|then|or|well|now|oh|yes|no(?=\s*[,.!])|ps|p\.s\.|anyway|basically"
    rf"|therefore)\b[\s,]*)*[\s{MASK}]*",
    re.IGNORECASE,
)
_SOFT_LEAD = re.compile(
    r"(?:(?:ideally|maybe|perhaps|possibly|preferably|if possible|a bonus would be|bonus|optionally|and|also"
    r"|it would be (?:nice|great|lovely) to have|would be nice to have|nice to have)\b[\s,:]*)+(?=\w)",
    re.IGNORECASE,
)
_PLACE_WISH = re.compile(
    rf"(?:on|in|at|aboard) (?P<what>(?:an?|some) (?:[a-z-]+ ){{0,2}}?[a-z-]+)(?=\s*(?:[,{MASK}]|$| if\b| maybe\b"
    r"| ideally\b| perhaps\b))",
    re.IGNORECASE,
)
_STATEMENT = re.compile(
    r"(?!(?:an?|some|two|three) (?:[\w-]+ ){1,3}?(?:who|that|which) )(?:[a-z'-]+ ){1,4}?(?:is|are|was|were"
    r"|has|have|keeps?|won't|doesn't|isn't|aren't|can't) (?!(?:needed|wanted"
    r"|required|sought|welcome)\b)",
    re.IGNORECASE,
)
_SOFT_TAIL = re.compile(r"\b(?:if (?:at all )?possible|if we can|ideally|maybe|perhaps|preferably)\b", re.IGNORECASE)
_WHO_WORKS = re.compile(
    r"who (?:here |around here |round here )?(?P<verb>[a-z]+s) (?!(?:up|in|it|like)\b)[a-z]", re.IGNORECASE
)
_FOR_WORK = re.compile(r" for (?:an? |some |the )?(?:\w+ )?[a-z]{3,}ing\b", re.IGNORECASE)
_HEARSAY = re.compile(
    r"\b(?:i'm told|i am told|i think|i guess|i believe|i suppose|they say|apparently)$", re.IGNORECASE
)
_PART_OF = re.compile(
    r"(?:half|some|most|all|both|none|many|a few|\w+) of (?:them|us|whom|which|these|those)\b", re.IGNORECASE
)
_EXTRA = re.compile(
    r"(?P<what>(?!(?:then|all|none|maybe|thanks|thank|please|hopefully|sorry|urgent|asap|free|cheap|cash"
    rf"|paid)\b)[a-z][a-z'-]+(?: (?!(?:is|are|and|or)\b)[a-z][a-z'-]+){{0,2}}?(?: or (?:an? "
    rf"|some )?[a-z]+(?: [a-z]+)?)?)(?P<added> (?:afterwards?|after|as well"
    rf"|too|also|please))?(?:\s*[{MASK}].*| for)?",
    re.IGNORECASE,
)
_NEW_ITEM = re.compile(rf"(?:an?|some|another|plus|and|also|with|including|{NUMBER})\b", re.IGNORECASE)
SELF_PATTERN = re.compile(
    r"(?:sole trader|self-employed|freelance|freelancer|retired|single (?:mum|mom|dad|parent)|widow(?:er|ed)?|pensioner"
    r"|student|newly \w+|first-time|new (?:mum|dad|parent|in town))\b",
    re.IGNORECASE,
)
_MADE_OCCASION = re.compile(
    r"\b(?:cooked|catered|prepared|delivered|served|planned|organi[sz]ed|filmed|photographed)\b", re.IGNORECASE
)
_ENOUGH = re.compile(
    r"\b(?:should|would|will) (?:do (?:it|nicely|fine|the (?:job|trick))|be (?:enough|plenty))$", re.IGNORECASE
)
_SITE = re.compile(
    rf"(?:an? |our |my )?(?:\w+ )?(?:garden|house|flat|bungalow|office|cottage|apartment|shop|kitchen|loft"
    rf"|terrace|semi|bathroom)"
    rf"(?: (?:is|in|near|at|off|on|by|behind))?\s*{MASK}",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"(?:my |our |the )?[a-z'-]+(?: [a-z'-]+)? (?P<verb>[a-z]+ed)(?: (?:up|out|down|in))?(?=\s*$)", re.IGNORECASE
)
"""Thing and what is to be done to it: "books sorted"."""
_ORDER = re.compile(
    r"(?:please )?(?:bring|mind|note|remember|expect|ask for|use|park|ring|call|text|wear) ", re.IGNORECASE
)
"""Order to whoever comes, which is no need of its own."""
_ELLIPTIC = re.compile(
    r"(?:(?:just|recently|finally|already) )*(?:got|been|had|bought|moved|inherited|lost|started|tried|became|retired"
    r"|turned|found|have been|can't|cannot|couldn't) (?!rid\b)\w",
    re.IGNORECASE,
)
_GERUND = re.compile(
    r"(?P<verb>[a-z]+ing)\s+(?:(?:up|out|down|off|after|for|on|with|away|in|over)\s+)?(?:a|an|the|my|our|his|her"
    rf"|their|some|two|three|four|five|six|\d+|[a-z]+'s)\s+[a-z0-9{MASK}]",
    re.IGNORECASE,
)
_ADJECTIVE = re.compile(
    r"(?:vegan|vegetarian|low-key|quiet|simple|small|medium|large|big|casual|formal|outdoor|indoor|gentle|calm"
    r"|discreet|friendly|patient|reliable|experienced)\s",
    re.IGNORECASE,
)


def read_fragments(draft: Draft) -> None:
    """Read what is left between the marks: framing, statements, qualities, and lists without a verb."""
    for bare in (False, True):
        for start, end in list(find_sentences(draft)):
            for part in _PART_PATTERN.finditer(draft.rest, start, end):
                if MASK not in part[0] or re.search(r"\w{2,}", part[0].replace(MASK, " ")):
                    _read_fragment(draft, part.span(), bare=bare)
        if draft.needs:
            break
    for start, end in list(find_sentences(draft)) if draft.needs else ():
        for part in _PART_PATTERN.finditer(draft.rest, start, end):
            if left := draft.trim(part.span()):
                _read_extra(draft, left)


def _read_fragment(draft: Draft, span: Span, *, bare: bool) -> None:
    """Read one part; if `bare`, a few words beside a limit are a need though they name no role or service."""
    lead = _CONJUNCTION_PATTERN.match(draft.rest, *span)
    start, end = (lead.end() if lead else span[0]), span[1]
    if framing := FRAMING_PATTERN.match(draft.rest, start, end):
        draft.claim(framing.span())
        start = framing.end()
    found = draft.trim((start, end))
    if found is None:
        return
    words = draft.rest[found[0] : found[1]]
    who = _WHO_WORKS.match(words)
    if draft.needs and (
        _is_detail(draft, found)
        or _is_self(draft, found)
        or _ENOUGH.search(words)
        or _SITE.match(draft.rest, found[0], end)
    ):
        _read_circumstance(draft, (found[0], end))
    elif _in_brackets(draft, found) and not _NEW_ITEM.match(words):
        draft.prefer(found)
    elif draft.needs and (_ELLIPTIC.match(words) or _ORDER.match(words)):
        _read_circumstance(draft, (found[0], end))
    elif who and re.fullmatch(r"who \w+ (?:this|these|those|that|them|it|such things)(?: \w+)?", words, re.IGNORECASE):
        draft.claim(found)
    elif who and work_base(who["verb"]):
        read_work(draft, found[0] + who.start("verb"), found[1])
    elif (person := GENERIC_PATTERN.match(words)) and _FOR_WORK.match(words, person.end()):
        read_items(draft, found[0], end)
    elif person and _reads_work(draft, found[0], (found[0] + person.end(), end)):
        draft.claim((found[0], found[0] + person.end()))
    elif CIRCUMSTANCE_PATTERN.match(words):
        _read_circumstance(draft, (found[0], end))
    elif soft := _SOFT_LEAD.match(words):
        _read_soft(draft, (found[0], found[0] + soft.end()), end)
    elif (wish := _PLACE_WISH.match(words)) and _SOFT_TAIL.search(draft.rest[found[0] : end]):
        add_need(draft, (found[0] + wish.start("what"), found[0] + wish.end("what")), required=False)
    elif _HEARSAY.search(words) or _PART_OF.match(words) or (draft.needs and _STATEMENT.match(words)):
        draft.prefer(found)
    elif _opens_with_gerund(draft, found) or (
        opens_with_work(words) and not (draft.needs and words.lower().startswith("to "))
    ):
        read_work(draft, *found)
    elif _MADE_OCCASION.search(draft.text[found[0] : end].split(",")[0]) and _is_occasion(words):
        add_need(draft, (found[0], found[0] + len(draft.text[found[0] : end].split(",")[0])))
    elif _is_occasion(words):
        draft.topic = draft.topic or find_topic(words)
        draft.claim(found)
    elif QUALITY_PATTERN.match(words) and not (not draft.needs and _is_described_service(words)):
        read_modifiers(draft, (found[0], end))
    elif _may_be_needs(draft, found, bare=bare and not _in_statement(draft, found)):
        before = len(draft.needs)
        if (done := _DONE.match(words)) and work_base(done["verb"]):
            add_need(draft, (found[0], found[0] + done.end()))
        read_items(draft, found[0], end, strict=bool(draft.needs))
        draft.weak.extend(need.span for need in draft.needs[before:] if need.span and need.span[0] == found[0])
    if draft.needs and (left := draft.trim((start, end))) and _read_extra(draft, left):
        return
    if draft.needs and (left := draft.trim((start, end))) and _is_quality(draft, left):
        draft.prefer(left)


def _reads_work(draft: Draft, start: int, span: Span) -> bool:
    """Read what a person without a trade is to do or to have, "anyone | teach knitting", and return whether it says so."""
    words = draft.rest[span[0] : span[1]]
    if (verb := re.match(r"\s+(?P<verb>[a-z]+)\s+[a-z]", words, re.IGNORECASE)) and is_work_verb(verb["verb"]):
        read_work(draft, span[0] + verb.start("verb"), span[1])
        return True
    if re.match(r"\s+with (?:[\w-]+ ){1,4}to [a-z]+ ", words, re.IGNORECASE):
        return read_items(draft, start, span[1])
    if tool := re.match(r"\s+(?:(?:handy|good|clever|skilled) )?(?:with|at) (?=[a-z])", words, re.IGNORECASE):
        return not draft.needs and read_items(draft, span[0] + tool.end(), span[1])
    return False


def _in_statement(draft: Draft, span: Span) -> bool:
    """Return whether words stand behind a statement in its sentence: "My father is 84, | grumpy"."""
    start = max((draft.text.rfind(mark, 0, span[0]) for mark in ".!?;\n"), default=-1) + 1
    before = draft.text[start : span[0]].replace("’", "'").strip()
    return bool(CIRCUMSTANCE_PATTERN.match(before))


def _is_detail(draft: Draft, span: Span) -> bool:
    """Return whether words say more about what stands right before: after the colon of a need, or an amount "and"."""
    colon = draft.text.rfind(":", 0, span[0])
    if colon >= 0 and not re.search(r"[.!?;\n]", draft.text[colon : span[0]]):
        start = len(draft.text[:colon].rstrip())
        if any(need.span and need.span[1] == start and is_work_verb(need.need.split()[0]) for need in draft.needs):
            return True
    before = re.sub(r"\s*\b(?:and|plus)(?: (?:an?|some|the))?\s*$", "", draft.text[: span[0]])
    joined = len(before) < len(draft.text[: span[0]].rstrip())
    return joined and any(each.kind == "budget" and each.span[1] == len(before) for each in draft.mentions)


def _is_self(draft: Draft, span: Span) -> bool:
    """Return whether words stand in a sentence in which people describe themselves: "Sole trader, joiner"."""
    start = max((draft.text.rfind(mark, 0, span[0]) for mark in ".!?;\n"), default=-1) + 1
    sentence = re.split(r"[.!?;\n]", draft.text[start:], maxsplit=1)[0]
    return bool(SELF_PATTERN.match(sentence.lstrip())) and not any(
        need.span and start <= need.span[0] < start + len(sentence) for need in draft.needs
    )


def _in_brackets(draft: Draft, span: Span) -> bool:
    """Return whether words stand in brackets behind a need, which they say more about: "interpreter (BSL)"."""
    opening = draft.text.rfind("(", 0, span[0])
    if opening < 0 or draft.text.find(")", opening, span[0]) >= 0:
        return False
    before = len(draft.text[:opening].rstrip())
    return any(need.span and need.span[1] == before for need in draft.needs)


def _read_extra(draft: Draft, span: Span) -> bool:
    """Read a short sentence that adds a thing, "Tea afterwards", or an item between: "a cake, pierogi and a DJ"."""
    words = draft.rest[span[0] : span[1]]
    match = _EXTRA.fullmatch(words)
    quality = match and not match["added"] and QUALITY_PATTERN.match(words)
    if match is None or _is_occasion(words) or CIRCUMSTANCE_PATTERN.match(words) or quality:
        return False
    before, after = draft.text[: span[0]].rstrip(), draft.text[span[1] :].lstrip()
    start = max((before.rfind(mark) for mark in ".;:!?\n"), default=-1) + 1
    stop = re.search(r"[.;:!?\n]|$", draft.text[span[1] :])
    end = span[1] + (stop.start() if stop else 0)
    earlier = any(need.span and start <= need.span[0] < span[0] for need in draft.needs)
    later = any(need.span and span[1] <= need.span[0] < end for need in draft.needs)
    added = bool(match["added"]) and not before[start:].strip() and not re.match(r"[^.;:!?\n]", after)
    last = bool(re.search(r"\b(?:and|plus|&)$", before, re.IGNORECASE))
    if added or (earlier and (later or last) and re.search(r"(?:,|\b(?:and|plus)|&)$", before, re.IGNORECASE)):
        return add_need(draft, (span[0], span[0] + match.end("what")))
    return False


def _opens_with_gerund(draft: Draft, span: Span) -> bool:
    """Return whether a sentence that asks for nothing else begins with work in -ing: "Looking after two cats"."""
    words = draft.rest[span[0] : span[1]]
    match = _GERUND.match(words)
    if match is None or not work_base(match["verb"]):
        return False
    start, end = next((each for each in find_sentences(draft) if each[0] <= span[0] < each[1]), span)
    return not draft.rest[start : span[0]].strip(" \n,!.") and not any(
        need.span and start <= need.span[0] < end for need in draft.needs
    )


def _is_described_service(words: str) -> bool:
    """Return whether a service follows an adjective: "gentle yoga for our office"."""
    plain = re.split(rf"[{MASK},]| (?:for|in|with|who|that|to|on|at|from|near)\b", words)[0].strip()
    return bool(_ADJECTIVE.match(plain)) and is_service(plain)


def _read_soft(draft: Draft, lead: Span, end: int) -> None:
    """Read what follows "ideally" or "maybe": things that would be nice, or else a wish."""
    words = draft.rest[lead[1] : end]
    if re.match(r"(?:an?|some|someone|somebody|two|three|\d+)\b", words) or is_service(words):
        read_items(draft, lead[1], end, required=False)
        draft.claim(lead)
    else:
        draft.prefer((lead[0], end))


def _read_circumstance(draft: Draft, span: Span) -> None:
    words = draft.rest[span[0] : span[1]]
    draft.topic = draft.topic or (find_topic(words) if re.search(OCCASION, words, re.IGNORECASE) else "")
    for piece in re.finditer(rf"[^{MASK}]+", words):
        draft.prefer((span[0] + piece.start(), span[0] + piece.end()))


def opens_with_work(words: str) -> bool:
    """Return whether words are an order: a verb of work with an object."""
    match = re.match(
        rf"\s*(?:please |pls |to )?([a-z]+)\s+(?:(?:up|out|down|off|after|for|on|with|away|in)\s+)?([a-z0-9{MASK}]+)",
        words,
        re.IGNORECASE,
    )
    if match is None or not is_work_verb(match[1]):
        return False
    determiner = re.search(
        r"^\s*(?:please |pls |to )?\w+ (?:\w+ )?(?:[\w-]+'s|a|an|the|my|our|his|her|their|me|us|some|two|three|this"
        r"|these|those|for|after|\d+)\b",
        words,
        re.IGNORECASE,
    )
    return bool(determiner) or not is_service(match[1] + " " + match[2])


def _is_occasion(words: str) -> bool:
    return bool(
        re.match(
            rf"(?:(?:it's|it is|for)\s+)?(?:[\w'-]+\s+){{0,4}}{OCCASION}\b(?!\s+(?!for|in|at|on|of|with|and|to"
            rf"|coming|soon|party|{MASK})\w)",
            words,
            re.IGNORECASE,
        )
    ) and not re.search(
        r"\b(?:photographer|planner|band|cake|venue|caterer|singer|dress|makeup)\b", words, re.IGNORECASE
    )


def _may_be_needs(draft: Draft, span: Span, *, bare: bool) -> bool:
    """Return whether a phrase without a verb asks for something: a role or a service, or a phrase next to a limit."""
    words = draft.rest[span[0] : span[1]]
    if (person := GENERIC_PATTERN.match(words)) and POST_PATTERN.match(words, person.end()):
        return True
    if not draft.needs and re.match(r"there(?:'s| is| are)|it's", words, re.IGNORECASE):
        return False
    plain = re.split(rf"[{MASK}]| (?:for|in|with|who|that|to|on|at|from|near)\b", words)[0].strip()
    if re.match(r"(?:an?|some|two|three|four)\s+\w", words, re.IGNORECASE):
        return True
    if not re.search(r"[a-z]{2}", plain, re.IGNORECASE):
        return False
    if re.match(r"(?:somewhere|something) to \w", words, re.IGNORECASE):
        return True
    if re.search(r" [a-z]+ed$", plain) and work_base(plain.split()[-1]):
        return True
    if any(is_service(item) for item in re.split(r",| and | or | & | plus ", plain)):
        return True
    clause = re.search(
        r"\b(?:is|are|isn't|aren't|was|were|it|agrees?|than|has|have|not|do|does)\b", words, re.IGNORECASE
    )
    return bare and not draft.needs and not clause and bool(draft.mentions) and len(plain.split()) <= 5


def _is_quality(draft: Draft, span: Span) -> bool:
    """Return whether what is left of a demand is a short wish beside a need, in common words."""
    words = draft.rest[span[0] : span[1]]
    return len(words.split()) <= 12 and bool(QUALITY_PATTERN.match(words))
