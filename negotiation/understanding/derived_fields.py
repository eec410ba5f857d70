"""Derived fields: tags and context from needs and limits, and the reverse for models that give only those."""

from collections.abc import Sequence
from datetime import date

from negotiation.contracts.demand import DemandContext, DemandLimits, DemandUnderstanding, Need, PeopleRange
from negotiation.contracts.money import Money, units_of_money
from negotiation.contracts.weekdays import WEEKDAYS
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.day_ranges import find_ranges
from negotiation.understanding.mention import Mention
from negotiation.understanding.mentions import find_mentions
from shared.core.language import Language

MAX_TAGS = 7


def complete_understanding(understanding: DemandUnderstanding, language: Language) -> DemandUnderstanding:
    """Return an understanding in which needs and tags, limits and context say the same.

    Tags come from the needs only if there are none, and needs from the tags, as for a model of the last release.
    Likewise the context's missing values come from the limits, and missing limits from the context.
    """
    needs = understanding.needs or tuple(
        Need(id=f"n{number}", need=tag) for number, tag in enumerate(understanding.capability_tags, 1)
    )
    limits = _fill_limits(understanding.limits, understanding.context, language)
    return understanding.model_copy(
        update={
            "needs": needs,
            "capability_tags": understanding.capability_tags or derive_tags(needs, language),
            "limits": limits,
            "context": _fill_context(understanding.context, limits, language),
        }
    )


def fill_stated_days(
    understanding: DemandUnderstanding, raw_input: str, language: Language, today: date
) -> DemandUnderstanding:
    """Return the understanding of a model that gives no needs and limits, with the days that the text itself states.

    Such a model (one of the last release) has at most one date in its context, and none that are ruled out. If it has
    one, only days that are ruled out are added; else dates of the text, or without them its days of the week. Days that
    the text wishes for are none; an understanding with needs or limits stays as it is.
    """
    if understanding.needs or understanding.limits != DemandLimits():
        return understanding
    firm = [mention for mention in find_mentions(raw_input, language, today) if not mention.soft]
    days = [mention for mention in firm if mention.kind in ("dates", "weekdays")]
    allowed = [day for mention in days if not mention.excluded for day in _days(mention)]
    allowed = [] if understanding.context.date else allowed
    excluded = [day for mention in days if mention.excluded for day in _days(mention)]
    dates = tuple(dict.fromkeys(day for day in allowed if isinstance(day, str)))
    limits = DemandLimits(
        dates=dates,
        weekdays=() if dates else tuple(sorted({day for day in allowed if isinstance(day, int)})),
        not_on=tuple(dict.fromkeys(day if isinstance(day, str) else WEEKDAYS[day] for day in excluded)),
    )
    return understanding.model_copy(update={"limits": limits})


def derive_tags(needs: Sequence[Need], language: Language) -> tuple[str, ...]:
    """Return one tag a need, each once, at most MAX_TAGS (7)."""
    return tuple(dict.fromkeys(need_tag(need, language) for need in needs))[:MAX_TAGS]


def need_tag(need: Need, language: Language) -> str:
    """Return the usual name in `language` of the skill that a need names as a whole, else the need's own words.

    A skill that is only part of the words ("piano" in "piano removal") does not count: that is another trade.
    """
    return load_thesaurus("skills").translate(need.need, language)


def format_money(limit: Money, language: Language) -> str:
    """Return an amount as people write it: `£400`, `400元`, `400 CHF`."""
    units = units_of_money(limit)
    number = f"{units:,.2f}".removesuffix(".00") if language == "en" else f"{units:.2f}".removesuffix(".00")
    signs = {"GBP": "£", "USD": "$", "EUR": "€"}
    if limit.currency == "CNY":
        return f"{number}元" if language == "zh" else f"{number} yuan"
    return f"{signs[limit.currency]}{number}" if limit.currency in signs else f"{number} {limit.currency}"


def _fill_limits(limits: DemandLimits, context: DemandContext, language: Language) -> DemandLimits:
    people = context.expected_attendees
    return limits.model_copy(
        update={
            "place": limits.place or context.location,
            "people": limits.people or (None if people is None else PeopleRange(min=people, max=people)),
            "budget": limits.budget or _parse_budget(context.budget, language),
            "dates": limits.dates or _exact_dates(context.date),
        }
    )


def _days(mention: Mention) -> Sequence[str | int]:
    return mention.value if isinstance(mention.value, tuple) else ()


def _date_text(dates: Sequence[str]) -> str | None:
    """Return the first date, or the first range with both ends; None without dates."""
    ranges = find_ranges(dates)
    return " – ".join(dict.fromkeys(ranges[0])) if ranges else None


def _exact_dates(text: str | None) -> tuple[str, ...]:
    try:
        return (date.fromisoformat(text or "").isoformat(),)
    except ValueError:
        return ()


def _parse_budget(text: str | None, language: Language) -> Money | None:
    amounts = [mention.value for mention in find_mentions(text or "", language, date.min) if mention.kind == "budget"]
    return next((amount for amount in amounts if isinstance(amount, Money)), None)


def _fill_context(context: DemandContext, limits: DemandLimits, language: Language) -> DemandContext:
    return context.model_copy(
        update={
            "location": context.location or limits.place,
            "expected_attendees": context.expected_attendees
            if context.expected_attendees is not None
            else limits.people and limits.people.max,
            "budget": context.budget or (limits.budget and format_money(limits.budget, language)),
            "date": context.date or _date_text(limits.dates),
        }
    )
