"""Revision of an understanding: the fields that a person or an answered question replaces (INTERFACES § 7)."""

from typing import Any

from negotiation.contracts.demand import (
    DemandContext,
    DemandLimits,
    DemandUnderstanding,
    FieldChange,
    LimitName,
    UnderstandingChanges,
)
from negotiation.contracts.terms import NO_TERMS, Terms
from negotiation.understanding.derived_fields import complete_understanding
from negotiation.understanding.title import revise_title
from shared.core.language import Language


def revise_understanding(
    understanding: DemandUnderstanding,
    changes: UnderstandingChanges,
    language: Language,
    *,
    has_own_title: bool = False,
) -> tuple[DemandUnderstanding, tuple[FieldChange, ...]]:
    """Return the understanding with `changes` applied and its derived fields computed anew, and what changed.

    New needs get ids that no other need has. When it begins and ends (`terms`) is dropped if the dates or the hours
    change, since it follows from both. Fields that `changes` leaves out, or replaces by the same value, stay and
    are not listed.

    Args:
        understanding: The understanding so far.
        changes: Fields to replace.
        language: Language of the demand.
        has_own_title: Whether the requester wrote the title, which then changes only if `changes` replaces it.
    """
    wanted = changes.model_dump(exclude_none=True).keys()
    values = {name: getattr(changes, name) for name in wanted}
    if changes.needs is not None:
        values["needs"] = _with_ids(changes, understanding)
    before, after = (
        understanding.model_dump(mode="json"),
        understanding.model_copy(update=values).model_dump(mode="json"),
    )
    listed = tuple(
        FieldChange(field=name, before=before[name], after=after[name])
        for name in wanted
        if before[name] != after[name]
    )
    if not listed:
        return understanding, ()
    derived: dict[str, Any] = {}
    if changes.needs is not None:
        derived["capability_tags"] = ()
    if changes.limits is not None:
        derived["context"] = DemandContext()
        derived["limit_words"] = tuple(
            each for each in understanding.limit_words if _has_limit(each.limit, understanding.limits, changes.limits)
        )
        derived["terms"] = _keep_times(understanding.terms, understanding.limits, changes.limits)
    revised = understanding.model_copy(update={**values, **derived, "question": None})
    if changes.title is None and not has_own_title:
        revised = revised.model_copy(update={"title": revise_title(understanding, revised, language)})
    return complete_understanding(revised, language), listed


def compare_understandings(before: DemandUnderstanding, after: DemandUnderstanding) -> tuple[FieldChange, ...]:
    """Return the fields in which two understandings differ, by their names in JSON, without the question."""
    values, others = before.model_dump(mode="json"), after.model_dump(mode="json")
    names = [field.alias or name for name, field in DemandUnderstanding.model_fields.items() if name != "question"]
    return tuple(
        FieldChange(field=name, before=values.get(name), after=others.get(name))
        for name in names
        if values.get(name) != others.get(name)
    )


def _keep_times(terms: Terms | None, before: DemandLimits, after: DemandLimits) -> Terms | None:
    """Return terms without beginning and end if the limits have other dates or hours; None if nothing is left."""
    if terms is None or (before.dates == after.dates and before.hours == after.hours):
        return terms
    kept = terms.model_copy(update={"start": None, "end": None})
    return None if kept == NO_TERMS else kept


def _has_limit(name: LimitName | None, before: DemandLimits, after: DemandLimits) -> bool:
    """Return whether a limit is as it was before; one that the words do not name only if all are."""
    return before == after if name is None else getattr(before, name) == getattr(after, name)


def _with_ids(changes: UnderstandingChanges, understanding: DemandUnderstanding) -> tuple[Any, ...]:
    needs = changes.needs or ()
    taken = {need.id for need in (*needs, *understanding.needs)}
    free = (f"n{number}" for number in range(1, 10_000) if f"n{number}" not in taken)
    return tuple(need if need.id else need.model_copy(update={"id": next(free)}) for need in needs)
