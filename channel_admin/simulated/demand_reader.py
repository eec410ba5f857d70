"""Reading of a relaxed demand by the rules of prompt 1, and the aspects in which two understandings differ."""

from datetime import date
from functools import lru_cache
from typing import Literal

from coordinator.prompts import UnderstandingFacts
from coordinator.simulated.rules import understand_demand
from negotiation.contracts.demand import DemandUnderstanding, LimitName, SubmissionContext, TextSpan
from negotiation.contracts.terms import NO_TERMS
from negotiation.simulated.demand_travel_terms import is_remote_welcome, is_travel_paid
from negotiation.simulated.quantities import NO_BUDGET_PATTERN
from negotiation.understanding.derived_fields import complete_understanding
from negotiation.understanding.mentions import overlaps
from negotiation.understanding.word_account import account_words
from shared.core.language import Language

RelaxedAspect = Literal["date", "people", "budget", "place", "scope"]

_LIMITS: dict[RelaxedAspect, LimitName] = {"date": "dates", "people": "people", "budget": "budget"}


def read_demand(text: str, setting: SubmissionContext) -> DemandUnderstanding:
    """Return what the rules of prompt 1 understand of a demand's text, completed and with its words accounted for."""
    return _read(text, setting.language, setting.today, setting.timezone)


@lru_cache(maxsize=256)
def _read(text: str, language: Language, today: str, timezone: str) -> DemandUnderstanding:
    setting = SubmissionContext(user_id="", language=language, today=today, timezone=timezone)
    facts = UnderstandingFacts(demand_id="", channel_id="", setting=setting, raw_input=text)
    completed = complete_understanding(understand_demand(facts), language)
    return account_words(completed, text, language, date.fromisoformat(today))


def changed_aspects(before: DemandUnderstanding, after: DemandUnderstanding) -> frozenset[str]:
    """Return the aspects in which two understandings of a demand differ; empty if they ask for the same.

    An aspect is one of `RelaxedAspect`, or the name of another part of an understanding, such as `not_wanted`. The order
    of needs, their ids and what only explains (background, motives, title) do not count; of the register only whether it
    is grave.
    """
    values, others = _comparable(before), _comparable(after)
    changed = {name for name in values if values[name] != others[name]}
    # A rate of pay is a preference as well, so that nobody takes it for a total: it changes with its own aspect.
    for aspect in ("budget", "place"):
        if aspect in changed and _preferences(before, aspect) == _preferences(after, aspect):
            changed.discard("preferences")
    return frozenset(changed)


def refusals(demand: DemandUnderstanding) -> tuple[TextSpan, ...]:
    """Return what is not wanted, without the words of a limit: 没有预算 is a budget of nothing."""
    limits = [each.span for each in demand.limit_words if each.span]
    return tuple(
        each
        for each in demand.not_wanted
        if not (each.span and any(overlaps(each.span, span) for span in limits))
        and not any(NO_BUDGET_PATTERN.fullmatch(no + each.text) for no in ("no ", "没有"))
    )


def _comparable(demand: DemandUnderstanding) -> dict[str, object]:
    limits, terms = demand.limits, demand.terms or NO_TERMS
    travel = "\n".join(each.text for each in terms.conditions)
    return {
        "scope": sorted((_plain(need.need), need.count, need.required) for need in demand.needs),
        "place": (limits.place, is_remote_welcome(travel), is_travel_paid(travel)),
        "date": limits.dates,
        "people": limits.people,
        "budget": (limits.budget, terms.fee, terms.per),
        "weekdays": limits.weekdays,
        "not_on": sorted(limits.not_on),
        "language": limits.language,
        "hours": limits.hours,
        "not_wanted": sorted(_plain(each.text) for each in refusals(demand)),
        "preferences": sorted(map(_plain, demand.preferences)),
        "register": demand.tone == "grave",
    }


def _preferences(demand: DemandUnderstanding, aspect: RelaxedAspect) -> list[str]:
    """Return the preferences that are no words of an aspect."""
    words = [_plain(each.text) for each in demand.limit_words if each.limit == _LIMITS.get(aspect, aspect)]
    if aspect == "place" and demand.terms:
        words.extend(_plain(each.text) for each in demand.terms.conditions)
    plain = sorted(map(_plain, demand.preferences))
    return [each for each in plain if not any(word in each or each in word for word in words)]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .。,，")
