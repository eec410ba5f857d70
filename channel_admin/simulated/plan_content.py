"""Content of a plan around its assignments: summary, timeline, risks, gaps."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta

from channel_admin.core.plan_totals import expected_people
from channel_admin.prompts import ChannelFacts
from channel_admin.simulated import plan_day
from channel_admin.simulated.participant_request import ParticipantRequest
from channel_admin.simulated.plan_needs import list_needs, need_gaps
from channel_admin.simulated.texts import headline, render_text
from negotiation.contracts.proposal import Assignment, Milestone, ProposalDraft, Timeline
from negotiation.understanding.derived_fields import format_money
from shared.core.language import join_items


def build_plan(
    facts: ChannelFacts,
    assignments: Sequence[Assignment],
    day: date,
    risks: Iterable[str],
    lost: Collection[str] = (),
) -> ProposalDraft:
    """Build the plan of these assignments on a day, with a timeline that ends on it.

    Args:
        facts: Demand and language.
        assignments: Who does what; reserves are named nowhere else.
        day: Day of the plan.
        risks: What is not settled.
        lost: Skills that had a holder in the version before.
    """
    language = facts.setting.language
    needs = list_needs(facts.demand, language)
    held = [part for part in assignments if not part.reserve]
    gaps = need_gaps(needs, assignments, language, facts.raw_input, lost)
    all_risks = tuple(dict.fromkeys(risks))
    return ProposalDraft(
        summary=_summary(facts, held, day),
        objective=facts.demand.surface_demand,
        assignments=tuple(assignments),
        timeline=_build_timeline(facts, day),
        rationale=render_text("rationale", language),
        success_criteria=tuple(_criteria(facts, {part.role for part in held})),
        risks=all_risks,
        gaps=gaps,
        confidence="low" if any(gap.importance >= 80 for gap in gaps) else "medium" if gaps or all_risks else "high",
    )


def open_risks(facts: ChannelFacts, requests: Iterable[ParticipantRequest]) -> tuple[str, ...]:
    """Return a risk for each request that is not settled, in the demand's language."""
    language = facts.setting.language
    return tuple(render_text("open", language, name=request.name, wish=request.full_text) for request in requests)


def departure_risks(facts: ChannelFacts, day: date | None) -> tuple[str, ...]:
    """Return the note that a plan on `day` departs from the dates that the demand names; empty if it does not."""
    language = facts.setting.language
    asked = plan_day.demanded_days(facts.demand, date.fromisoformat(facts.setting.today))
    if day is None or not asked or day in asked:
        return ()
    days = join_items((each.isoformat() for each in asked), language)
    return (render_text("departs", language, asked=days, day=day),)


def _criteria(facts: ChannelFacts, roles: Collection[str]) -> Iterable[str]:
    language, people, budget = facts.setting.language, expected_people(facts.demand), facts.demand.limits.budget
    tags = dict.fromkeys(need.tag for need in list_needs(facts.demand, language))
    yield from (render_text("covered", language, role=tag) for tag in tags if tag in roles)
    if people:
        yield render_text("coming", language, people=people)
    if budget:
        yield render_text("within" if budget.amount else "no_cost", language, budget=format_money(budget, language))


def _summary(facts: ChannelFacts, held: Sequence[Assignment], day: date) -> str:
    language = facts.setting.language
    names = list(dict.fromkeys(part.display_name or part.agent_id for part in held))
    key = "summary" if len(names) > 1 else "summary_of_one" if names else "summary_of_none"
    return render_text(
        key,
        language,
        what=facts.demand.title or headline(facts.demand.surface_demand, language),
        people=len(names),
        name=join_items(names, language),
        roles=join_items(dict.fromkeys(part.role for part in held), language),
        day=day,
    )


def _build_timeline(facts: ChannelFacts, day: date) -> Timeline:
    today, language = date.fromisoformat(facts.setting.today), facts.setting.language
    start = min(today + timedelta(days=1), day)
    steps = {"start": start, "check": start + (day - start) / 2, "day": day}
    return Timeline(
        start_date=start.isoformat(),
        milestones=tuple(
            Milestone(name=render_text(key, language), date=when.isoformat(), label=render_text(key, language))
            for key, when in steps.items()
        ),
    )
