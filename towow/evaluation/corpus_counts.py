"""Counts of one labelled demand: what was understood of it, and who holds what in its plan."""

from collections.abc import Sequence

from negotiation.contracts import events as event_types
from negotiation.contracts.demand import Need, Span
from negotiation.contracts.proposal import Assignment
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.derived_fields import need_tag
from shared.core.frozen_model import FrozenModel
from shared.store.port import LoggedEvent
from towow.evaluation.corpus import LabelledDemand, LabelledNeed
from towow.evaluation.limit_match import count_reproduced, limit_values
from towow.evaluation.result import ResultStatus, last_plan, parse_event
from towow.evaluation.span_match import find_span, match_spans, overlaps


class CorpusCounts(FrozenModel):
    """Counts of one demand or, added up, of many.

    Attributes:
        demands: Demands judged.
        needs_labelled: Labelled needs.
        needs_understood: Needs of the understanding, each of which must stand in a label.
        needs_matched: Labelled needs matched one to one by an understood need whose span overlaps.
        counts_right: Matched needs with the labelled count.
        limits_labelled: Labelled limit values.
        limits_understood: Limit values of the understanding; those not reproduced are spurious.
        limits_reproduced: Labelled limit values that were understood exactly.
        with_not_wanted: Demands that name something as not wanted.
        not_wanted_assigned: Those in which somebody confirmed holds a thing that is labelled as not wanted.
        needs_vanished: Labelled needs that are neither a need, nor not understood, a preference or a limit.
        holders_confirmed: Confirmed assignments of agreed plans.
        holders_able: Those whose agent is able to meet a labelled need that the assignment refers to.
        needs_in_place: Labelled needs with an able person in place.
        needs_met: Those with a confirmed able holder.
        nonsense: Demands of the kind nonsense.
        nonsense_finalized: Those agreed with a confirmed holder who is able to meet none of their needs.
        finalized: Demands that ended with an agreed plan.
        force_finalized: Demands that ended with a forced plan.
        failed: Demands that failed.
        unclosed: Demands that ended in another way, or not.
    """

    demands: int = 0
    needs_labelled: int = 0
    needs_understood: int = 0
    needs_matched: int = 0
    counts_right: int = 0
    limits_labelled: int = 0
    limits_understood: int = 0
    limits_reproduced: int = 0
    with_not_wanted: int = 0
    not_wanted_assigned: int = 0
    needs_vanished: int = 0
    holders_confirmed: int = 0
    holders_able: int = 0
    needs_in_place: int = 0
    needs_met: int = 0
    nonsense: int = 0
    nonsense_finalized: int = 0
    finalized: int = 0
    force_finalized: int = 0
    failed: int = 0
    unclosed: int = 0


def add_counts(counts: Sequence[CorpusCounts]) -> CorpusCounts:
    """Return the sums of the counts."""
    return CorpusCounts.model_validate(
        {name: sum(getattr(each, name) for each in counts) for name in CorpusCounts.model_fields}
    )


def judge_demand(row: LabelledDemand, log: Sequence[LoggedEvent]) -> CorpusCounts:
    """Compare the events of a negotiation, subnets included and in order of seq, with the labels of its demand."""
    events = [parse_event(event) for event in log]
    root = [event for event in events if event.channel_id == events[0].channel_id]
    understood = [event for event in root if isinstance(event, event_types.DemandUnderstoodEvent)]
    closed = [event for event in root if isinstance(event, event_types.DemandClosed)]
    status: ResultStatus = closed[-1].status if closed else "unclosed"
    plan = last_plan(root) if status in ("finalized", "force_finalized") else None
    confirmed = [each for each in plan.assignments if each.is_confirmed] if plan else []
    reading = understood[-1] if understood else None
    return CorpusCounts.model_validate(
        {
            "demands": 1,
            **_reading_counts(row, reading),
            **_holder_counts(row, reading.needs if reading else (), confirmed),
            status if status in ("finalized", "force_finalized", "failed") else "unclosed": 1,
        }
    )


def _reading_counts(row: LabelledDemand, reading: event_types.DemandUnderstoodEvent | None) -> dict[str, int]:
    labels = {"needs_labelled": len(row.needs), "limits_labelled": len(limit_values(row.limits))}
    if reading is None:
        return {**labels, "needs_vanished": len(row.needs)}
    spans = [_need_span(need, row.raw_input) for need in reading.needs]
    matches = match_spans([need.span for need in row.needs], spans)
    rest = [each.span or find_span(each.text, row.raw_input) for each in reading.not_understood]
    texts = (*reading.preferences, reading.limits.place or "", reading.limits.hours or "")
    said = [span for span in (*spans, *rest, *(find_span(text, row.raw_input) for text in texts)) if span is not None]
    return {
        **labels,
        "needs_understood": len(reading.needs),
        "needs_matched": len(matches),
        "counts_right": sum(row.needs[one].count == reading.needs[other].count for one, other in matches.items()),
        "limits_understood": len(limit_values(reading.limits)),
        "limits_reproduced": count_reproduced(row.limits, reading.limits, row.raw_input),
        "needs_vanished": sum(not any(overlaps(need.span, span) for span in said) for need in row.needs),
    }


def _holder_counts(row: LabelledDemand, needs: Sequence[Need], confirmed: Sequence[Assignment]) -> dict[str, int]:
    referred = [_referred_needs(row, needs, each) for each in confirmed]
    able = [
        {need.span for need in labels if each.agent_id in need.able}
        for each, labels in zip(confirmed, referred, strict=True)
    ]
    in_place = [need for need in row.needs if need.in_place]
    nobody_able = any(not any(each.agent_id in need.able for need in row.needs) for each in confirmed)
    return {
        "with_not_wanted": bool(row.not_wanted),
        "not_wanted_assigned": any(_is_not_wanted(row, needs, each) for each in confirmed),
        "holders_confirmed": len(confirmed),
        "holders_able": sum(map(bool, able)),
        "needs_in_place": len(in_place),
        "needs_met": sum(any(need.span in spans for spans in able) for need in in_place),
        "nonsense": row.kind == "nonsense",
        "nonsense_finalized": row.kind == "nonsense" and nobody_able,
    }


def _named_spans(row: LabelledDemand, needs: Sequence[Need], assignment: Assignment) -> Sequence[Span]:
    """Return the spans of the understood needs that a role names, by their words, their tags or a synonym."""
    is_same_skill = load_thesaurus("skills").are_synonyms
    role = assignment.role.casefold()
    named = (
        need
        for need in needs
        if role in (need.need.casefold(), need_tag(need, row.language).casefold())
        or is_same_skill(need.need, assignment.role)
    )
    spans = (_need_span(need, row.raw_input) for need in named)
    return [span for span in spans if span is not None]


def _need_span(need: Need, raw_input: str) -> Span | None:
    return need.span or find_span(need.need, raw_input)


def _referred_needs(row: LabelledDemand, needs: Sequence[Need], assignment: Assignment) -> Sequence[LabelledNeed]:
    """Return the labelled needs that an assignment refers to: all of them if its role names no words of the demand."""
    spans = _named_spans(row, needs, assignment)
    return [label for label in row.needs if not spans or any(overlaps(label.span, span) for span in spans)]


def _is_not_wanted(row: LabelledDemand, needs: Sequence[Need], assignment: Assignment) -> bool:
    """Return whether an assignment gives somebody a thing that the demand does not want, by its role or its need."""
    is_same_skill = load_thesaurus("skills").are_synonyms
    spans = _named_spans(row, needs, assignment)
    return any(
        any(overlaps(label.span, span) for span in spans)
        or find_span(label.text, assignment.role) is not None
        or is_same_skill(label.text, assignment.role)
        for label in row.not_wanted
    )
