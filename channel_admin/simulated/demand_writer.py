"""Writing of a demand from its understanding: needs and refusals in the person's words, limits by their values."""

from collections.abc import Iterator, Sequence
from datetime import date

from channel_admin.simulated.texts import render_text
from negotiation.contracts.demand import DemandUnderstanding, LimitName, Need
from negotiation.contracts.weekdays import WEEKDAYS
from negotiation.simulated.demand_travel_terms import is_remote_welcome
from negotiation.simulated.quantities import weekday_name
from negotiation.understanding.day_ranges import MIN_RANGE_DAYS, find_ranges
from negotiation.understanding.derived_fields import format_money
from shared.core.language import Language, join_items, join_sentences

MAX_NAMED_DAYS = 10
"""Number of days that are named one by one; more of them are only written as ranges."""


def write_demand(demand: DemandUnderstanding, language: Language) -> Iterator[str]:
    """Yield texts that ask for what an understanding says, the shorter ones first.

    A limit stands in the words that stated it, if the understanding still has them, else by its value. A limit without
    words for its value, such as a language, is left out: whoever uses the text reads it again.
    """
    background = [each.text for each in demand.background]
    for form in ("write.needs", "write.list"):
        body = _body(demand, form, language)
        yield _sentences(body, language)
        if background:
            yield _sentences([*background, *body], language)


def _body(demand: DemandUnderstanding, form: str, language: Language) -> list[str]:
    required = [_need(need, language) for need in demand.needs if need.required]
    optional = [_need(need, language) for need in demand.needs if not need.required]
    comma = "，" if language == "zh" else ", "
    first = [render_text(form, language, what=join_items(required, language))] if required else []
    sentences = [comma.join([*first, *filter(None, _limits(demand, language))])]
    sentences += [render_text("write.optional", language, what=join_items(optional, language))] if optional else []
    sentences += [
        _words(demand, "not_on") or render_text("write.not_on", language, day=_day(day, language))
        for day in (demand.limits.not_on[:1] if _words(demand, "not_on") else demand.limits.not_on)
    ]
    sentences += [render_text("write.not_wanted", language, what=each.text) for each in demand.not_wanted]
    conditions = [each.text for each in demand.terms.conditions] if demand.terms else []
    extra = [*demand.preferences, *conditions]
    sentences += [text for text in dict.fromkeys(extra) if not any(text in sentence for sentence in sentences)]
    return [sentence for sentence in sentences if sentence]


def _limits(demand: DemandUnderstanding, language: Language) -> Iterator[str]:
    """Yield the limits in words, without those that are not stated and the excluded days."""
    limits = demand.limits
    if limits.place:
        yield _words(demand, "place") or render_text("write.place", language, place=limits.place)
    if limits.dates:
        yield _words(demand, "dates") or _dates(limits.dates, language)
    if limits.weekdays:
        yield _words(demand, "weekdays") or _weekdays(limits.weekdays, language)
    yield limits.hours or ""
    if limits.people:
        yield _words(demand, "people") or _people(limits.people.min, limits.people.max, language)
    yield _words(demand, "language")
    if limits.budget:
        amount = format_money(limits.budget, language)
        yield _words(demand, "budget") or render_text("write.budget", language, to=amount)


def _sentences(parts: Sequence[str], language: Language) -> str:
    stops = ".。!！?？"
    end = "。" if language == "zh" else "."
    texts = [part.strip(" ,，;；") for part in parts]
    return join_sentences(
        (text[:1].upper() + text[1:] + ("" if text[-1:] in stops else end) for text in texts if text), language
    )


def _words(demand: DemandUnderstanding, name: LimitName) -> str:
    """Return the words of a limit in the order of the text; "" if the understanding has none."""
    words = [
        each.text.strip()
        for each in demand.limit_words
        if each.limit == name and not (name == "place" and is_remote_welcome(each.text))
    ]
    return " ".join(dict.fromkeys(words))


def _need(need: Need, language: Language) -> str:
    return need.need if need.count == 1 else render_text("write.count", language, count=need.count, what=need.need)


def _dates(days: Sequence[str], language: Language) -> str:
    ranges = find_ranges(days)
    if len(days) >= MIN_RANGE_DAYS and len(ranges) == 1:
        return render_text("write.between", language, start=ranges[0][0], end=ranges[0][1])
    return render_text("write.on", language, days=_or(days[:MAX_NAMED_DAYS], language))


def _weekdays(weekdays: Sequence[int], language: Language) -> str:
    names = [weekday_name(day, language) for day in weekdays]
    return render_text("write.weekdays", language, days=_or(names, language))


def _people(least: int, most: int, language: Language) -> str:
    return render_text("write.people", language, people=most if least in (most, 1) else f"{least}-{most}")


def _day(day: str, language: Language) -> str:
    if day in WEEKDAYS:
        return weekday_name(WEEKDAYS.index(day), language)
    return date.fromisoformat(day).isoformat()


def _or(items: Sequence[str], language: Language) -> str:
    return ("或" if language == "zh" else " or ").join(items)
