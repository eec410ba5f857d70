"""What a requester could relax, and the demand as it would then read, ready to submit (TW-373; simulated prompt 9)."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from channel_admin.core.fallback_content import MAX_DEMAND
from channel_admin.prompts import CompromiseFacts
from channel_admin.simulated import request_parser
from channel_admin.simulated.demand_rewriter import added, with_budget, with_day, with_people
from channel_admin.simulated.plan_draft import covers
from channel_admin.simulated.request_parser import ParticipantRequest
from channel_admin.simulated.texts import amount, listed, say
from negotiation.contracts.compromise import Relaxation
from negotiation.contracts.offer import Offer
from negotiation.search.synonyms import known
from negotiation.simulated.quantities import days_in, money_in, people_in
from shared.core.language import Language

_ADDED: dict[str, dict[Language, str]] = {
    "budget": {"zh": "，预算{to}", "en": ", budget {to}"},
    "place": {
        "zh": "，外地的人可以线上参加，来的话承担交通",
        "en": ", people from elsewhere can join online or have their travel paid",
    },
    "scope": {"zh": "需要{to}{where}", "en": "Need {to}{where}"},
    "elsewhere": {"zh": "也请{places}的人：线上参加或承担交通", "en": "people in {places} too: online, or travel paid"},
    "now with": {"zh": "现在就能一起动手的有{names}。", "en": "These could begin now: {names}."},
    "nobody yet": {"zh": "目前还没有人答应下来。", "en": "Nobody has agreed yet."},
    "lacking": {"zh": "还缺{what}。", "en": "Still missing: {what}."},
    "to": {"zh": "{aspect}（{to}）", "en": "the {aspect} ({to})"},
    "advice": {"zh": "放宽一条再发起，机会更大：{what}。", "en": "Relax one of these and submit it again: {what}."},
    "say more": {
        "zh": "看不出需要谁做什么。请说清楚：要哪种本事或帮助、在哪里、什么时候、多少人、大约多少预算。",
        "en": "It is not clear who is needed for what. Please say which skill or help you need, where, when, for how "
        "many people and for about how much.",
    },
    "say otherwise": {
        "zh": "问过的人都做不了{what}；换个更常见的说法，或者拆成几件小事再发起。",
        "en": "Nobody who was asked can do {what}; try a more common word for it, or split it into smaller tasks.",
    },
    "aspect budget": {"zh": "预算", "en": "budget"},
    "aspect scope": {"zh": "范围", "en": "scope"},
    "aspect place": {"zh": "地点", "en": "place"},
}


@dataclass(frozen=True, slots=True)
class _RelaxationCandidate:
    """One aspect that could be relaxed, and what it does to the words of a demand."""

    aspect: str
    now: str
    to: str
    rewritten: Callable[[str], str]


def relaxations(facts: CompromiseFacts) -> tuple[Relaxation, ...]:
    """What the people asked for and did not get, and why others said no, turned into new demands."""
    asked = [request for offer in facts.offers for request in request_parser.of_offer(offer)]
    asked += [request for said in facts.feedback for request in [request_parser.of_feedback(said)] if request]
    changes = (_budget(facts, asked), _day(facts, asked), _people(facts, asked), _place(facts))
    possible = [change for change in changes if change]
    options = [_made(change.aspect, change.now, change.to, change.rewritten(facts.raw_input)) for change in possible]
    if len(options) > 1 and all(offer.decision == "decline" for offer in facts.offers):
        options = [_together(facts, possible)]  # one of them alone brings nobody
    scope = _scope(facts)
    return (*options, scope) if scope else tuple(options)


def _together(facts: CompromiseFacts, changes: Sequence["_RelaxationCandidate"]) -> Relaxation:
    """All of them at once, as one demand."""
    language, text = facts.setting.language, facts.raw_input
    for change in changes:
        text = change.rewritten(text)
    aspects = listed((change.aspect for change in changes), language)
    before = listed((change.now for change in changes if change.now), language)
    return _made(aspects, before, listed((change.to for change in changes), language), text)


def advice(here: Sequence[str], missing: Sequence[str], options: Sequence[Relaxation], language: Language) -> str:
    """Who could begin now, what lacks, and what to relax to what."""
    parts = [_ADDED["now with" if here else "nobody yet"][language].format(names=listed(here, language))]
    if missing:
        parts.append(_ADDED["lacking"][language].format(what=listed(missing, language)))
    named = listed((_ADDED["to"][language].format(aspect=each.aspect, to=each.to) for each in options), language)
    parts.append(_ADDED["advice"][language].format(what=named))
    return ("" if language == "zh" else " ").join(parts)


def unclear(facts: CompromiseFacts) -> str:
    """What to ask of a requester whose demand names no need, or one that nobody knows; else empty."""
    language, tags = facts.setting.language, facts.demand.capability_tags
    if not tags:
        return _ADDED["say more"][language]
    unheard = [tag for tag in tags if known("skills").of(tag) is None]
    willing = any(offer.decision != "decline" for offer in facts.offers)
    return (
        ""
        if willing or len(unheard) < len(tags)
        else _ADDED["say otherwise"][language].format(what=listed(unheard, language))
    )


def _reasons(facts: CompromiseFacts) -> list[str]:
    """Why people declined, in their words."""
    return [offer.decline_reason or "" for offer in facts.offers if offer.decision == "decline"]


def _budget(facts: CompromiseFacts, asked: Sequence[ParticipantRequest]) -> _RelaxationCandidate | None:
    """The real sum: what those who would do it ask, and the cheapest of those for whom it was too little."""
    now, language = facts.demand.context.budget, facts.setting.language
    fees = {request.agent_id: request.sum for request in asked if request.sum}
    total = sum(request_parser.fee_of(offer) or fees.get(offer.agent_id, 0) for offer in _working(facts))
    named = re.compile(rf"(?<!\d){re.escape(now)}") if now else None
    reasons = [named.sub(" ", reason) for reason in _reasons(facts) if named and named.search(reason)]
    dear = sorted(price for reason in reasons if (price := money_in(reason)))
    roles = len(facts.demand.capability_tags)
    needed = dear[: max(roles - len(_covered(facts)), 1)]
    wanted = -(-max(total + sum(needed), max(needed, default=0) * roles) // 100) * 100
    before = money_in(now or "")
    if not (fees or dear) or wanted <= (before or 0):
        return None
    text = amount(wanted, now, language)
    aspect = say_aspect("budget", facts)
    return _RelaxationCandidate(aspect, now or "", text, lambda raw: with_budget(raw, now, text, language))


def _working(facts: CompromiseFacts) -> list[Offer]:
    """Those who would do it, without the reserve."""
    reserve = {say("backup", facts.setting.language, role=tag) for tag in facts.demand.capability_tags}
    parts = facts.proposal.assignments if facts.proposal else ()
    standing_by = {part.agent_id for part in parts if part.role in reserve}
    return [offer for offer in facts.offers if offer.decision != "decline" and offer.agent_id not in standing_by]


def _day(facts: CompromiseFacts, asked: Sequence[ParticipantRequest]) -> _RelaxationCandidate | None:
    """The day somebody named; two weeks later when people only said that they cannot come."""
    now = facts.demand.context.date
    planned = next(iter(days_in(now or "")), None)
    votes = Counter(request.day for request in asked if request.day and request.day != planned)
    wanted = max(votes, key=lambda day: (votes[day], -day.toordinal()), default=None)
    if planned and not wanted and any(planned in days_in(reason) for reason in _reasons(facts)):
        wanted = planned + timedelta(days=14)
    if wanted is None:
        return None
    to, language = wanted.isoformat(), facts.setting.language
    return _RelaxationCandidate(
        say("aspect date", language), now or "", to, lambda raw: with_day(raw, now, to, language)
    )


def _people(facts: CompromiseFacts, asked: Sequence[ParticipantRequest]) -> _RelaxationCandidate | None:
    """As many as those can take for whom it was too many."""
    now = facts.demand.context.expected_attendees
    limits = [request.people for request in asked if request.people and not request.suits(now)]
    limits += [most for reason in _reasons(facts) if (most := people_in(reason)) and now and most < now]
    smaller = max((limit for limit in limits if now and limit < now), default=None)
    if not now or smaller is None:
        return None
    language = facts.setting.language
    aspect = say("aspect people", language)
    return _RelaxationCandidate(aspect, str(now), str(smaller), lambda raw: with_people(raw, now, smaller, language))


def _place(facts: CompromiseFacts) -> _RelaxationCandidate | None:
    """People from elsewhere, online or with their way paid, where that kept them away."""
    language, place = facts.setting.language, facts.demand.context.location
    places = known("places")
    if not place or all(
        known("skills").bound(tag) for tag in facts.demand.capability_tags if tag not in _covered(facts)
    ):
        return None
    named = [found.term.say(language) for reason in _reasons(facts) for found in places.found_in(reason)]
    others = [other for other in dict.fromkeys(named) if not places.same(other, place)]
    if not others:
        return None
    to = _ADDED["elsewhere"][language].format(places=listed(others[:3], language))
    aspect, more = say_aspect("place", facts), _ADDED["place"][language]
    return _RelaxationCandidate(aspect, place, to, lambda raw: added(raw, more))


def _scope(facts: CompromiseFacts) -> Relaxation | None:
    """Only what somebody offered, as a demand of its own; the rest can follow later."""
    language, context, tags = facts.setting.language, facts.demand.context, facts.demand.capability_tags
    kept = [tag for tag in tags if tag in _covered(facts)]
    if not kept or len(kept) == len(tags):
        return None
    what = listed(kept, language)
    parts = [_ADDED["scope"][language].format(to=what, where="")]
    parts += [say("sub people", language, people=context.expected_attendees)] if context.expected_attendees else []
    parts += [say("sub place", language, place=context.location)] if context.location else []
    parts += [say("sub day", language, day=context.date)] if days_in(context.date or "") else []
    parts += [_ADDED["budget"][language].format(to=context.budget)] if context.budget else []
    text = "".join((*parts, say("end", language)))
    return _made(_ADDED["aspect scope"][language], listed(tags, language), what, text)


def _covered(facts: CompromiseFacts) -> frozenset[str]:
    """The demanded skills that somebody offered who is still there."""
    here = [offer for offer in facts.offers if offer.decision != "decline" and offer.agent_id not in facts.left]
    return frozenset(tag for tag in facts.demand.capability_tags for offer in here if covers(offer, tag))


def say_aspect(key: str, facts: CompromiseFacts) -> str:
    """The name of an aspect in the demand's language."""
    return _ADDED[f"aspect {key}"][facts.setting.language]


def _made(aspect: str, now: str, to: str, text: str) -> Relaxation:
    return Relaxation.model_validate({"aspect": aspect, "from": now, "to": to, "raw_input": text[:MAX_DEMAND]})
