"""Terms on which a part of a plan is held: what its holder offered, granted requests, and the hours of the plan."""

import re
from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from channel_admin.simulated.participant_request import ParticipantRequest
from channel_admin.simulated.texts import render_text
from negotiation.contracts.offer import Offer
from negotiation.contracts.terms import NO_TERMS, Terms, merge_terms
from negotiation.understanding.derived_fields import format_money
from shared.core.language import Language, join_clauses

HELD_KEYS = ("fee", "per", "people", "notice_days", "deposit_share")
"""Keys of an offer's terms that a part keeps; days belong to the plan, conditions are granted one by one."""

_CLAUSE_MARK = re.compile(r"[,，;；、。&+(（]|\b(?:and|or|but|if|unless|then|which|no|not)\b|[且并但若]|如果|不")
"""Sign that a condition says more than one thing."""

_AVAILABILITY: dict[str, object] = {"dates": (), "not_on": ()}


def build_terms(
    offer: Offer, granted: Sequence[ParticipantRequest], open_requests: Sequence[ParticipantRequest]
) -> Terms:
    """Return the terms on which a part is held: those that its holder offered, and what was granted.

    A deposit that is not granted is left out; the fee, the number of people and the notice are facts of the offer.
    """
    offered = offer.terms or NO_TERMS
    held = {name: getattr(offered, name) for name in HELD_KEYS}
    if any(request.terms.deposit_share is not None for request in open_requests):
        held["deposit_share"] = None
    conditions = tuple(condition for request in granted for condition in request.terms.conditions)
    terms = Terms.model_validate({**held, "conditions": conditions})
    for request in granted:
        terms = merge_terms(terms, granted_terms(request).model_copy(update={"conditions": ()})) or terms
    return terms


def granted_terms(request: ParticipantRequest) -> Terms:
    """Return what a granted request adds to a part; its days are the plan's."""
    return request.terms.model_copy(update=_AVAILABILITY)


def contains_terms(older: Terms | None, newer: Terms) -> bool:
    """Return whether terms hold everything that others ask for, so that granting these would change nothing.

    A deposit is held by its share, in whatever words it was asked for; what these words say besides is not.
    """
    old = older or NO_TERMS
    texts = {condition.text for condition in old.conditions}
    shared = newer.deposit_share is not None and newer.deposit_share == old.deposit_share
    asked = (
        each
        for each in newer.conditions
        if not (shared and each.kind == "deposit" and _CLAUSE_MARK.search(each.text) is None)
    )
    return all(condition.text in texts for condition in asked) and all(
        getattr(newer, name) in (None, getattr(old, name)) for name in (*HELD_KEYS, "start", "end")
    )


def set_hours(terms: Terms | None, offered: Terms | None, hours: tuple[str, str]) -> Terms:
    """Return terms with the start and end of the plan; an offer that ends earlier on the day ends then."""
    start, end = hours
    own = offered.end if offered else None
    if own and "T" in own and "T" in end:
        wanted = datetime.fromisoformat(end)
        earlier = datetime.combine(wanted.date(), datetime.fromisoformat(own).time(), wanted.tzinfo)
        end = earlier.isoformat() if datetime.fromisoformat(start) < earlier < wanted else end
    return (terms or NO_TERMS).model_copy(update={"start": start, "end": end})


def plan_hours(day: date, wanted: Terms | None, timezone: str) -> tuple[str, str]:
    """Return start and end of a plan on a day: instants with offset if the demand's hours are known, else the date.

    Args:
        day: Day of the plan.
        wanted: What the demand says beyond its limits, with the hours on any day.
        timezone: IANA name of the zone of the demand; the offsets are those of the day.
    """
    start = _instant_on(day, wanted.start if wanted else None, timezone)
    end = _instant_on(day, wanted.end if wanted else None, timezone)
    if start and end and end <= start:
        end += timedelta(days=1)  # past midnight
    return (start.isoformat() if start else day.isoformat(), end.isoformat() if end else day.isoformat())


def _instant_on(day: date, wanted: str | None, timezone: str) -> datetime | None:
    if not wanted or "T" not in wanted:
        return None
    instant = datetime.fromisoformat(wanted)
    try:
        zone = ZoneInfo(timezone)
    except (ZoneInfoNotFoundError, ValueError):
        return datetime.combine(day, instant.time(), instant.tzinfo)
    local = instant.astimezone(zone)
    return datetime.combine(day, local.time(), zone)


def render_notes(
    terms: Terms | None, language: Language, *, reserve: bool, capped: bool = False, unsettled: Collection[str] = ()
) -> str:
    """Return the notes of a part: its terms in words, agreed, or to be settled when a reserve is called; "" without any.

    Args:
        terms: Terms of the part.
        language: Language of the notes.
        reserve: Whether its holder is in reserve.
        capped: Whether it is agreed that no more people come than its holder serves.
        unsettled: Texts of conditions that are not agreed.
    """
    clauses = _clauses(terms or NO_TERMS, language, unsettled, capped=capped)
    wishes = join_clauses(clauses, language)
    return render_text("later" if reserve else "granted", language, wishes=wishes) if clauses else ""


def describe_fee(terms: Terms, language: Language) -> str:
    """Return a fee as people write it, with what it is for: `£40 an hour`; "" without a fee."""
    if terms.fee is None:
        return ""
    amount = format_money(terms.fee, language)
    basis = terms.per if terms.per and terms.per != "event" else None
    return render_text(f"per.{basis}", language, fee=amount) if basis else amount


def _clauses(terms: Terms, language: Language, unsettled: Collection[str], *, capped: bool) -> list[str]:
    kinds = {condition.kind for condition in terms.conditions}
    clauses: list[str] = []
    if terms.fee and terms.fee.amount:
        clauses.append(render_text("term.fee", language, fee=describe_fee(terms, language)))
    if capped and terms.people:
        clauses.append(render_text("term.people", language, people=terms.people))
    if terms.deposit_share and "deposit" not in kinds:
        clauses.append(render_text("term.deposit", language, percent=round(terms.deposit_share * 100)))
    return clauses + [condition.text for condition in terms.conditions if condition.text not in unsettled]
