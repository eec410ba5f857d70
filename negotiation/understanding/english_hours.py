"""Times of day in English text: from 6 to 10 pm, mornings, after school (TW-501)."""

from collections.abc import Iterator

from negotiation.understanding.english_calendar import WEEKDAY, compile_pattern
from negotiation.understanding.mention import Mention

_HALF = r"(?: ?[ap]\.?m\b\.?)"
_CLOCK = rf"(?:\d{{1,2}}(?:[:.]\d{{2}})?{_HALF}|\d{{1,2}}:\d{{2}}\b|\d{{1,2}} o['’]?clock|noon|midday|midnight)"
_NAMED = r"(?:seven|eight|nine|ten|eleven|twelve|one|two|three|four|five|six|half (?:past )?(?:seven|eight|nine|ten))"
_TIME = rf"(?:{_CLOCK}|\d{{1,2}}\b)"
_PLURAL = r"(?:mornings|afternoons|evenings|nights|lunchtimes|lunch times)"
_SINGULAR = r"(?:morning|afternoon|evening|night|lunchtime|lunch time)"
_DAY = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|weekday|weekend|every|each|any|this|one|in the"
    r"|during the|late|early)"
)
_PATTERNS = tuple(
    compile_pattern(pattern)
    for pattern in (
        rf"\b(?:(?:from|between) )?\d{{1,2}}(?:[:.]\d{{2}})?{_HALF}?(?: ?[-–—] ?| (?:to|until|till|and) ){_CLOCK}",
        rf"\b(?:from|between) {_CLOCK}(?: ?[-–—] ?| (?:to|until|till|and) ){_TIME}",
        r"(?<![£$€\d.])\b\d{1,2}[:.]\d{2}(?: ?[-–—] ?| (?:to|till|until) )\d{1,2}(?:[:.]\d{2})?\b(?! ?(?:%|km"
        r"|m|cm|kg)\b)",
        rf"\b(?:(?:from|between) )?(?!(?:one|two) to one\b){_NAMED} (?:to|till|until|and) {_NAMED}(?= ?[.,;!?)]| ?$)",
        r"\bfrom \d{1,2} (?:to|until|till) \d{1,2}(?= ?[.,;!?)]| ?$)",
        r"\b\d{1,2}(?:[:.]\d{2})? (?:until|till|'?til) \d{1,2}(?:[:.]\d{2})?\b(?! (?:years?|months?|weeks?|days?)\b)",
        r"\b(?:(?:at|from|until|till|before|after|by|around|about|not before|not after|starting at|starts at"
        rf"|no later than|@) ){{0,6}}{_CLOCK}(?: (?:onwards|or later|or earlier|sharp|latest))?",
        r"\b(?:before|after|until|till) \d{1,2}(?= ?[.,;!?)]| ?$)",
        rf"\b(?:(?:on|in the|the|only|any|some) ){{0,6}}(?:(?:late|early) )?{_PLURAL}(?:(?: (?:and|or) |/| ?& ?"
        rf"|, ){_PLURAL})?(?: only)?",
        rf"\b(?:(?:on|only|one|two|three|four|a|every|each) ){{1,6}}(?:{_SINGULAR}|{_PLURAL}) (?:a|per|each"
        r"|every) (?:week|fortnight|month)\b",
        r"(?<![\w-])(?:in the |during the |every |each |any |late |early |late in the |early in the "
        rf"|this )+{_SINGULAR}\b(?! (?:class|course|dress|school|market|nurse|shift))",
        rf"(?<=day ){_SINGULAR}\b(?! (?:class|course|dress|school|market|nurse|shift))|(?<=tomorrow ){_SINGULAR}\b",
        rf"(?:(?<=ber )|(?<=ary )|(?<=arch )|(?<=pril )|(?<=May )|(?<=une )|(?<=uly )|(?<=gust )|(?<=\d{{4}} )"
        rf"|(?<=\d(?:st|nd|rd|th) )){_SINGULAR}\b(?! (?:class|course|dress|school|market|nurse|shift))",
        r"\b(?:(?:in|during|over|at) )?(?:my |our |the )?lunch (?:hours?|breaks?)\b",
        r"\b(?:dawn|sunrise|sunset|dusk)(?: onwards)?(?= ?[,.;!?)]| ?$)",
        r"\b(?:until|till|'til|til) (?:very |quite )?late\b|\b(?:at|over) lunch\b",
        rf"\b(?:our|an|the|one) (?P<part>{_SINGULAR})(?= (?:at|in|of|on|with|for)\b)(?! of (?:the )?\d)",
        rf"(?<=days ){_SINGULAR}\b|(?<=, ){_SINGULAR}s?(?= ?[.,;!?)]| ?$)",
        rf"\b(?:at )?{_SINGULAR}(?= (?:only|please)\b)|\b(?:at night|at lunchtime|overnight|lunchtimes?)\b",
        r"\b(?:(?:just|right|straight|soon) )?(?:after|before|during) (?:school|work|lunch|dinner|breakfast|dark"
        r"|sunset|sunrise|class|office hours|school hours|working hours|bedtime|nursery)\b(?: hours)?",
        r"\b(?:in|during|at|outside) (?:the )?(?:daytime|day time|office hours|school hours|working hours|dawn|dusk"
        r"|sunset|sunrise)\b|\bduring the day\b|\bdaytime(?: only)?\b",
    )
)

_PAST_PATTERN = compile_pattern(
    r"\b(?:died|passed(?: away)?|broke(?: down)?|fell|burst|happened|collapsed)(?: (?:on|last|this|late|early))*"
    rf" (?:{_DAY}|{WEEKDAY}) $"
)


def find_hours(text: str) -> Iterator[Mention]:
    """Yield the times of day in a text, in its own words."""
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if not _PAST_PATTERN.search(text[max(0, match.start() - 48) : match.start()]):
                yield Mention("hours", match.span(), match[0])
