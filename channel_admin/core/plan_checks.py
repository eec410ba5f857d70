"""Checks of a plan by code: what is found against it, each as a `Finding` (DESIGN § 7)."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime

from channel_admin.core import fallback_content
from channel_admin.core.plan_totals import expected_people, fee_amount, limit_amount, sum_fees
from channel_admin.settings import NegotiationRules
from negotiation.contracts.demand import DemandUnderstanding, LimitName, SubmissionContext
from negotiation.contracts.money import MAX_MINOR_UNITS, Money
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Assignment, Finding, FindingKind, Proposal
from negotiation.contracts.terms import Condition, Terms
from negotiation.contracts.weekdays import WEEKDAYS
from negotiation.understanding.allowed_days import is_day_allowed
from negotiation.understanding.derived_fields import format_money
from negotiation.understanding.role_skill import brings_food, takes_recordings
from shared.core.language import Language

DEPARTURE_TEXTS: Mapping[LimitName, str] = {
    "dates": "departs_dates",
    "weekdays": "departs_weekdays",
    "not_on": "departs_not_on",
}
"""Key of the text of a departure, by the limit that the plan leaves."""


class PlanContext:
    """Facts that a plan is checked against: the demand, the rules, the offers, and the version before it.

    Attributes:
        demand: The demand as it is understood now.
        setting: Language and date of the submission.
        rules: With the exchange rates.
        offers: Offers by agent id.
        previous: The version before; None for the first.
    """

    def __init__(
        self,
        demand: DemandUnderstanding,
        setting: SubmissionContext,
        rules: NegotiationRules,
        offers: Mapping[str, Offer],
        previous: Proposal | None = None,
    ) -> None:
        self.demand, self.setting, self.rules = demand, setting, rules
        self.offers, self.previous = offers, previous
        self.people = expected_people(demand)

    def finding(
        self,
        kind: FindingKind,
        text: str,
        part: Assignment | None = None,
        aspect: LimitName | None = None,
        /,
        **values: object,
    ) -> Finding:
        """Build a finding with the text `finding.<text>` in the demand's language."""
        names = {"name": part.display_name or part.agent_id, "role": part.role} if part else {}
        return Finding(
            kind=kind,
            assignment=part.role if part else None,
            agent_id=part.agent_id if part else None,
            aspect=aspect,
            text=fallback_content.render_text(f"finding.{text}", self.setting.language, **names, **values),
        )

    def offer_terms(self, part: Assignment) -> Terms:
        """Return the terms that the holder of a part offered; empty ones without an offer."""
        offer = self.offers.get(part.agent_id)
        return (offer.terms if offer else None) or Terms()

    def format(self, amount: Money) -> str:
        """Return an amount as people write it in the demand's language."""
        return format_money(amount, self.setting.language)


def check_plan(plan: Proposal, context: PlanContext) -> tuple[Finding, ...]:
    """Return everything found against a plan, in the order of `FindingKind`; reserves are not checked."""
    held = [part for part in plan.assignments if not part.reserve]
    return (
        *_over_budget(held, context),
        *_not_free(plan, held, context),
        *_too_small(held, context),
        *_too_late(plan, held, context),
        *_contradictions(held, context),
        *_departures(plan, context),
        *_lost_terms(held, context),
    )


def _over_budget(held: Sequence[Assignment], context: PlanContext) -> Iterator[Finding]:
    budget = context.demand.limits.budget
    if budget is None:
        return
    totals = sum_fees(held, context.people)
    comparable = _sum_in(budget.currency, totals, context.rules)
    if comparable > budget.amount:
        total = Money.model_construct(amount=comparable, currency=budget.currency)
        rates = context.rules.exchange_rates
        is_converted = rates is not None and any(each.currency != budget.currency for each in totals)
        yield context.finding(
            "over_budget",
            "over_budget_converted" if is_converted else "over_budget",
            None,
            "budget",
            total=context.format(total),
            budget=context.format(budget),
            date=rates.date if rates else "",
        )


def total_in_budget_currency(plan: Proposal, context: PlanContext) -> Money | None:
    """Return the sum of a plan's fees in the budget's currency, without those that cannot be converted to it.

    None without a budget.
    """
    budget = context.demand.limits.budget
    if budget is None:
        return None
    amount = _sum_in(budget.currency, sum_fees(plan.assignments, context.people), context.rules)
    return limit_amount(Money.model_construct(amount=amount, currency=budget.currency))


def _sum_in(currency: str, totals: Sequence[Money], rules: NegotiationRules) -> int:
    return sum(_convert(total, currency, rules) for total in totals)


def _convert(total: Money, currency: str, rules: NegotiationRules) -> int:
    """Return an amount in another currency, 0 without a rate; one that is too large for it is above every budget."""
    converted = rules.convert(total, currency)
    if converted is not None:
        return converted.amount
    has_rate = rules.convert(total.model_copy(update={"amount": 0}), currency) is not None
    return MAX_MINOR_UNITS + 1 if has_rate else 0


def _not_free(plan: Proposal, held: Sequence[Assignment], context: PlanContext) -> Iterator[Finding]:
    for part in held:
        day = part_day(part, plan)
        if day is not None and not is_free(context.offer_terms(part), day):
            yield context.finding("not_free", "not_free", part, day=day.isoformat())


def part_day(part: Assignment, plan: Proposal) -> date | None:
    """Return the day of a part: its own start, else the plan's day; None if neither is known."""
    start = part.terms.start if part.terms else None
    return date.fromisoformat(start[:10]) if start else plan.day


def is_free(terms: Terms, day: date) -> bool:
    """Return whether terms allow a day: it is one of their dates, if they name any, and none of the excluded days."""
    if terms.dates and day.isoformat() not in terms.dates and WEEKDAYS[day.weekday()] not in terms.dates:
        return False
    return day.isoformat() not in terms.not_on and WEEKDAYS[day.weekday()] not in terms.not_on


def _too_small(held: Sequence[Assignment], context: PlanContext) -> Iterator[Finding]:
    """Yield a finding for each part whose holders together serve fewer people than come."""
    people = context.people
    if not people:
        return
    holders: dict[str, list[Assignment]] = {}
    for part in held:
        holders.setdefault(part.need or part.role, []).append(part)
    for parts in holders.values():
        sizes = [capacity_of(part, context.offers) for part in parts]
        if all(sizes) and sum(size or 0 for size in sizes) < people:
            most = sum(size or 0 for size in sizes)
            yield context.finding("too_small", "too_small", parts[0], "people", most=most, people=people)


def capacity_of(part: Assignment, offers: Mapping[str, Offer]) -> int | None:
    """Return the most people that the holder of a part can serve; None if nothing is said about it."""
    offer = offers.get(part.agent_id)
    return (part.terms.people if part.terms else None) or (offer.terms.people if offer and offer.terms else None)


def _too_late(plan: Proposal, held: Sequence[Assignment], context: PlanContext) -> Iterator[Finding]:
    today = date.fromisoformat(context.setting.today)
    for part in held:
        terms, day = part.terms or Terms(), part_day(part, plan)
        notice = terms.notice_days if terms.notice_days is not None else context.offer_terms(part).notice_days
        if day and notice and (day - today).days < notice:
            yield context.finding("too_late", "too_late", part, days=notice, left=max((day - today).days, 0))


def _contradictions(held: Sequence[Assignment], context: PlanContext) -> Iterator[Finding]:
    for part in held:
        conditions = part.terms.conditions if part.terms else ()
        for condition in conditions:
            for other in held:
                if other.agent_id != part.agent_id and _excludes(condition, other):
                    yield context.finding(
                        "contradiction",
                        "contradiction",
                        part,
                        condition=condition.text,
                        other=other.display_name or other.agent_id,
                        other_role=other.role,
                    )
        yield from _early_end(part, context)


def _excludes(condition: Condition, other: Assignment) -> bool:
    """Return whether a condition of one holder excludes the part of another one."""
    return (condition.kind == "food" and brings_food(other.role)) or (
        condition.kind == "recording" and takes_recordings(other.role)
    )


def _early_end(part: Assignment, context: PlanContext) -> Iterator[Finding]:
    wanted = context.demand.terms.end if context.demand.terms else None
    own = part.terms.end if part.terms else None
    if not (wanted and own and "T" in wanted and "T" in own):
        return
    if datetime.fromisoformat(own) < datetime.fromisoformat(wanted):
        yield context.finding("contradiction", "early_end", part, end=own[11:16], wanted=wanted[11:16])


def _departures(plan: Proposal, context: PlanContext) -> Iterator[Finding]:
    day, limits = plan.day, context.demand.limits
    if day is None or is_day_allowed(day, limits):
        return
    aspect: LimitName = "dates" if limits.dates else "weekdays" if limits.weekdays else "not_on"
    if day.isoformat() in limits.not_on or WEEKDAYS[day.weekday()] in limits.not_on:
        aspect = "not_on"
    yield context.finding("departs_from_demand", DEPARTURE_TEXTS[aspect], None, aspect, day=day.isoformat())


def _lost_terms(held: Sequence[Assignment], context: PlanContext) -> Iterator[Finding]:
    """Yield a finding for each holder who had a term in the version before and has none of its kind any more."""
    previous = context.previous
    if previous is None:
        return
    for part in held:
        old = next((p for p in previous.assignments if (p.agent_id, p.role) == (part.agent_id, part.role)), None)
        language = context.setting.language
        lost = list(_lost(old.terms, part.terms or Terms(), language)) if old and old.terms and not old.reserve else []
        if lost:
            yield context.finding("term_lost", "term_lost", part, terms=", ".join(lost))
    yield from _lost_fees(previous, held, context)


def _lost(old: Terms, new: Terms, language: Language) -> Iterator[str]:
    kinds = {condition.kind for condition in new.conditions}
    texts = {condition.text for condition in new.conditions}
    for condition in old.conditions:
        if condition.text not in texts and (condition.kind == "other" or condition.kind not in kinds):
            yield condition.text
    for name in ("notice_days", "deposit_share", "end"):
        if getattr(old, name) is not None and getattr(new, name) is None:
            yield fallback_content.render_text(f"term.{name}", language)


def _lost_fees(previous: Proposal, held: Sequence[Assignment], context: PlanContext) -> Iterator[Finding]:
    """Yield a finding for each holder whose fee stood in the version before and stands nowhere in this one."""
    with_fee = {part.agent_id for part in held if part.terms and part.terms.fee}
    for old in previous.assignments:
        part = next((part for part in held if part.agent_id == old.agent_id), None)
        if part and old.terms and old.terms.fee and not old.reserve and part.agent_id not in with_fee:
            amount = fee_amount(old.terms, context.people) or old.terms.fee
            yield context.finding("term_lost", "term_lost", part, terms=context.format(amount))
