"""Dates, days of the week and periods in English text, allowed and ruled out (TW-501)."""

import re
from collections.abc import Iterator
from datetime import date

from negotiation.understanding.english_calendar import (
    NAMED_MONTH,
    WEEKDAY,
    compile_pattern,
    days_between,
    iso,
    shift,
    weekday_index,
)
from negotiation.understanding.english_day_ranges import read_day_range
from negotiation.understanding.english_days import Days, find_days
from negotiation.understanding.mention import Mention

_WEEKEND, _WORKDAYS = (5, 6), (0, 1, 2, 3, 4)
_PART = r"(?:mornings?|afternoons?|evenings?|nights?|lunchtimes?)"
_RECURRING_PATTERN = compile_pattern(
    rf"(?:\b(?:on|at|every|each|any|only|alternate|most|every other|every second) ){{0,6}}"
    rf"(?:\b{WEEKDAY} (?:to|through|[-–]|until) {WEEKDAY}s?\b"
    rf"|\b{WEEKDAY}s\b(?:(?:, | ?& ?|/| ?, (?:and|or) | (?:and|or|to) (?:on )?){WEEKDAY}s?\b)*"
    rf"|\b{WEEKDAY}(?:(?:, |/| and | or ){WEEKDAY})*(?= (?:mornings|afternoons|evenings|nights|lunchtimes)\b)"
    rf"|\b(?:an?|any|one|some) (?:free |spare |quiet |dry )?{WEEKDAY}\b(?! (?:week|fortnight"
    rf"|after next))(?: or (?:an? )?{WEEKDAY}\b)?"
    r"|\b(?:mon|tues?|wed|thurs?|thu|fri|sat|sun)s?(?:(?:,? ?(?:and |& )?|/|-)\b(?:mon|tues?|wed|thurs?|thu|fri|sat"
    r"|sun)s?\b){2,6}"
    rf"|(?:(?<=every )|(?<=other ))\b{WEEKDAY}\b(?:(?:, |,? (?:and|or) ){WEEKDAY}\b)*|(?<=each )\b{WEEKDAY}\b"
    rf"|\b{WEEKDAY}(?:(?:, |/|,? (?:and|or) ){WEEKDAY})*,? (?:and|or) {WEEKDAY}s\b"
    rf"|(?<!hen )(?<!stag )(?<!wedding )(?<!birthday )\b(?:week-?ends?|weekdays?|working days?|work days"
    rf"|week nights?|weeknights?|workdays?)\b(?! after next))"
)
_SINGLE_WEEKEND_PATTERN = re.compile(r"(?:this|next|coming|the|of|'s)\s+$", re.IGNORECASE)
_SEASON = (
    r"(?:spring|summer|autumn|winter|fall|(?:the )?(?:school |summer |winter |easter |christmas "
    r"|half-?term )?holidays|half-?term|term time)"
)
_FEAST = r"(?:christmas|easter|xmas|new year|ramadan|eid|diwali|hanukkah|thanksgiving|passover|lent|chinese new year)"
_PERIOD_PATTERNS = tuple(
    compile_pattern(pattern)
    for pattern in (
        r"\b(?:(?:by|before|until|till|from|after|around|about|in|at|over|not before|not until"
        r"|towards?) )?(?:the )?(?:very )?(?:end|beginning|start|middle|first half|second half) of (?:the |this "
        rf"|next )?(?:month|year|week|summer|spring|autumn|winter|{NAMED_MONTH})(?: \d{{4}})?\b",
        r"\b(?:(?:by|before|until|till|from|after|around|in|during|not before|not until|through|throughout|since"
        rf"|next|this|sometime in|some time in) ){{1,6}}(?:early |mid[- ]?|late )?{NAMED_MONTH}(?:(?: or | to "
        rf"| and |/|[-–]){NAMED_MONTH})?(?: \d{{4}})?\b(?! \d)",
        rf"\b(?:early|mid|late)[- ]{NAMED_MONTH}(?: \d{{4}})?\b(?! \d)",
        rf"(?<=[,.;(] ){NAMED_MONTH}(?: \d{{4}})?(?=[.,;)!?]|\s*$)",
        rf"\b{NAMED_MONTH}(?: and | or | to |/|[-–]){NAMED_MONTH}(?: \d{{4}})?\b(?! \d)",
        r"\b(?:(?:by|before|until|from|after|in|during|early|late|for|sometime|some time"
        r"|the month after) ){0,6}(?:next|this|the coming|coming) (?:month|year|term|semester|quarter|week ?end"
        r"|(?:school )?holidays)\b(?! end)",
        r"\b(?:(?:by|before|until|from|after|in|during|over|early|late|this|next|for|the|throughout|all|every"
        rf"|through) ){{1,6}}{_SEASON}\b(?! (?:house|party|fair|fete|school|camp|dress|concert|ball|clothes))",
        rf"(?<=[,.;(] ){_SEASON}(?=[.,;)!?]|\s*$)",
        r"\b(?:(?:by|before|until|from|after|over|during|at|around|this|next|in time for"
        rf"|well before) ){{1,6}}{_FEAST}\b(?! (?:eve|day|party|market|dinner|lunch|tree|fair|concert|meal|play"
        r"|lights|dance)\b)",
        r"\bin (?:20\d\d)\b",
        r"\bin (?:a (?:few|couple of)|some|several) (?:days|weeks|months)(?:['’] time)?\b",
        r"\b(?:(?:on|every) )?(?:the )?(?:first|second|third|fourth|last|1st|2nd|3rd|4th) (?:"
        + WEEKDAY
        + r"|weekend) (?:of|in) (?:the|every|each) month\b",
        r"\b(?:once|twice|one|two|three|four|five|three times|four times|\d)(?: (?:days?|times|hours?))? (?:a|per"
        r"|every|each) (?:day|week|fortnight|month|year)\b",
        r"\b(?:every|each) (?:day|week|month|fortnight|other week|two weeks|second week|few weeks)\b|\b(?:daily"
        r"|weekly|fortnightly|monthly)\b",
    )
)
_BEFORE_PATTERN = compile_pattern(
    r"\b(?:not later than|no later than|at the latest|latest|on or before|in time for|ready by|before|by|until"
    r"|till|(?<!is )(?<!['’]s )(?<!['’]m )due(?: on| by)?|deadline(?: is|:)?) (?:on )?(?:the )?$"
)
_AFTER_PATTERN = compile_pattern(
    r"\b(?:before (?:i|we|he|she|they|it|my \w+|our \w+)(?: [\w']+){1,4}|not before|not until|any time after"
    r"|starting from|starting on|starting|beginning|(?<!apart )(?<!aside )from|after"
    r"|since) (?:on )?(?:the )?$"
)
_EXCLUDED_PATTERN = compile_pattern(
    r"(?:\b(?:any ?(?:day|time|thing)?(?: of the week)? (?:but|except|apart from|other than|bar)"
    r"|(?:(?<=weekday )|(?<=weekdays )|(?<=evening )|(?<=morning )|(?<=afternoon ))(?:but|bar)"
    r"|all (?:days )?(?:but|except)"
    r"|but (?:please )?not|and not|except(?: for)?|excluding|apart from|aside from|other than|please not|not"
    r"|neither|nor|never|no"
    r"|(?:that|which)(?: is|['’]s|s)? ?(?:isn['’]?t|not|aren['’]?t|are not)|can(?:no"
    r"|['’])?t (?:do|make|be)|cannot (?:do|make)"
    r"|avoid(?:ing)?|barring|outside)(?: (?:ever|even|on|at|for|in|during|over|a|any|the|to be))* )$"
)
_RULED_OUT_PATTERN = compile_pattern(
    r"^s? (?:(?:is|are|isn['’]?t|aren['’]?t|won['’]?t|don['’]?t|doesn['’]?t|do not|does not|will not"
    r"|would not)(?: (?:be|really))? "
    r"(?:no good|not good|out|ruled out|excluded|work(?: for (?:us|me))?|suit(?: (?:us|me))?|possible|impossible"
    r"|not possible|bad|off|an option)\b)"
)
_OTHERWISE_USED_PATTERN = compile_pattern(
    r"^ are (?:for (?:church|work|school|the children|family|football|training)|taken|busy|full|booked)\b"
)
"""Words after days of the week, in the plural, that are ruled out."""

_LEAD_PATTERN = compile_pattern(r"(?:\b(?:on|for|at|from|starting|is|to be|has to be|must be|it['’]s)(?: the)? )$")
_SOFT_PATTERN = compile_pattern(
    r"\b(?:ideally|preferably|hopefully|if possible|maybe|perhaps|best|we prefer|i['’]d prefer)(?: (?:on|at|in|for"
    r"|around|some time|sometime))*,? $"
)
_PAST_PATTERN = compile_pattern(
    r"\b(?:died|passed|broke|was|were|did|had|got|fell|came|went|left|happened|stopped|started|since|arrived|lost"
    r"|last(?! "
    rf"(?:{WEEKDAY}|weekend|day)s? (?:of|in)\b)|(?<!date )(?<!been )(?<!now )moved(?! to\b)|ended|burst|blew"
    rf"|than)\b(?: [^\s,.;!?]+){{0,4}} *$"
)
_MOVED_PATTERN = compile_pattern(
    r"\b(?:moved?|changed?|postponed|brought forward|rescheduled|shifted|switched|put back|pushed back)(?: (?:it"
    r"|the|\w+)){0,3}? (?:from )?[^.;!?]{3,40}? (?:to|until) [^.;!?]*$"
)
_ALSO_EXCLUDED_PATTERN = compile_pattern(
    rf"\b(?:not|never|no|except(?: for)?|excluding|avoid)(?: on| a| the| any| for)* {WEEKDAY}s?,?(?: (?:or"
    r"|nor)(?: on)?(?: the)?)? $"
)
_AND_PATTERN = re.compile(r"\s*(?:,? (?:and|or|nor)|&|/)\s+(?:on )?(?:the )?", re.IGNORECASE)
_FINE_PATTERN = compile_pattern(r"\s*(?:is|are|would|works?|suits?|will|could|looks?|sounds?)\b")
"""Words between two days of which the second shares the first one's exclusion."""

_REACH = 48
"""Characters before a day in which its preposition stands."""


def find_dates(text: str, today: date) -> Iterator[Mention]:
    """Yield the mentions of exact days, days of the week and periods; relative and partial ones count from `today`.

    A day with "before" or "by" stands for all the days until then, a month for its days, if they are few enough to be
    listed; else for a period, as one with "after" does.
    """
    excluded_until = 0
    for match, days in sorted(find_days(text, today), key=lambda found: found[0].span()):
        if len(days) > 1 and _MOVED_PATTERN.search(text[max(0, match.start() - _REACH) : match.end()]):
            yield _judge(text, match.span(), "dates", iso(days[-1:]))
        elif not _PAST_PATTERN.search(text[max(0, match.start() - _REACH) : match.start()]):
            mention = _with_context(text, match.span(), days, today)
            if excluded_until and (
                _AND_PATTERN.fullmatch(text, excluded_until, match.start())
                and not _FINE_PATTERN.match(text, match.end())
            ):
                mention = _exclude(match, days)
            excluded_until = match.end() if mention.excluded else 0
            yield mention
    for match in _RECURRING_PATTERN.finditer(text):
        if "weekend" not in match[0].lower() or not _SINGLE_WEEKEND_PATTERN.search(text[: match.start()][-12:]):
            yield _judge(text, match.span(), "weekdays", _weekdays(match[0]))
    for pattern in _PERIOD_PATTERNS:
        for match in pattern.finditer(text):
            days = read_day_range(match[0], today)
            if days and not _PAST_PATTERN.search(text[max(0, match.start() - _REACH) : match.start()]):
                yield _judge(text, match.span(), "dates", iso(days))
            else:
                yield _judge(text, match.span(), "period", match[0])


def _exclude(match: re.Match[str], days: Days) -> Mention:
    """Return the mention of days that are ruled out with those before them; a day of the week is every such day."""
    if re.fullmatch(WEEKDAY, match[0].removeprefix("on ").removeprefix("the "), re.IGNORECASE):
        return Mention("weekdays", match.span(), (days[0].weekday(),), excluded=True)
    return Mention("dates", match.span(), iso(days), excluded=True)


def _with_context(text: str, span: tuple[int, int], days: Days, today: date) -> Mention:
    """Return the mention of exact days, with what the words before them make of them."""
    before = text[max(0, span[0] - _REACH) : span[0]]
    limit = _BEFORE_PATTERN.search(before)
    later = None if limit else _AFTER_PATTERN.search(before)
    lead = limit or later
    if lead is None or (len(days) > 1 and later):
        single = re.fullmatch(rf"(?:on )?(?:the )?({WEEKDAY})", text[span[0] : span[1]], re.IGNORECASE)
        return _judge(text, span, "dates", iso(days), weekdays=(days[0].weekday(),) if single else ())
    whole = (span[0] - (len(before) - lead.start()), span[1])
    words = text[whole[0] : whole[1]]
    if limit:
        exclusive = "before" in lead[0].lower() and "on or" not in lead[0].lower()
        last = shift(min(days), -1) if exclusive else max(days)
        allowed = days_between(today, last)
        if allowed:
            return Mention("dates", whole, iso(allowed), soft=_is_soft(text, whole))
    return Mention("period", whole, words, soft=_is_soft(text, whole))


def _judge(
    text: str,
    span: tuple[int, int],
    kind: str,
    value: tuple[str, ...] | tuple[int, ...] | str,
    weekdays: tuple[int, ...] = (),
) -> Mention:
    """Return a mention with the words around it that rule it out, wish for it or lead to it."""
    before, after = text[max(0, span[0] - _REACH) : span[0]], text[span[1] : span[1] + _REACH]
    negated, ruled_out = _EXCLUDED_PATTERN.search(before), _RULED_OUT_PATTERN.match(after)
    if kind == "weekdays" and text[span[1] - 1] == "s":
        ruled_out = ruled_out or _OTHERWISE_USED_PATTERN.match(after)
    start, end = span
    if negated:
        start -= len(before) - negated.start()
    elif lead := _LEAD_PATTERN.search(before):
        start -= len(before) - lead.start()
    if ruled_out:
        end += ruled_out.end()
    joined = re.search(r"\b(?:or|nor)\b", before) and _ALSO_EXCLUDED_PATTERN.search(before)
    excluded = bool(negated or ruled_out or joined)
    if excluded and weekdays:
        kind, value = "weekdays", weekdays
    match kind:
        case "dates":
            return Mention("dates", (start, end), value, excluded, _is_soft(text, (start, end)))
        case "weekdays":
            return Mention("weekdays", (start, end), value, excluded, _is_soft(text, (start, end)))
        case _:
            return Mention("period", (start, end), value, excluded, _is_soft(text, (start, end)))


def _weekdays(words: str) -> tuple[int, ...]:
    lower = words.lower()
    if "weekend" in lower or "week-end" in lower:
        return _WEEKEND
    if "week" in lower or "work" in lower:
        return _WORKDAYS
    names = [weekday_index(name) for name in re.findall(WEEKDAY, words.title(), re.IGNORECASE)]
    if len(names) == 2 and re.search(r"\b(?:to|through|until)\b|[-–]", lower):
        return tuple((names[0] + offset) % 7 for offset in range((names[1] - names[0]) % 7 + 1))
    return tuple(sorted(set(names)))


def _is_soft(text: str, span: tuple[int, int]) -> bool:
    return bool(_SOFT_PATTERN.search(text[max(0, span[0] - _REACH) : span[0]])) or bool(
        re.match(r",?\s+(?:if possible|ideally|preferably|if you can)", text[span[1] :][:_REACH], re.IGNORECASE)
    )
