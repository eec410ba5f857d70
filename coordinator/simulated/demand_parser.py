"""Parser of a demand: needs, limits, wishes and exclusions, from its tags and the limits that it states (TW-501)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from coordinator.simulated.chinese_limits import read_limits
from coordinator.simulated.demand_tagger import TaggedSpan, TaggedText, TagKind, tag_demand
from coordinator.simulated.demand_tone import detect_tone
from coordinator.simulated.demand_topic import find_occasion, find_topic
from coordinator.simulated.english_limits import build_limits, find_changes, find_rates
from coordinator.simulated.english_title import name_needs
from coordinator.simulated.need_count import find_count
from coordinator.simulated.need_deduplication import deduplicate_needs
from coordinator.simulated.need_segmentation import join_named, split_lines, split_named
from coordinator.simulated.parsed_demand import ParsedDemand
from coordinator.simulated.request_classifier import MIN_PROBABILITY, asks_for_something, request_probability
from coordinator.simulated.settled_needs import mark_settled
from negotiation.contracts.demand import DemandLimits, Need, Span, TextSpan
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.demand_travel_terms import find_paid_travel
from negotiation.understanding.chinese_characters import simplify
from negotiation.understanding.mention import Mention
from negotiation.understanding.mentions import overlaps
from negotiation.understanding.title import build_title
from shared.core.language import Language

MAX_UNWANTED = 7
"""Maximum number of unwanted things; further ones stay not understood."""

_LAST_WORDS = re.compile(
    r"(?:[\s,，、]+(?:of|for|to|with|and|or|in|at|on|by|from|the|an?|my|our|please|pls|thanks))+$|[\s,，、。.;；:：]+$",
    re.IGNORECASE,
)
"""Words at the end of a need that belong to what follows it."""

_FIRST_WORDS = re.compile(
    r"^(?:(?:an?|the|my|our|some|his|her|their)\s+|[-,.;:，、。；：]+\s*)+",
    re.IGNORECASE,
)

_READ_LETTER = re.compile(r"[0-9A-Za-z\u00c0-\u024f\u3400-\u9fff\uff10-\uff5a\U00020000-\U0003ffff]")
"""Letter or digit of a writing in which demands are read."""

_SOMEONE_FOR = re.compile(r"(?:some|any)(?:one|body) for (?:the )?", re.IGNORECASE)

_WAY = re.compile(r"(?:from|to|towards|out of|outside)\b|去|到|从|来自|回(?!龙|民)|飞|赴|离开", re.IGNORECASE)
"""Beginning of a place that is left or travelled to."""

_WEEKDAY_ALONE = re.compile(
    r"(?:on |this |next )*(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:today|tomorrow|tonight)|[今明后]天|(?:这|下)?(?:周|星期|礼拜).",
    re.IGNORECASE,
)
"""Words of a day that a story names as easily as a limit."""

_WITHOUT = re.compile(r"(?<=\w)\s+(?:without|instead of|rather than|but no)\s+(?:an?|any|the)?\s*(?=\w)", re.IGNORECASE)
_NOT_INSIDE = re.compile(
    r"(?<=\w)(?:\s*[,，;；(（]\s*|\s+)(?:but )?(?:(?:not|no|never)\s+(?:an?|any|the)?\s*"
    r"|(?:而?不是|不要|不用|别要|别找|不找|不请))(?=\w)",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"(?:不要|不用|不需要|不想要|别(?:要|来|搞|弄|请|安排)?|免了?|not\b|no\b|without\b|don['’]t (?:want|need)) ?(?:an?|any|the)? ?",
    re.IGNORECASE,
)
"""Beginning of words that rule something out."""


def parse_demand(text: str, language: Language, mentions: Sequence[Mention]) -> ParsedDemand:
    """Return what a demand asks for, keeps to, wishes and rules out; words of no part are not understood.

    A text that asks for nothing (`request_classifier`) has no needs.

    Args:
        text: Text of the demand.
        language: Its language.
        mentions: Limits that its words could state (`find_mentions`).
    """
    is_request = asks_for_something(text)
    is_sure = request_probability(text) >= MIN_PROBABILITY
    tagged = tag_demand(text, language, mentions, is_request=is_request, is_sure=is_sure)
    tagged = mark_settled(text, tagged) if is_request else tagged
    tagged = replace(tagged, spans=tuple(_refused_names(text, split_lines(text, tagged.spans))))
    travel = find_paid_travel(text)
    tagged = replace(tagged, spans=tuple(each for each in tagged.spans if not _is_within(each.span, travel)))
    mentions = _drop_story(text, mentions, tagged)
    unique = deduplicate_needs(text, language, tuple(_read_needs(text, language, tagged)))
    needs = unique.needs
    limits, wishes, refused = _read_limits(text, language, mentions)
    taken = [need.span for need in needs if need.span]
    unwanted = (_cut_refusal(text, span) for span in _spans(tagged, "unwanted"))
    not_wanted = _free([*unwanted, *refused], taken)[:MAX_UNWANTED]
    preferences = (
        _free([*_spans(tagged, "preference"), *unique.details, *wishes], [*taken, *not_wanted]) if needs else []
    )
    known = [*taken, *not_wanted, *preferences, *tagged.background]
    topic = find_topic(blank(text, travel), language, mentions)
    names = name_needs(needs) if language == "en" else [need.need for need in needs]
    return ParsedDemand(
        needs=needs,
        limits=limits,
        preferences=_texts(text, preferences),
        not_wanted=_texts(text, not_wanted),
        claims=tuple(
            sorted(
                {
                    *tagged.background,
                    *travel,
                    *unique.occasions,
                    *find_changes(mentions, text),
                    *_counts(text, language, tagged),
                    *(_occasion_spans(text, topic, language, known) if needs else ()),
                }
            )
        ),
        tone=detect_tone(text, language),
        title=build_title(topic, names, limits, language),
        topic=topic,
        mentions=tuple(mentions),
    )


def blank(text: str, spans: Sequence[Span]) -> str:
    """Return a text with spaces in place of some spans, so that all other words stay where they are."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _is_within(span: Span, others: Sequence[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in others)


def _drop_story(text: str, mentions: Sequence[Mention], tagged: TaggedText) -> list[Mention]:
    """Return the mentions that state a limit: without those of what a demand tells besides.

    If no place is left, the first one counts at which somebody is: not one from or to which the way leads. If no day is
    left, the first one counts that is told by more than the day of the week.
    """
    kept = [mention for mention in mentions if not _is_of_story(mention, tagged)]
    firm = [mention for mention in mentions if not (mention.excluded or mention.soft)]
    places = [mention for mention in firm if mention.kind == "place"]
    if not any(mention in places for mention in kept):
        kept.extend([place for place in places if not _WAY.match(text, *place.span)][:1])
    if not any(mention.kind in ("dates", "weekdays") and mention in firm for mention in kept):
        days = [mention for mention in firm if mention.kind == "dates"]
        kept.extend([day for day in days if not _WEEKDAY_ALONE.fullmatch(text, *day.span)][:1])
    return sorted(kept, key=lambda mention: mention.span)


def _is_of_story(mention: Mention, tagged: TaggedText) -> bool:
    """Return whether a mention states no limit: none of its words is tagged, or it says which language a need is about.

    An amount, a number of people and a day that is ruled out count in any case.
    """
    if mention.kind in ("budget", "people") or (mention.kind in ("dates", "weekdays") and mention.excluded):
        return False
    kinds = {each.kind for each in tagged.spans if overlaps(each.span, mention.span)}
    return not kinds or (mention.kind == "language" and kinds <= {"need", "optional"})


def _read_needs(text: str, language: Language, tagged: TaggedText) -> Iterable[Need]:
    for each in split_named(text, join_named(text, tagged.spans)):
        if each.kind in ("need", "optional"):
            count, (start, end), _ = find_count(text, each.span, language)
            words = _name_alone(_FIRST_WORDS.sub("", _LAST_WORDS.sub("", text[start:end].strip())))
            if _is_readable(words):
                offset = start + text[start:end].index(words)
                span = (offset, offset + len(words))
                yield Need(need=words, count=count, required=each.kind == "need", span=span)


def _is_readable(words: str) -> bool:
    """Return whether most letters of some words are Chinese or Latin: no other writing is read, only quoted."""
    letters = [letter for letter in words if letter.isalnum()]
    return 2 * sum(_READ_LETTER.match(letter) is not None for letter in letters) > len(letters)


def _name_alone(words: str) -> str:
    """Return the name of a skill behind "someone for", other words as they are."""
    match = _SOMEONE_FOR.match(words)
    return words[match.end() :] if match and load_thesaurus("skills").find_exact(words[match.end() :]) else words


def _occasion_spans(text: str, topic: str, language: Language, taken: Sequence[Span]) -> Iterator[Span]:
    """Yield where the occasion stands that names a demand for other things; nothing if it is told in other words.

    What describes it is not understood by that: "zero-gravity wedding".
    """
    start = text.replace("’", "'").find(topic) if topic else -1
    end, length = start + len(topic), len(find_occasion(topic, language))
    span = (end - length, end)
    if start >= 0 and length and not any(overlaps(span, each) for each in taken):
        yield span


def _counts(text: str, language: Language, tagged: TaggedText) -> Iterator[Span]:
    """Yield where the numbers stand that tell how many of a need are asked for."""
    for each in tagged.spans:
        number = find_count(text, each.span, language)[2] if each.kind in ("need", "optional") else None
        if number:
            yield number


def _find_refusal_inside(text: str, each: TaggedSpan) -> re.Match[str] | None:
    """Return the words of a need that rule out what follows them: "a party without a DJ", "a band, not a string quartet"."""
    if each.kind not in ("need", "optional"):
        return None
    without = _WITHOUT.search(text, *each.span)
    if without:
        return without
    find = load_thesaurus("skills").find
    found = (match for match in _NOT_INSIDE.finditer(text, *each.span) if find(text[match.end() : each.span[1]]))
    return next(found, None)


def _refused_names(text: str, spans: Iterable[TaggedSpan]) -> Iterator[TaggedSpan]:
    """Yield the spans, with what they rule out as not wanted: "no balloons", and the DJ of "a party without a DJ"."""
    for each in spans:
        without = _find_refusal_inside(text, each)
        if without:
            yield TaggedSpan((each.span[0], without.start()), each.kind)
            yield TaggedSpan((without.end(), each.span[1]), "unwanted")
            continue
        if each.kind in ("preference", "unwanted"):
            yield from _split_refusals(text, each)
        else:
            yield each


def _split_refusals(text: str, each: TaggedSpan) -> Iterator[TaggedSpan]:
    """Yield the parts of a wish or of what is not wanted between commas, each as what its first words make of it.

    A part that begins with a refusal is not wanted if it names a known skill or the whole is not wanted; further parts of
    what is not wanted that neither refuse nor name a skill are wishes.
    """
    find, start = load_thesaurus("skills").find, each.span[0]
    for number, part in enumerate(re.split(r"([,，;；])", text[slice(*each.span)])[::2]):
        span = (start + len(part) - len(part.lstrip()), start + len(part.rstrip()))
        start += len(part) + 1
        refusal = _REFUSAL.match(text, *span)
        names = bool(find(text[refusal.end() if refusal else span[0] : span[1]]))
        is_unwanted = names if each.kind == "preference" else number == 0 or bool(refusal) or names
        if part.strip():
            yield TaggedSpan(span, "unwanted" if is_unwanted and (refusal or each.kind == "unwanted") else "preference")


def _read_limits(
    text: str, language: Language, mentions: Sequence[Mention]
) -> tuple[DemandLimits, list[Span], list[Span]]:
    """Return the limits, and where limits stand that are wishes, and places that are ruled out."""
    if language == "zh":
        read = read_limits(simplify(text), mentions)
        return read.limits, list(read.wishes), list(read.not_wanted)
    return build_limits(mentions, text), list(find_rates(mentions, text)), []


def _cut_refusal(text: str, span: Span) -> Span:
    """Return the span of what is refused, without the refusal and words that belong to what follows."""
    refusal = _REFUSAL.match(text, *span)
    start = refusal.end() if refusal and refusal.end() < span[1] else span[0]
    return start, start + (len(_LAST_WORDS.sub("", text[start : span[1]])) or span[1] - start)


def _spans(tagged: TaggedText, kind: TagKind) -> list[Span]:
    return [each.span for each in tagged.spans if each.kind == kind]


def _free(spans: Iterable[Span], taken: Sequence[Span]) -> list[Span]:
    """Return the spans, in text order, that overlap neither what is taken nor each other."""
    free: list[Span] = []
    for span in sorted(spans):
        if not any(overlaps(span, other) for other in (*taken, *free)):
            free.append(span)
    return free


def _texts(text: str, spans: Sequence[Span]) -> tuple[TextSpan, ...]:
    return tuple(TextSpan(text=text[start:end], span=(start, end)) for start, end in spans)
