"""Phrases of English demands: the things asked for in a list of nouns, and the work in a verb phrase."""

import re
from collections.abc import Iterable

from coordinator.simulated.english_draft import MASK, Draft, add_need
from coordinator.simulated.english_modifiers import read_modifiers, read_tail, without_purpose
from coordinator.simulated.english_requests import (
    ACTION_PATTERN,
    OTHER_PATTERN,
    PART_PATTERN,
    POST_PATTERN,
    TEACHING_PATTERN,
    UNIT_PATTERN,
)
from coordinator.simulated.english_words import ANYONE, KIN, OCCASION, is_service, is_work_verb, work_base
from coordinator.simulated.english_work import GENERIC_PATTERN, ITEM_END, VERB_END, split_work
from negotiation.contracts.demand import Span
from negotiation.understanding.english_numbers import NUMBER, parse_english_number

_SOFT_PATTERN = re.compile(
    r"\b(?:ideally|maybe|perhaps|possibly|if possible|would be (?:nice|lovely|a bonus|a plus)|bonus|optional(?:ly)?"
    r"|nice to have|at a push|preferably|might)\b",
    re.IGNORECASE,
)
_LEAD_PATTERN = re.compile(
    rf"[\s,.;:!?&+*•{MASK}–—-]*+(?:\b(?:also|and|or|but|plus|then|just|only|maybe|perhaps|ideally|possibly"
    r"|preferably|even|both|either|please|pls|still|really|well|so|some sort of|some kind of|kind of|sort of"
    r"|either)\b[\s,:]*)*"
    r"(?:(?:a|an|the|some|any|my|our|his|her|their|your|another|this|that|these|those|few|a few|several|good"
    r"|really good|decent|a bit of|a lot of|lots of|other|somewhere(?! (?:to|that|where|with|we|i)\b)"
    rf"|something like)[\s{MASK}]+)*",
    re.IGNORECASE,
)
_COUNT_PATTERN = re.compile(
    rf"(?P<count>{NUMBER}|\ba pair of|\ba couple(?: of)?)(?: x)?\s+(?:(?:or (?:two|three|four|so)|other"
    rf"|more)\s+)?(?:(?:or|to|-|–)\s*{NUMBER}\s+)?(?=[a-z])",
    re.IGNORECASE,
)
_MODIFIER_PATTERN = re.compile(
    r"(?:for|who|whom|that|which|whose|with|to|in|at|from|into|because|since|as|if|so|when|while|where|before|after"
    r"|until|near|around|during|by|within|we|i|he|she|they|it|i'm|we're|he's|she's|it's|must|should|also|not"
    r"|nothing)\b",
    re.IGNORECASE,
)
_CLAUSE_PATTERN = re.compile(
    r"(?:is|are|was|has|can|could|will|would|should|must)\b(?! (?:needed|wanted|required))", re.IGNORECASE
)
_TO_WORK = re.compile(
    rf"\s*+[{MASK}]*+\s*+(?:,\s*)?(?:(?:who|that|which)(?:'ll|'d)\s+|(?:(?:who|that|which)(?: (?:actually|really"
    r"|also|still|always|just|often|usually))? )?(?:(?:can|could|will|would|might|may|is able to|are able to"
    r"|is willing to|is good at|knows how to|know how to|able to|willing to|happy to|available to|does|do|has to"
    rf"|to come and|to|for|with)\s+))(?:(?:sit (?:down )?with (?:\w+ )?\w+(?: on(?: an?)?)?(?:\s*[{MASK}]+)? and "
    r"|come (?:and|to|over and|round and|out and) |help (?!out\b)(?:us |me )?(?:to |with )?|please |also |maybe "
    r"|be able to ))*",
    re.IGNORECASE,
)
_HELP_PATTERN = re.compile(
    r"(?:some |a bit of |a little |any |your )?(?:help|hand|assistance|(?:quotes?|estimates?)(?= (?:for|on"
    r"|to) \w+ing )|lessons?(?= (?:(?:me |us )?(?:with|on|in|about|for)|to (?:learn|play|speak|drive|use)) )"
    r"|(?:support|advice|guidance"
    r"|input)(?= (?:me |us )?(?:with|on|to|in|about|from|for) ))\s+(?:me |us )?(?:(?:with|on|to|in|about|from"
    r"|for)\s+)?(?:\b(?:how to)\s+)?",
    re.IGNORECASE,
)


_FITTING = re.compile(
    rf"(?:quiet|free|sunny|nice|good|convenient|suitable|normal|random|spare|dry|early|late)(?=\s*{MASK})",
    re.IGNORECASE,
)
_NATURE = re.compile(
    r"\s+with (?:an? )?(?:[a-z-]+ ){0,2}?(?:voice|hands?|heart|smile|ear|touch|nature|eye|manner|patience"
    r"|experience|sense of humou?r)"
    r"(?= to\b)",
    re.IGNORECASE,
)


_HAVING = re.compile(r"\s+(?P<what>with (?:[\w-]+ ){1,4})to (?P<verb>[a-z]+) ", re.IGNORECASE)
"""What a person has who is to do some work: "with nursing experience to sit"."""


_HELPERS = re.compile(r"(?:volunteers?|helpers?|students?)\b", re.IGNORECASE)


def _with_helpers(draft: Draft, start: int) -> None:
    """Name the helpers whom a text asks for in the last need, with their work: "volunteers to carry tables"."""
    need = draft.needs[-1]
    if need.span and start < need.span[0]:
        draft.needs[-1] = need.model_copy(
            update={"need": draft.text[start : need.span[1]], "span": (start, need.span[1])}
        )


def read_items(draft: Draft, start: int, end: int, *, required: bool = True, strict: bool = False) -> bool:
    """Read a list of nouns between two offsets, and return whether it holds a need.

    Each item is a need without its article and number; what follows an item ("for our wedding", "who drives") is a
    purpose or a preference.

    Args:
        draft: Draft to read from and to note in.
        start: Where the first item begins.
        end: Where the list ends.
        required: Whether the items are needed; one that says "maybe" is not.
        strict: Whether an item counts only if it is a role or a service, or has an article or a number.
    """
    found = False
    offset, first = start, True
    while offset < end:
        offset, one = _read_item(draft, offset, end, required=required, strict=strict and not found, first=first)
        found, first = found or one, False
    return found


def _read_item(draft: Draft, start: int, end: int, *, required: bool, strict: bool, first: bool) -> tuple[int, bool]:
    """Read one item and what follows it; return where the next one begins and whether it is a need."""
    text = draft.rest
    lead = _LEAD_PATTERN.match(text, start, end)
    begin = lead.end() if lead else start
    soft = bool(_SOFT_PATTERN.search(re.split(r"[.,;!?]", draft.text[max(0, start - 24) : begin])[-1])) or not required
    joined = bool(re.search(r"\b(?:and|or|plus)\b|&", draft.text[max(0, start - 5) : begin], re.IGNORECASE))
    article = bool(re.search(r"\b(?:a|an|some|another|several|few)\s+$", text[start:begin], re.IGNORECASE))
    if begin >= end:
        return end, False
    if (
        not first
        and text[:begin].rstrip().endswith("(")
        and not article
        and not re.match(r"\d|including", text[begin:])
    ):
        close = re.compile(rf"[){MASK}]|$").search(text, begin, end)
        last = close.start() if close else end
        draft.prefer((begin, last))
        return last + 1, False
    generic = GENERIC_PATTERN.match(text, begin, end)
    if generic and (nature := _NATURE.match(text, generic.end(), end)):
        draft.prefer(nature.span())
        text = draft.rest
    if generic and (having := _HAVING.match(text, generic.end(), end)) and is_work_verb(having["verb"]):
        draft.prefer(having.span("what"))
        return read_work(draft, having.start("verb"), end, count=_leading_count(generic[0]), required=not soft)
    if generic and (work := _working_from(text, generic.end(), end)):
        draft.claim((start, work))
        return read_work(draft, work, end, count=_leading_count(generic[0]), required=not soft)
    if generic and (post := POST_PATTERN.match(text, generic.end(), end)) and not is_service(generic[0]):
        return post.end(), add_need(draft, (begin, post.end()), count=_leading_count(generic[0]), required=not soft)
    if (
        generic
        and (work := _TO_WORK.match(text, generic.end(), end))
        and not re.match(rf"(?:my|our) {KIN}", text[work.end() :], re.IGNORECASE)
    ):
        count = _leading_count(generic[0])
        draft.claim((start, work.end()))
        before = len(draft.needs)
        result = read_work(draft, work.end(), end, count=count, required=not soft)
        if (helpers := _HELPERS.search(generic[0])) and len(draft.needs) == before + 1:
            _with_helpers(draft, generic.start() + helpers.start())
        return result
    if (
        (assistance := _HELP_PATTERN.match(text, begin, end))
        and assistance.end() < end
        and text[assistance.end()] != MASK
    ):
        draft.claim((start, assistance.end()))
        if re.compile(r"(?:an?|the|my|our|his|her|their|some)\s", re.IGNORECASE).match(text, assistance.end(), end):
            return assistance.end(), False
        return read_work(draft, assistance.end(), end, required=not soft)
    if not article and (modifier := _MODIFIER_PATTERN.match(text, begin, end)):
        stop = re.compile(r"[,;:.!?\n]|$").search(text, modifier.end(), end)
        last = stop.start() if stop else end
        read_modifiers(draft, (begin, last))
        return last + 1, False
    if (fit := _FITTING.match(text, begin, end)) and article:
        draft.prefer(fit.span())
        return fit.end(), False
    count = 1
    if unit := UNIT_PATTERN.match(text, begin, end):
        draft.prefer((start, unit.end()))
        return max(unit.end(), start + 1), False
    if part := PART_PATTERN.match(text, begin, end):
        read_modifiers(draft, (begin, part.end()))
        return part.end() + 1, False
    if counted := _COUNT_PATTERN.match(text, begin, end):
        number = "2" if "pair" in counted["count"].lower() or "couple" in counted["count"].lower() else counted["count"]
        count, article, begin = parse_english_number(number) or 1, True, counted.end()
        inner = _LEAD_PATTERN.match(text, begin, end)
        begin = inner.end() if inner else begin
    stop = _item_stop(text, begin, end, draft.phrases)
    words = text[begin : stop.start()].strip()
    follow = stop.end()
    place = re.fullmatch(
        r"(?:[\w'-]+ )?(?:place|somewhere|something|anywhere|room|space|spot|way|how|group|club|course|class|class"
        r"|workshop|machine|tool)",
        words,
        re.IGNORECASE,
    )
    if stop["tail"] is not None and place and re.match(r"to \w", text[stop.end() :]):
        verb = VERB_END.search(text, stop.end(), end)
        joint = re.search(
            r"(?: and| plus|,)(?: also)? (?:an?|some|two|three|someone|somebody) ",
            text[stop.end() : verb.start() if verb else end],
        )
        last = stop.end() + joint.start() if joint else verb.start() if verb else end
        return last, add_need(draft, (begin, last), count=count, required=not soft)
    if not first and stop["tail"] is not None and _CLAUSE_PATTERN.match(text, stop.end(), end):
        after = re.compile(r"[,;]|$").search(text, stop.end(), end)
        return (after.end() if after and after.end() > begin else end), False
    strict = strict or not (first or joined or _is_listed(text, stop, end))
    occasion = re.fullmatch(rf"(?:[\w'-]+ ){{0,4}}{OCCASION}", words, re.IGNORECASE)
    with_items = occasion and re.match(r"with ", text[follow:])
    is_need = bool(words) and (not strict or article or is_service(words)) and not with_items
    if re.fullmatch(r"(?:[\w'-]+ )+only", words, re.IGNORECASE) or re.match(
        r"\s+only\b", text[stop.start() : end], re.IGNORECASE
    ):
        draft.prefer((begin, stop.start() + 5 if stop["tail"] is not None else stop.start()))
        is_need = False
    if (
        (
            re.fullmatch(rf"(?:{ANYONE}|it|them|one|him|her|this|that|us|me|you)", words, re.IGNORECASE)
            and stop["tail"] is None
            and not article
            and not is_service(words)
        )
        or (generic and generic.end() == stop.start() and not is_service(words))
        or re.fullmatch(r"(?!family|assembly|supply|early)[a-z]{3,}ly [A-Z][a-z]+", words)
        or (TEACHING_PATTERN.match(words) and _taught(draft))
    ):
        is_need = False
    if with_items:
        draft.topic = draft.topic or words
        draft.claims.append((begin, follow + 5))
        return follow + 5, False
    noted = is_need and add_need(
        draft, (begin, stop.start()), count=count, required=not soft and not _said_soft(text, stop.end(), end)
    )
    if noted:
        draft.claim((start, begin))
    if stop["tail"] is not None or stop["mask"] is not None:
        follow = read_tail(draft, follow if stop["tail"] is not None else stop.end(), end)
    return max(follow, start + 1), noted


def _working_from(text: str, start: int, end: int) -> int | None:
    """Return where the work begins that a person is said to do: "who actually | bakes the cake"; None without it."""
    match = ACTION_PATTERN.match(text, start, end)
    return match.start("verb") if match and work_base(match["verb"]) else None


def _taught(draft: Draft) -> bool:
    return any(re.match(r"(?:learn|teach|study|practi[sc]e)\b", need.need, re.IGNORECASE) for need in draft.needs)


def _is_listed(text: str, stop: re.Match[str], end: int) -> bool:
    """Return whether an item stands inside an enumeration that an "and" ends."""
    rest = re.split(rf"[.;:!?{MASK}]", text[stop.start() : min(end, stop.start() + 400)])[0]
    return (
        bool(
            re.match(
                r"\s*,\s*(?:[\w' -]{2,40},\s*){0,8}[\w' -]{2,40}?,? (?:and|or|plus|&) \w|\s*,?\s+(?:and|or|plus) \w",
                rest,
            )
        )
        and stop["separator"] is not None
    )


def _said_soft(text: str, start: int, end: int) -> bool:
    return bool(
        re.match(
            r"\s*(?:would be|if possible|maybe|perhaps|optional|might)\s*(?:nice|lovely|a bonus|a plus|$)?",
            text[start:end],
            re.IGNORECASE,
        )
    ) and bool(_SOFT_PATTERN.match(text, start, end))


def _item_stop(text: str, begin: int, end: int, phrases: Iterable[Span] = ()) -> re.Match[str]:
    """Return the end of a noun phrase; "sound and light engineer" is one if only its last noun is a role."""
    offset = max(
        (
            last
            for first, last in phrases
            if begin <= first < begin + 40 and last <= end and not ITEM_END.search(text, begin + 1, first)
        ),
        default=begin,
    )
    while True:
        stop = ITEM_END.search(text, max(offset, begin + 1), end)
        if stop is None:
            return _must_match(text, end)
        word = stop["separator"].strip().lower() if stop["separator"] is not None else ""
        joined = word == "and"
        if (
            word == "or"
            and re.match(r"(?:an? |some |something |anything )?[a-z]", text[stop.end() : end], re.IGNORECASE)
            and not re.match(
                r"(?:two|three|so|more|less|someone|somebody|anyone|anybody)\b", text[stop.end() : end], re.IGNORECASE
            )
        ):
            offset = stop.end()
            continue
        if word == "or" and re.search(r"\b(?:an?|some|any)\s+$", text[max(0, begin - 5) : begin], re.IGNORECASE):
            other = re.compile(r"(?!(?:an?|some|any|two|three|so|more|less|someone|somebody)\b)[a-z]", re.IGNORECASE)
            if other.match(text, stop.end(), end):
                offset = stop.end()
                continue
        if stop["separator"] is not None and OTHER_PATTERN.match(text, stop.start()):
            offset = stop.end()
            continue
        if joined and re.search(r"\b(?:a|an)\s+$", text[max(0, begin - 4) : begin], re.IGNORECASE):
            rest = re.match(r"([a-z][\w-]*) ([a-z][\w-]*)", text[stop.end() : end], re.IGNORECASE)
            first = text[begin : stop.start()].strip()
            if (
                rest
                and " " not in first
                and not is_service(first)
                and rest[1].lower() not in ("a", "an", "the", "some", "someone", "somebody")
                and is_service(rest[2])
            ):
                offset = stop.end()
                continue
        return stop


def _must_match(text: str, end: int) -> re.Match[str]:
    found = re.compile(r"(?P<separator>)(?P<tail>x)?(?P<mask>x)?(?P<end>x)?").match(text, end)
    assert found is not None
    return found


def _leading_count(words: str) -> int:
    counted = re.match(rf"({NUMBER})(?:\s|-|–)", words, re.IGNORECASE)
    return (parse_english_number(counted[1]) or 1) if counted else 1


def read_work(draft: Draft, start: int, end: int, *, count: int = 1, required: bool = True) -> tuple[int, bool]:
    """Read the work that somebody is to do; return where reading goes on and whether it is a need."""
    found = False
    for piece in split_work(draft.rest, start, end):
        if piece.work:
            found = add_need(draft, without_purpose(draft, piece.span), count=count, required=required) or found
        else:
            found = read_items(draft, *piece.span, required=required) or found
    last = VERB_END.search(draft.rest, start, end)
    return (max(last.end(), start + 1) if last else end), found
