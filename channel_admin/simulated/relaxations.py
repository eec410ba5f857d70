"""Relaxations of a demand, each with the rewritten text to submit (TW-373; simulated prompt 9)."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from channel_admin.core.fallback_content import MAX_DEMAND_CHARS
from channel_admin.prompts import CompromiseFacts
from channel_admin.simulated import request_parser
from channel_admin.simulated.demand_rewriter import append_text, replace_attendance, replace_budget, replace_day
from channel_admin.simulated.request_parser import ParticipantRequest, covers_skill
from channel_admin.simulated.texts import format_amount, render_text
from negotiation.contracts.compromise_suggestion import Relaxation
from negotiation.contracts.offer import Offer
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import parse_dates, parse_money, parse_people_count
from shared.core.language import Language, join_items, join_sentences


@dataclass(frozen=True, slots=True)
class _RelaxationCandidate:
    """Aspect that could be relaxed, its values, and the function that rewrites the demand text."""

    aspect: str
    current: str
    proposed: str
    rewrite: Callable[[str], str]


def build_relaxations(facts: CompromiseFacts) -> tuple[Relaxation, ...]:
    """Return the relaxations that could bring participants: budget, day, attendance, location, scope, in this order.

    They follow from requests in offers and feedback and from the reasons of declined offers, and each has the demand
    text to submit again. If all offers decline, all but scope are combined into one. Empty if nothing can be relaxed.
    """
    requests = [request for offer in facts.offers for request in request_parser.requests_in_offer(offer)]
    requests += [
        request for feedback in facts.feedback for request in [request_parser.request_in_feedback(feedback)] if request
    ]
    changes = (
        _budget_candidate(facts, requests),
        _day_candidate(facts, requests),
        _attendance_candidate(facts, requests),
        _location_candidate(facts),
    )
    candidates = [change for change in changes if change]
    options = [
        _build_relaxation(change.aspect, change.current, change.proposed, change.rewrite(facts.raw_input))
        for change in candidates
    ]
    if len(options) > 1 and all(offer.decision == "decline" for offer in facts.offers):
        options = [_combine(facts, candidates)]  # one of them alone would bring no participant
    scope = _scope_relaxation(facts)
    return (*options, scope) if scope else tuple(options)


def _combine(facts: CompromiseFacts, changes: Sequence["_RelaxationCandidate"]) -> Relaxation:
    """Combine all candidates into one relaxation."""
    language, text = facts.setting.language, facts.raw_input
    for change in changes:
        text = change.rewrite(text)
    aspects = join_items((change.aspect for change in changes), language)
    before = join_items((change.current for change in changes if change.current), language)
    return _build_relaxation(aspects, before, join_items((change.proposed for change in changes), language), text)


def build_suggestion(
    names: Sequence[str], missing: Sequence[str], options: Sequence[Relaxation], language: Language
) -> str:
    """Return a text that names who could begin, what is missing, and what to relax.

    Args:
        names: Display names of the participants; if empty, the text says that nobody has agreed yet.
        missing: Missing skills, as the text is to name them; may be empty.
        options: Relaxations to recommend, at least one.
        language: Language of the text.
    """
    parts = [
        render_text(
            "relaxation.now_with" if names else "relaxation.nobody_yet", language, names=join_items(names, language)
        )
    ]
    if missing:
        parts.append(render_text("relaxation.lacking", language, what=join_items(missing, language)))
    named = join_items(
        (render_text("relaxation.to", language, aspect=each.aspect, to=each.to) for each in options), language
    )
    parts.append(render_text("relaxation.advice", language, what=named))
    return join_sentences(parts, language)


def clarification_request(facts: CompromiseFacts) -> str:
    """Return the text that asks to clarify a demand, in the demand's language, or "" if it is clear enough.

    A demand is unclear if its understanding names no skill, or if none of its skills is in the thesaurus and no agent
    made an offer other than a decline.
    """
    language, tags = facts.setting.language, facts.demand.capability_tags
    if not tags:
        return render_text("relaxation.say_more", language)
    unknown = [tag for tag in tags if load_thesaurus("skills").find(tag) is None]
    has_offers = any(offer.decision != "decline" for offer in facts.offers)
    return (
        ""
        if has_offers or len(unknown) < len(tags)
        else render_text("relaxation.say_otherwise", language, what=join_items(unknown, language))
    )


def _decline_reasons(facts: CompromiseFacts) -> list[str]:
    """Reasons of declined offers."""
    return [offer.decline_reason or "" for offer in facts.offers if offer.decision == "decline"]


def _budget_candidate(facts: CompromiseFacts, requests: Sequence[ParticipantRequest]) -> _RelaxationCandidate | None:
    """Budget that covers the fees of active offers and the cheapest offers declined over money."""
    current, language = facts.demand.context.budget, facts.setting.language
    fees = {request.agent_id: request.amount_yuan for request in requests if request.amount_yuan}
    total = sum(request_parser.offered_fee(offer) or fees.get(offer.agent_id, 0) for offer in _active_offers(facts))
    budget_pattern = re.compile(rf"(?<!\d){re.escape(current)}") if current else None
    reasons = [
        budget_pattern.sub(" ", reason)
        for reason in _decline_reasons(facts)
        if budget_pattern and budget_pattern.search(reason)
    ]
    declined_fees = sorted(price for reason in reasons if (price := parse_money(reason)))
    roles = len(facts.demand.capability_tags)
    needed = declined_fees[: max(roles - len(_covered_skills(facts)), 1)]
    proposed = -(-max(total + sum(needed), max(needed, default=0) * roles) // 100) * 100
    current_yuan = parse_money(current or "")
    if not (fees or declined_fees) or proposed <= (current_yuan or 0):
        return None
    text = format_amount(proposed, current, language)
    aspect = _aspect_name("budget", facts)
    return _RelaxationCandidate(aspect, current or "", text, lambda raw: replace_budget(raw, current, text, language))


def _active_offers(facts: CompromiseFacts) -> list[Offer]:
    """Offers that do not decline, without backups."""
    backup_roles = {render_text("backup", facts.setting.language, role=tag) for tag in facts.demand.capability_tags}
    parts = facts.proposal.assignments if facts.proposal else ()
    backups = {part.agent_id for part in parts if part.role in backup_roles}
    return [offer for offer in facts.offers if offer.decision != "decline" and offer.agent_id not in backups]


def _day_candidate(facts: CompromiseFacts, requests: Sequence[ParticipantRequest]) -> _RelaxationCandidate | None:
    """Day that most requests name; two weeks later if offers were only declined over the day."""
    current = facts.demand.context.date
    planned = next(iter(parse_dates(current or "")), None)
    votes = Counter(request.day for request in requests if request.day and request.day != planned)
    proposed_day = max(votes, key=lambda day: (votes[day], -day.toordinal()), default=None)
    if planned and not proposed_day and any(planned in parse_dates(reason) for reason in _decline_reasons(facts)):
        proposed_day = planned + timedelta(days=14)
    if proposed_day is None:
        return None
    proposed, language = proposed_day.isoformat(), facts.setting.language
    return _RelaxationCandidate(
        render_text("aspect.date", language),
        current or "",
        proposed,
        lambda raw: replace_day(raw, current, proposed, language),
    )


def _attendance_candidate(
    facts: CompromiseFacts, requests: Sequence[ParticipantRequest]
) -> _RelaxationCandidate | None:
    """Largest smaller number of attendees that a participant accepts."""
    current = facts.demand.context.expected_attendees
    limits = [request.people for request in requests if request.people and not request.fits_attendance(current)]
    limits += [
        most
        for reason in _decline_reasons(facts)
        if (most := parse_people_count(reason)) and current and most < current
    ]
    smaller = max((limit for limit in limits if current and limit < current), default=None)
    if not current or smaller is None:
        return None
    language = facts.setting.language
    aspect = render_text("aspect.people", language)
    return _RelaxationCandidate(
        aspect, str(current), str(smaller), lambda raw: replace_attendance(raw, current, smaller, language)
    )


def _location_candidate(facts: CompromiseFacts) -> _RelaxationCandidate | None:
    """Participation from other places, online or with travel paid, if offers were declined over the place."""
    language, place = facts.setting.language, facts.demand.context.location
    places = load_thesaurus("places")
    if not place or all(
        load_thesaurus("skills").is_location_bound(tag)
        for tag in facts.demand.capability_tags
        if tag not in _covered_skills(facts)
    ):
        return None
    named_places = [
        found.term.label(language) for reason in _decline_reasons(facts) for found in places.find_all(reason)
    ]
    other_places = [other for other in dict.fromkeys(named_places) if not places.are_synonyms(other, place)]
    if not other_places:
        return None
    proposed = render_text("relaxation.elsewhere", language, places=join_items(other_places[:3], language))
    aspect, addition = _aspect_name("place", facts), render_text("relaxation.place", language)
    return _RelaxationCandidate(aspect, place, proposed, lambda raw: append_text(raw, addition))


def _scope_relaxation(facts: CompromiseFacts) -> Relaxation | None:
    """Demand reduced to the skills that were offered, or None if all or none were."""
    language, context, tags = facts.setting.language, facts.demand.context, facts.demand.capability_tags
    covered = [tag for tag in tags if tag in _covered_skills(facts)]
    if not covered or len(covered) == len(tags):
        return None
    what = join_items(covered, language)
    parts = [render_text("relaxation.scope", language, to=what, where="")]
    parts += (
        [render_text("sub_people", language, people=context.expected_attendees)] if context.expected_attendees else []
    )
    parts += [render_text("sub_place", language, place=context.location)] if context.location else []
    parts += [render_text("sub_day", language, day=context.date)] if parse_dates(context.date or "") else []
    parts += [render_text("append.budget", language, to=context.budget)] if context.budget else []
    text = "".join((*parts, render_text("end", language)))
    return _build_relaxation(render_text("aspect.scope", language), join_items(tags, language), what, text)


def _covered_skills(facts: CompromiseFacts) -> frozenset[str]:
    """Demanded skills offered by agents that have not left."""
    offers = [offer for offer in facts.offers if offer.decision != "decline" and offer.agent_id not in facts.left]
    return frozenset(tag for tag in facts.demand.capability_tags for offer in offers if covers_skill(offer, tag))


def _aspect_name(key: str, facts: CompromiseFacts) -> str:
    """Name of an aspect in the demand's language."""
    return render_text(f"aspect.{key}", facts.setting.language)


def _build_relaxation(aspect: str, current: str, proposed: str, text: str) -> Relaxation:
    return Relaxation.model_validate(
        {"aspect": aspect, "from": current, "to": proposed, "raw_input": text[:MAX_DEMAND_CHARS]}
    )
