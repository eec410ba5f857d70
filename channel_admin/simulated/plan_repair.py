"""Repair of a plan: holders who leave fewer findings, lower fees, so that it returns to what the requester keeps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from channel_admin.core.plan_totals import fee_amount
from channel_admin.prompts import AdjustmentFacts
from channel_admin.simulated import day_change, role_replacement
from channel_admin.simulated.assignment_terms import describe_fee, render_notes
from channel_admin.simulated.offer_terms import is_too_late
from channel_admin.simulated.plan_draft import stand_in_text
from channel_admin.simulated.plan_needs import PlanNeed, count_holders, find_plan_need, list_needs
from channel_admin.simulated.plan_problems import PlanProblems, PlanRole, count_problems, sum_fees
from channel_admin.simulated.role_assignment import PlanTarget, role_key
from channel_admin.simulated.texts import render_text
from negotiation.contracts.proposal import Assignment, Change
from negotiation.contracts.terms import NO_TERMS, Terms, merge_terms
from negotiation.search.synonyms import load_thesaurus

Repaired = tuple[list[Assignment], list[Change]]


@dataclass(frozen=True, slots=True)
class RepairContext:
    """Plan to repair, with the day, people and budget to repair it for.

    Attributes:
        facts: Plan, demand, offers, findings and kept limits.
        target: Day, people and budget of the adjusted plan.
        unfree: Ids of agents who are not free on its day.
    """

    facts: AdjustmentFacts
    target: PlanTarget
    unfree: frozenset[str]

    @property
    def needs(self) -> tuple[PlanNeed, ...]:
        """Needs of the demand."""
        return list_needs(self.facts.demand, self.facts.setting.language)

    def keeps(self, aspect: str) -> bool:
        """Return whether the requester keeps a limit."""
        return any(finding.aspect == aspect for finding in self.facts.kept)


def repair_plan(context: RepairContext, parts: Sequence[Assignment]) -> Repaired:
    """Return the parts with fewer problems, as far as other people of the plan make it possible, and what changed.

    Nothing changes unless something is found against the plan, a limit is kept, or a holder is not free on its day.
    A limit that the requester keeps is returned to: holders who are not free on the kept day leave the plan, also
    without a reserve; above a kept budget, fees go down to what people offered, and holders of optional needs become
    reserves if that is enough.
    """
    facts = context.facts
    held = {part.agent_id for part in parts if not part.reserve}
    if not (facts.kept or facts.proposal.findings or held & context.unfree):
        return list(parts), []
    result, changes = _replace_holders(context, list(parts))
    if day_change.keeps_day(facts):
        result, dropped = _drop_unfree(context, result)
        changes += dropped
    if context.keeps("budget"):
        for step in (_lower_fees, _put_off_optional):
            result, more = step(context, result)
            changes += more
    return result, changes


def _replace_holders(context: RepairContext, parts: list[Assignment]) -> Repaired:
    """Make the change of one holder that leaves fewest problems, as long as they become fewer."""
    changes: list[Change] = []
    problems = _problems(context, parts)
    while any(problems):
        moves = [
            (_problems(context, after), number, after, change) for number, (after, change) in _moves(context, parts)
        ]
        if not moves:
            break
        best, _, after, change = min(moves, key=lambda move: move[:2])
        if best >= problems:
            break
        reason = _reason(problems, best)
        changes.append(change.model_copy(update={"reason": _reason_text(context, change, reason)}))
        parts, problems = after, best
    return parts, changes


def _moves(context: RepairContext, parts: list[Assignment]) -> Iterator[tuple[int, tuple[list[Assignment], Change]]]:
    options = (
        option for index in range(len(parts)) if not parts[index].reserve for option in _options(context, parts, index)
    )
    yield from enumerate(options)


def _options(context: RepairContext, parts: list[Assignment], index: int) -> Iterator[tuple[list[Assignment], Change]]:
    """Yield what can be done about one holder: a reserve takes over or joins, or a surplus holder becomes one.

    The reason of each change holds the names of holder and reserve until it is known what gets better by it.
    """
    held, facts = parts[index], context.facts
    language = facts.setting.language
    for reserve in role_replacement.find_reserves(facts, held, parts):
        called = role_replacement.call_reserve(facts, reserve, parts)
        demoted = [] if held.agent_id in context.unfree else [_to_reserve(context, held, reserve.display_name)]
        others = [part for part in parts if part not in (held, reserve)]
        place = min(index, len(others))
        after = [*others[:place], called, *others[place:], *demoted]
        yield after, role_replacement.handover_change(facts, held, reserve, _names(held, reserve))
        if not load_thesaurus("skills").is_location_bound(held.role):
            beside = role_replacement.call_reserve(facts, reserve, parts, beside=held.display_name)
            yield (
                [beside if part is reserve else part for part in parts],
                Change(
                    aspect=render_text("aspect.role", language),
                    before=render_text("alone", language, name=held.display_name, role=held.role),
                    after=render_text(
                        "both", language, name=held.display_name, other=reserve.display_name, role=held.role
                    ),
                    reason="\0",
                ),
            )
    if _is_surplus(context, held, parts):
        first = next((part for part in parts if _same_need(context, part, held) and part is not held), held)
        yield (
            [_to_reserve(context, part, first.display_name) if part is held else part for part in parts],
            _reserve_change(context, held, "\1"),
        )


def _names(held: Assignment, reserve: Assignment) -> str:
    return f"{held.display_name}\n{reserve.display_name}"


def _reason_text(context: RepairContext, change: Change, reason: str) -> str:
    """Return the reason of a change, by the names that it holds and the kind of problem that becomes smaller."""
    language, target = context.facts.setting.language, context.target
    if change.reason == "\0":
        return render_text("joined", language, people=target.people)
    if change.reason == "\1":
        return render_text("spared", language, name=change.before.partition(": ")[0])
    name, _, other = change.reason.partition("\n")
    return render_text(f"swap.{reason}", language, name=name, other=other, day=target.day, people=target.people)


def _reason(before: PlanProblems, after: PlanProblems) -> str:
    """Return the name of the worst kind of problem that has become smaller."""
    pairs = zip(PlanProblems._fields, before, after, strict=True)
    return next((name for name, old, new in pairs if new < old), "excess")


def _to_reserve(context: RepairContext, part: Assignment, holder: str) -> Assignment:
    language = context.facts.setting.language
    return part.model_copy(
        update={
            "reserve": True,
            "required": False,
            "is_confirmed": False,
            "responsibility": stand_in_text(part.role, holder, language),
            "notes": render_notes(part.terms, language, reserve=True),
        }
    )


def _reserve_change(context: RepairContext, part: Assignment, reason: str) -> Change:
    language = context.facts.setting.language
    return Change(
        aspect=render_text("aspect.role", language),
        before=f"{part.display_name}: {part.role}",
        after=render_text("to_reserve", language, name=part.display_name, role=part.role),
        reason=reason,
    )


def _is_surplus(context: RepairContext, held: Assignment, parts: Sequence[Assignment]) -> bool:
    """Return whether a need has more holders than it asks for, or the part meets none."""
    need = find_plan_need(held, context.needs)
    return need is None or count_holders(need, parts, context.needs) > need.count


def _same_need(context: RepairContext, one: Assignment, other: Assignment) -> bool:
    needs = context.needs
    return not one.reserve and find_plan_need(one, needs) == find_plan_need(other, needs)


def _problems(context: RepairContext, parts: Sequence[Assignment]) -> PlanProblems:
    return count_problems(_plan_roles(context, parts), context.target.people, context.target.budget)


def _plan_roles(context: RepairContext, parts: Sequence[Assignment]) -> list[PlanRole]:
    offers = {offer.agent_id: offer for offer in context.facts.offers}
    target, needs = context.target, context.needs
    roles: list[PlanRole] = []
    for part in parts:
        if part.reserve:
            continue
        offer = offers.get(part.agent_id)
        offered = (offer.terms if offer else None) or NO_TERMS
        own = part.terms or NO_TERMS
        terms = own.model_copy(update={"people": own.people or offered.people})
        is_late = bool(offer and target.day and is_too_late(offer, target.day, target.today))
        roles.append(
            PlanRole(
                role_key(find_plan_need(part, needs), part.role),
                part.role,
                part.agent_id,
                terms,
                part.agent_id in context.unfree,
                is_late,
            )
        )
    return roles


def _drop_unfree(context: RepairContext, parts: list[Assignment]) -> Repaired:
    """Remove holders who are not free on the day that the requester keeps; their needs become gaps."""
    language = context.facts.setting.language
    gone = [part for part in parts if part.agent_id in context.unfree]
    changes = [
        Change(
            aspect=render_text("aspect.role", language),
            before=f"{part.display_name}: {part.role}",
            after=render_text("nobody", language),
            reason=render_text("dropped", language, name=part.display_name, day=context.target.day),
        )
        for part in gone
        if not part.reserve
    ]
    return [part for part in parts if part not in gone], changes


def _excess(context: RepairContext, parts: Sequence[Assignment]) -> int:
    return _problems(context, parts).excess


def _lower_fees(context: RepairContext, parts: list[Assignment]) -> Repaired:
    """Lower fees to what their holders offered, the largest difference first, until the plan is within the budget."""
    changes: list[Change] = []
    for part, lower in sorted(_lower_offers(context, parts), key=lambda each: _difference(context, *each)):
        if not _excess(context, parts):
            break
        terms = merge_terms(part.terms, lower)
        changed = part.model_copy(update={"terms": terms, "notes": _holder_notes(context, terms)})
        parts = [changed if each is part else each for each in parts]
        changes.append(_fee_change(context, part, lower))
    return parts, changes


def _lower_offers(context: RepairContext, parts: Sequence[Assignment]) -> Iterator[tuple[Assignment, Terms]]:
    """Yield each holder whose fee is more than they offered, with the lowest fee that they offered."""
    said = [(offer.agent_id, offer.terms) for offer in context.facts.offers]
    said += [(feedback.agent_id, feedback.terms) for feedback in context.facts.feedback]
    for part in parts:
        fees = [Terms(fee=terms.fee, per=terms.per) for agent_id, terms in said if agent_id == part.agent_id and terms]
        lower = [terms for terms in fees if _difference(context, part, terms) < 0]
        if lower and not part.reserve:
            yield part, min(lower, key=lambda terms: _difference(context, part, terms))


def _difference(context: RepairContext, part: Assignment, lower: Terms) -> int:
    """Return by how much (minor units) a fee is more than that of a part; 0 if the two cannot be compared."""
    people = context.target.people
    hours = {"start": part.terms.start, "end": part.terms.end} if part.terms else {}
    present, offered = fee_amount(part.terms or NO_TERMS, people), fee_amount(lower.model_copy(update=hours), people)
    if present is None or offered is None or present.currency != offered.currency:
        return 0
    return offered.amount - present.amount


def _fee_change(context: RepairContext, part: Assignment, lower: Terms) -> Change:
    language = context.facts.setting.language
    return Change(
        aspect=render_text("aspect.fee", language),
        before=describe_fee(part.terms or NO_TERMS, language),
        after=describe_fee(lower, language),
        reason=render_text("lowered", language, name=part.display_name),
        terms=lower,
    )


def _holder_notes(context: RepairContext, terms: Terms | None) -> str:
    return render_notes(terms, context.facts.setting.language, reserve=False)


def _put_off_optional(context: RepairContext, parts: list[Assignment]) -> Repaired:
    """Make holders of optional needs reserves, the dearest first, if the plan comes back within the budget by that."""
    result, changes = parts, list[Change]()
    language, budget = context.facts.setting.language, context.target.budget
    optional = [part for part in parts if not part.reserve and _is_optional(context, part)]
    currency = budget.currency if budget else ""
    fees = {id(part): sum_fees(_plan_roles(context, [part]), context.target.people, currency) for part in optional}
    for part in sorted((part for part in optional if fees[id(part)]), key=lambda part: -fees[id(part)]):
        if not _excess(context, result):
            break
        result = [_to_reserve(context, each, "") if each is part else each for each in result]
        changes.append(_reserve_change(context, part, render_text("put_off", language, role=part.role)))
    return (parts, []) if _excess(context, result) else (result, changes)


def _is_optional(context: RepairContext, part: Assignment) -> bool:
    need = find_plan_need(part, context.needs)
    return need is not None and not need.required
