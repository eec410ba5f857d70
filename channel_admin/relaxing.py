"""What a requester could relax, and the demand as it would then read, ready to submit (TW-373; simulated prompt 9)."""

import re
from collections.abc import Iterable, Sequence
from datetime import timedelta

from channel_admin import requests
from channel_admin.core.degraded import MAX_DEMAND
from channel_admin.prompts import CompromiseFacts
from channel_admin.requests import Request
from channel_admin.wording import listed, say
from shared.contracts.compromise import Relaxation
from shared.contracts.demand import Language
from shared.contracts.quantities import days_in, money_in

_ADDED: dict[str, dict[Language, str]] = {
    "budget": {"zh": "，预算{to}", "en": ", budget {to}"},
    "date": {"zh": "，日期{to}", "en": ", on {to}"},
    "people": {"zh": "，{to}人", "en": ", for {to} people"},
    "scope": {"zh": "需要{to}{where}", "en": "Need {to}{where}"},
    "yuan": {"zh": "{to}元", "en": "{to} yuan"},
    "advice": {"zh": "可以试试放宽{what}。", "en": "Relaxing the {what} could help."},
    "aspect budget": {"zh": "预算", "en": "budget"},
    "aspect scope": {"zh": "范围", "en": "scope"},
}


def relaxations(facts: CompromiseFacts, missing: Sequence[str]) -> tuple[Relaxation, ...]:
    """What the people asked for and did not get, turned into new demands; else what usually helps."""
    asked = [request for offer in facts.offers for request in requests.of_offer(offer)]
    asked += [request for said in facts.feedback for request in [requests.of_feedback(said)] if request]
    options = (_budget(facts, asked), _day(facts, asked), _people(facts, asked), _scope(facts, missing))
    return tuple(option for option in options if option)


def advice(options: Iterable[Relaxation], language: Language) -> str:
    """One sentence that names what to relax; empty when there is nothing."""
    aspects = listed((option.aspect for option in options), language)
    return _ADDED["advice"][language].format(what=aspects) if aspects else ""


def _budget(facts: CompromiseFacts, asked: Sequence[Request]) -> Relaxation | None:
    now = facts.demand.context.budget
    total = sum({request.agent_id: request.sum for request in asked if request.sum}.values())
    before = money_in(now or "") or 0
    if not total and not before:
        return None
    wanted = -(-max(total * 11, before * 15) // 1000) * 100  # a tenth more, or half as much again; full hundreds
    text = _ADDED["yuan"][facts.setting.language].format(to=wanted)
    return _relaxed(facts, "budget", say_aspect("budget", facts), now, text, _replaced(facts.raw_input, now, text))


def _day(facts: CompromiseFacts, asked: Sequence[Request]) -> Relaxation | None:
    now = facts.demand.context.date
    planned = next(iter(days_in(now or "")), None)
    wanted = next((request.day for request in asked if request.day), None)
    if planned and not wanted:
        wanted = planned + timedelta(days=14)
    if wanted is None:
        return None
    raw = facts.raw_input
    same_text = now if now and now in raw else None
    return _relaxed(
        facts,
        "date",
        say("aspect date", facts.setting.language),
        now,
        wanted.isoformat(),
        _replaced(raw, same_text, wanted.isoformat()),
    )


def _people(facts: CompromiseFacts, asked: Sequence[Request]) -> Relaxation | None:
    now = facts.demand.context.expected_attendees
    limits = [request.people for request in asked if request.people]
    if not now or now < 4:
        return None
    smaller = min([limit for limit in limits if limit < now], default=max(now * 3 // 5, 2))
    number = str(now) if re.search(rf"(?<!\d){now}(?!\d)", facts.raw_input) else None
    changed = _replaced(facts.raw_input, number, str(smaller))
    return _relaxed(facts, "people", say("aspect people", facts.setting.language), str(now), str(smaller), changed)


def _scope(facts: CompromiseFacts, missing: Sequence[str]) -> Relaxation | None:
    """Only what is still missing, as a demand of its own."""
    language, place = facts.setting.language, facts.demand.context.location
    if not missing or len(missing) == len(facts.demand.capability_tags):
        return None
    what = listed(missing, language)
    where = say("sub place", language, place=place) if place else ""
    text = _ADDED["scope"][language].format(to=what, where=where)
    return _made(_ADDED["aspect scope"][language], listed(facts.demand.capability_tags, language), what, text)


def say_aspect(key: str, facts: CompromiseFacts) -> str:
    """The name of an aspect in the demand's language."""
    return _ADDED[f"aspect {key}"][facts.setting.language]


def _relaxed(
    facts: CompromiseFacts, key: str, aspect: str, now: str | None, to: str, changed: str | None
) -> Relaxation:
    text = changed or facts.raw_input.rstrip("。.!！ ") + _ADDED[key][facts.setting.language].format(to=to)
    return _made(aspect, now or "", to, text)


def _made(aspect: str, now: str, to: str, text: str) -> Relaxation:
    return Relaxation.model_validate({"aspect": aspect, "from": now, "to": to, "raw_input": text[:MAX_DEMAND]})


def _replaced(raw: str, now: str | None, to: str) -> str | None:
    return raw.replace(now, to, 1) if now and now in raw else None
