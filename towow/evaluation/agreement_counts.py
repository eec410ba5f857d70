"""Judgement of what a negotiation agreed, against the labels of its demand: right in every respect, or why not."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Literal

from negotiation.contracts import events as event_types
from negotiation.contracts.demand import DemandLimits, Need, Span
from negotiation.contracts.money import add_money
from negotiation.contracts.plan_outcome import NeedOutcome
from negotiation.contracts.proposal import Assignment, Proposal
from negotiation.registry.profile import Profile
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.allowed_days import is_day_allowed
from negotiation.understanding.derived_fields import need_tag
from shared.core.frozen_model import FrozenModel
from shared.store.port import LoggedEvent
from towow.evaluation.corpus import LabelledDemand, LabelledLimits, LabelledNeed
from towow.evaluation.result import last_plan, parse_event
from towow.evaluation.span_match import find_span, overlaps

Fault = Literal["holder", "day", "budget", "sums", "unnamed", "not_wanted", "unclosed"]
"""What is wrong with an outcome.

`holder`: a confirmed holder is not able, not in place, or not free. `day`, `budget`: the plan leaves a labelled limit,
and the requester was not asked. `sums`: the totals are not the sum of the fees, or a holder's fee is not in the plan.
`unnamed`: a labelled need that is not met is not named as missing. `not_wanted`: somebody holds what is not wanted.
"""


class AgreementCounts(FrozenModel):
    """Counts of one demand or, added up, of many.

    Attributes:
        demands: Demands judged.
        right: Those without a fault.
        can_be_met: Demands whose required needs all have enough able people in place.
        met_completely: Those that ended complete, with right holders for all required needs.
        complete: Outcomes called complete.
        complete_wrongly: Those that lack a right holder of a required need.
        agreed: Demands that ended with a plan.
        wrong_holder: Demands with the fault `holder`; likewise the other `wrong_` counts.
    """

    demands: int = 0
    right: int = 0
    can_be_met: int = 0
    met_completely: int = 0
    complete: int = 0
    complete_wrongly: int = 0
    agreed: int = 0
    wrong_holder: int = 0
    wrong_day: int = 0
    wrong_budget: int = 0
    wrong_sums: int = 0
    wrong_unnamed: int = 0
    wrong_not_wanted: int = 0
    wrong_unclosed: int = 0


def add_agreement_counts(counts: Sequence[AgreementCounts]) -> AgreementCounts:
    """Return the sums of the counts."""
    return AgreementCounts.model_validate(
        {name: sum(getattr(each, name) for each in counts) for name in AgreementCounts.model_fields}
    )


class Agreement:
    """Content of the events of one negotiation: understanding, final plan, its outcome, questions, and the end."""

    def __init__(self, log: Sequence[LoggedEvent]) -> None:
        events = [parse_event(event) for event in log]
        self.events = [event for event in events if event.channel_id == events[0].channel_id]
        closed = [event for event in self.events if isinstance(event, event_types.DemandClosed)]
        self.status = closed[-1].status if closed else "unclosed"
        is_agreed = self.status in ("finalized", "force_finalized")
        self.plan: Proposal | None = last_plan(self.events) if is_agreed else None
        worth = [e for e in self.events if isinstance(e, event_types.PlanOutcomeFields) and e.complete is not None]
        self.complete = bool(worth and worth[-1].complete)
        self.needs: Sequence[NeedOutcome] = (worth[-1].needs or ()) if worth else ()
        understood = [
            event
            for event in self.events
            if isinstance(event, event_types.DemandUnderstoodEvent | event_types.DemandRevised)
        ]
        self.understood: Sequence[Need] = _needs_of(understood[-1]) if understood else ()
        self.unread = _unread_spans(understood)
        self.asked = {e.aspect for e in self.events if isinstance(e, event_types.QuestionOpened) and e.about == "limit"}

    @property
    def confirmed(self) -> Sequence[Assignment]:
        """Confirmed assignments that are not in reserve."""
        return [part for part in self.plan.assignments if part.is_confirmed and not part.reserve] if self.plan else []


def _needs_of(event: event_types.ChannelEvent) -> Sequence[Need]:
    if isinstance(event, event_types.DemandRevised):
        return event.understanding.needs
    return event.needs if isinstance(event, event_types.DemandUnderstoodEvent) else ()


def _unread_spans(understood: Sequence[event_types.ChannelEvent]) -> Sequence[Span]:
    texts = [
        each
        for event in understood
        if isinstance(event, event_types.DemandUnderstoodEvent)
        for each in event.not_understood
    ]
    return [each.span for each in texts if each.span is not None]


def judge_agreement(
    row: LabelledDemand, log: Sequence[LoggedEvent], profiles: Mapping[str, Profile]
) -> tuple[AgreementCounts, tuple[Fault, ...]]:
    """Compare the outcome of a negotiation with the labels of its demand; return its counts and its faults.

    Args:
        row: The labelled demand.
        log: Events of the negotiation, subnets included, by seq.
        profiles: The agents' profiles by agent id.
    """
    agreement = Agreement(log)
    faults = tuple(dict.fromkeys(_faults(row, agreement, profiles)))
    required = [need for need in row.needs if need.required]
    is_met = bool(required) and all(_is_met(row, need, agreement, profiles) for need in required)
    can_be_met = bool(required) and all(len(need.in_place) >= need.count for need in required)
    counts = {
        "demands": 1,
        "right": not faults,
        "can_be_met": can_be_met,
        "met_completely": can_be_met and is_met and agreement.complete,
        "complete": agreement.complete,
        "complete_wrongly": agreement.complete and not is_met,
        "agreed": agreement.plan is not None,
        **{f"wrong_{fault}": True for fault in faults},
    }
    return AgreementCounts.model_validate({name: int(value) for name, value in counts.items()}), faults


def _faults(row: LabelledDemand, agreement: Agreement, profiles: Mapping[str, Profile]) -> Iterator[Fault]:
    if agreement.status == "unclosed":
        yield "unclosed"
    plan = agreement.plan
    if plan is not None:
        if not all(_is_right_holder(row, part, agreement, profiles) for part in agreement.confirmed):
            yield "holder"
        if plan.day and not _is_kept(plan.day, row.limits) and not agreement.asked & {"dates", "weekdays", "not_on"}:
            yield "day"
        if _is_over_budget(plan, row.limits) and "budget" not in agreement.asked:
            yield "budget"
        if not _are_sums_right(plan, agreement, profiles):
            yield "sums"
        if any(_is_not_wanted(row, part, agreement) for part in agreement.confirmed):
            yield "not_wanted"
    if not all(_is_met(row, need, agreement, profiles) or _is_named(row, need, agreement) for need in row.needs):
        yield "unnamed"


def _is_kept(day: date, limits: LabelledLimits) -> bool:
    return is_day_allowed(day, DemandLimits(dates=limits.dates, weekdays=limits.weekdays, not_on=limits.not_on))


def _is_over_budget(plan: Proposal, limits: LabelledLimits) -> bool:
    budget = limits.budget
    return budget is not None and any(
        total.amount > budget.amount for total in plan.totals if total.currency == budget.currency
    )


def _are_sums_right(plan: Proposal, agreement: Agreement, profiles: Mapping[str, Profile]) -> bool:
    """Return whether the totals are the sum of fixed fees, and the fee of every confirmed holder is in the plan."""
    terms = [part.terms for part in plan.assignments if part.terms and part.terms.fee and not part.reserve]
    is_fixed = all(each.per in (None, "event", "day") for each in terms)
    is_sum = not is_fixed or add_money(each.fee for each in terms if each.fee) == plan.totals
    with_fee = {part.agent_id for part in plan.assignments if part.terms and part.terms.fee}
    paid = (part.agent_id for part in agreement.confirmed if part.agent_id in profiles)
    return is_sum and all(agent in with_fee for agent in paid if profiles[agent].price)


def _labels_of(row: LabelledDemand, part: Assignment, agreement: Agreement) -> Sequence[LabelledNeed]:
    """Return the labelled needs that a part refers to, by the words of the need that it meets.

    If these stand beside every label (a demand tells the trouble, then asks: "the tap drips, can anybody fix it?"), it
    may refer to those that no understood need covers.
    """
    spans = [span for need in _needs_named(part, agreement, row) if (span := _span(need, row.raw_input)) is not None]
    labels = [label for label in row.needs if any(overlaps(label.span, span) for span in spans)]
    return labels or _uncovered_labels(row, agreement)


def _uncovered_labels(row: LabelledDemand, agreement: Agreement) -> Sequence[LabelledNeed]:
    spans = [span for need in agreement.understood if (span := _span(need, row.raw_input)) is not None]
    return [label for label in row.needs if not any(overlaps(label.span, span) for span in spans)]


def _needs_named(part: Assignment, agreement: Agreement, row: LabelledDemand) -> Sequence[Need]:
    own = [need for need in agreement.understood if need.id == part.need]
    if own:
        return own
    same = load_thesaurus("skills").are_synonyms
    return [
        need
        for need in agreement.understood
        if same(need.need, part.role) or part.role.casefold() == need_tag(need, row.language).casefold()
    ]


def _span(need: Need, raw_input: str) -> Span | None:
    return need.span or find_span(need.need, raw_input)


def _is_right_holder(
    row: LabelledDemand, part: Assignment, agreement: Agreement, profiles: Mapping[str, Profile]
) -> bool:
    """Return whether a holder is able and in place for a labelled need that the part refers to, and free on its day."""
    labels = _labels_of(row, part, agreement)
    day = agreement.plan.day if agreement.plan else None
    return any(part.agent_id in label.in_place for label in labels) and _is_free(profiles.get(part.agent_id), day)


def _is_free(profile: Profile | None, day: date | None) -> bool:
    if profile is None or day is None:
        return True
    is_possible = not profile.free_dates or day.isoformat() in profile.free_dates
    return is_possible and day.weekday() not in profile.busy_weekdays


def _is_met(row: LabelledDemand, need: LabelledNeed, agreement: Agreement, profiles: Mapping[str, Profile]) -> bool:
    holders = {
        part.agent_id
        for part in agreement.confirmed
        if need in _labels_of(row, part, agreement)
        and part.agent_id in need.in_place
        and _is_right_holder(row, part, agreement, profiles)
    }
    return len(holders) >= need.count


def _is_named(row: LabelledDemand, need: LabelledNeed, agreement: Agreement) -> bool:
    """Return whether a need that is not met is said to be missing, or not understood.

    Of an agreed plan: as a need that is not met. Of a failure, which says that nothing is agreed: as a need.
    """
    if any(overlaps(need.span, span) for span in agreement.unread):
        return True
    spans = {each.id: _span(each, row.raw_input) for each in agreement.understood}
    ids = {each for each, span in spans.items() if span is not None and overlaps(need.span, span)}
    if agreement.plan is None:
        return bool(ids)
    return any(each.id in ids and not each.met for each in agreement.needs)


def _is_not_wanted(row: LabelledDemand, part: Assignment, agreement: Agreement) -> bool:
    spans = [span for need in _needs_named(part, agreement, row) if (span := _span(need, row.raw_input)) is not None]
    same = load_thesaurus("skills").are_synonyms
    return any(
        any(overlaps(label.span, span) for span in spans) or same(label.text, part.role) for label in row.not_wanted
    )
