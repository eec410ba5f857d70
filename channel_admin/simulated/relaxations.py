"""What a requester could relax, and the demand as it would then read, ready to submit (TW-373; simulated prompt 9)."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from channel_admin.core.fallback_content import MAX_DEMAND_CHARS
from channel_admin.prompts import CompromiseFacts
from channel_admin.simulated import request_parser
from channel_admin.simulated.demand_rewriter import append_text, replace_attendance, replace_budget, replace_day
from channel_admin.simulated.plan_draft import covers_skill
from channel_admin.simulated.request_parser import ParticipantRequest
from channel_admin.simulated.texts import format_amount, join_items, render_text
from negotiation.contracts.compromise import Relaxation
from negotiation.contracts.offer import Offer
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import parse_dates, parse_money, parse_people_count
from shared.core.language import Language

_TEXTS: dict[str, dict[Language, str]] = {
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
    current: str
    proposed: str
    rewrite: Callable[[str], str]


def build_relaxations(facts: CompromiseFacts) -> tuple[Relaxation, ...]:
    """What the people asked for and did not get, and why others said no, turned into new demands."""
    asked = [request for offer in facts.offers for request in request_parser.requests_in_offer(offer)]
    asked += [request for said in facts.feedback for request in [request_parser.request_in_feedback(said)] if request]
    changes = (
        _budget_candidate(facts, asked),
        _day_candidate(facts, asked),
        _attendance_candidate(facts, asked),
        _location_candidate(facts),
    )
    possible = [change for change in changes if change]
    options = [
        _build_relaxation(change.aspect, change.current, change.proposed, change.rewrite(facts.raw_input))
        for change in possible
    ]
    if len(options) > 1 and all(offer.decision == "decline" for offer in facts.offers):
        options = [_combine(facts, possible)]  # one of them alone brings nobody
    scope = _scope_relaxation(facts)
    return (*options, scope) if scope else tuple(options)


def _combine(facts: CompromiseFacts, changes: Sequence["_RelaxationCandidate"]) -> Relaxation:
    """All of them at once, as one demand."""
    language, text = facts.setting.language, facts.raw_input
    for change in changes:
        text = change.rewrite(text)
    aspects = join_items((change.aspect for change in changes), language)
    before = join_items((change.current for change in changes if change.current), language)
    return _build_relaxation(aspects, before, join_items((change.proposed for change in changes), language), text)


def build_suggestion(
    names: Sequence[str], missing: Sequence[str], options: Sequence[Relaxation], language: Language
) -> str:
    """Who could begin now, what lacks, and what to relax to what."""
    parts = [_TEXTS["now with" if names else "nobody yet"][language].format(names=join_items(names, language))]
    if missing:
        parts.append(_TEXTS["lacking"][language].format(what=join_items(missing, language)))
    named = join_items((_TEXTS["to"][language].format(aspect=each.aspect, to=each.to) for each in options), language)
    parts.append(_TEXTS["advice"][language].format(what=named))
    return ("" if language == "zh" else " ").join(parts)


def clarification_request(facts: CompromiseFacts) -> str:
    """What to ask of a requester whose demand names no need, or one that nobody knows; else empty."""
    language, tags = facts.setting.language, facts.demand.capability_tags
    if not tags:
        return _TEXTS["say more"][language]
    unheard = [tag for tag in tags if load_thesaurus("skills").find(tag) is None]
    willing = any(offer.decision != "decline" for offer in facts.offers)
    return (
        ""
        if willing or len(unheard) < len(tags)
        else _TEXTS["say otherwise"][language].format(what=join_items(unheard, language))
    )


def _decline_reasons(facts: CompromiseFacts) -> list[str]:
    """Why people declined, in their words."""
    return [offer.decline_reason or "" for offer in facts.offers if offer.decision == "decline"]


def _budget_candidate(facts: CompromiseFacts, requests: Sequence[ParticipantRequest]) -> _RelaxationCandidate | None:
    """The real sum: what those who would do it ask, and the cheapest of those for whom it was too little."""
    now, language = facts.demand.context.budget, facts.setting.language
    fees = {request.agent_id: request.amount_yuan for request in requests if request.amount_yuan}
    total = sum(request_parser.offered_fee(offer) or fees.get(offer.agent_id, 0) for offer in _active_offers(facts))
    named = re.compile(rf"(?<!\d){re.escape(now)}") if now else None
    reasons = [named.sub(" ", reason) for reason in _decline_reasons(facts) if named and named.search(reason)]
    dear = sorted(price for reason in reasons if (price := parse_money(reason)))
    roles = len(facts.demand.capability_tags)
    needed = dear[: max(roles - len(_covered_skills(facts)), 1)]
    wanted = -(-max(total + sum(needed), max(needed, default=0) * roles) // 100) * 100
    before = parse_money(now or "")
    if not (fees or dear) or wanted <= (before or 0):
        return None
    text = format_amount(wanted, now, language)
    aspect = _aspect_name("budget", facts)
    return _RelaxationCandidate(aspect, now or "", text, lambda raw: replace_budget(raw, now, text, language))


def _active_offers(facts: CompromiseFacts) -> list[Offer]:
    """Those who would do it, without the reserve."""
    reserve = {render_text("backup", facts.setting.language, role=tag) for tag in facts.demand.capability_tags}
    parts = facts.proposal.assignments if facts.proposal else ()
    standing_by = {part.agent_id for part in parts if part.role in reserve}
    return [offer for offer in facts.offers if offer.decision != "decline" and offer.agent_id not in standing_by]


def _day_candidate(facts: CompromiseFacts, requests: Sequence[ParticipantRequest]) -> _RelaxationCandidate | None:
    """The day somebody named; two weeks later when people only said that they cannot come."""
    now = facts.demand.context.date
    planned = next(iter(parse_dates(now or "")), None)
    votes = Counter(request.day for request in requests if request.day and request.day != planned)
    wanted = max(votes, key=lambda day: (votes[day], -day.toordinal()), default=None)
    if planned and not wanted and any(planned in parse_dates(reason) for reason in _decline_reasons(facts)):
        wanted = planned + timedelta(days=14)
    if wanted is None:
        return None
    to, language = wanted.isoformat(), facts.setting.language
    return _RelaxationCandidate(
        render_text("aspect date", language), now or "", to, lambda raw: replace_day(raw, now, to, language)
    )


def _attendance_candidate(
    facts: CompromiseFacts, requests: Sequence[ParticipantRequest]
) -> _RelaxationCandidate | None:
    """As many as those can take for whom it was too many."""
    now = facts.demand.context.expected_attendees
    limits = [request.people for request in requests if request.people and not request.fits_attendance(now)]
    limits += [
        most for reason in _decline_reasons(facts) if (most := parse_people_count(reason)) and now and most < now
    ]
    smaller = max((limit for limit in limits if now and limit < now), default=None)
    if not now or smaller is None:
        return None
    language = facts.setting.language
    aspect = render_text("aspect people", language)
    return _RelaxationCandidate(
        aspect, str(now), str(smaller), lambda raw: replace_attendance(raw, now, smaller, language)
    )


def _location_candidate(facts: CompromiseFacts) -> _RelaxationCandidate | None:
    """People from elsewhere, online or with their way paid, where that kept them away."""
    language, place = facts.setting.language, facts.demand.context.location
    places = load_thesaurus("places")
    if not place or all(
        load_thesaurus("skills").is_bound(tag)
        for tag in facts.demand.capability_tags
        if tag not in _covered_skills(facts)
    ):
        return None
    named = [found.term.label(language) for reason in _decline_reasons(facts) for found in places.find_all(reason)]
    others = [other for other in dict.fromkeys(named) if not places.are_synonyms(other, place)]
    if not others:
        return None
    to = _TEXTS["elsewhere"][language].format(places=join_items(others[:3], language))
    aspect, more = _aspect_name("place", facts), _TEXTS["place"][language]
    return _RelaxationCandidate(aspect, place, to, lambda raw: append_text(raw, more))


def _scope_relaxation(facts: CompromiseFacts) -> Relaxation | None:
    """Only what somebody offered, as a demand of its own; the rest can follow later."""
    language, context, tags = facts.setting.language, facts.demand.context, facts.demand.capability_tags
    kept = [tag for tag in tags if tag in _covered_skills(facts)]
    if not kept or len(kept) == len(tags):
        return None
    what = join_items(kept, language)
    parts = [_TEXTS["scope"][language].format(to=what, where="")]
    parts += (
        [render_text("sub people", language, people=context.expected_attendees)] if context.expected_attendees else []
    )
    parts += [render_text("sub place", language, place=context.location)] if context.location else []
    parts += [render_text("sub day", language, day=context.date)] if parse_dates(context.date or "") else []
    parts += [_TEXTS["budget"][language].format(to=context.budget)] if context.budget else []
    text = "".join((*parts, render_text("end", language)))
    return _build_relaxation(_TEXTS["aspect scope"][language], join_items(tags, language), what, text)


def _covered_skills(facts: CompromiseFacts) -> frozenset[str]:
    """The demanded skills that somebody offered who is still there."""
    here = [offer for offer in facts.offers if offer.decision != "decline" and offer.agent_id not in facts.left]
    return frozenset(tag for tag in facts.demand.capability_tags for offer in here if covers_skill(offer, tag))


def _aspect_name(key: str, facts: CompromiseFacts) -> str:
    """The name of an aspect in the demand's language."""
    return _TEXTS[f"aspect {key}"][facts.setting.language]


def _build_relaxation(aspect: str, current: str, proposed: str, text: str) -> Relaxation:
    return Relaxation.model_validate(
        {"aspect": aspect, "from": current, "to": proposed, "raw_input": text[:MAX_DEMAND_CHARS]}
    )
