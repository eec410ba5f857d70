"""Tasks that the planner adds for findings of the critic: remedies, checks, reserve, and whom to ask."""

from dataclasses import replace

from deliberation.contracts.critique import CritiqueFinding
from deliberation.simulated.knowledge.domain_table import DomainTask, TaskKind
from deliberation.simulated.plan.count_plan import portion_title
from deliberation.simulated.plan.fault import ReadFault
from deliberation.simulated.plan.generic_plan import decision_title, expert_title
from deliberation.simulated.plan.health_task import health_title, seen_title
from deliberation.simulated.plan.plan_draft import hours_of, needed_tasks, outlasts
from deliberation.simulated.plan.plan_faults import hours_check_title
from deliberation.simulated.plan.revision import MOST_TASKS, Revision, add_task, take_hours
from deliberation.simulated.plan.work_plan import WorkTask, round_hours
from deliberation.simulated.query.clauses import cut_words
from deliberation.simulated.text_variants import format_date, format_days, format_duration, lower_first, render

RESERVE_SHARE = 0.08
"""Share of a plan that is held in reserve."""


def add_remedy(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    """Return the revision with what guards against a known risk."""
    match = revision.query.match
    risks = match.domain.risks if match else ()
    found = next((risk for risk in risks if lower_first(risk.text[revision.query.language]) == fault.subject), None)
    if found is None:
        return add_from_text(revision, finding)
    if outlasts(found.remedy, revision.budget.days):
        return _put_off(revision, finding, found.remedy)
    opens = found.remedy.kind in ("arrange", "learn") and not found.is_last
    return _add_domain_task(revision, finding, found.phase, found.remedy, place=0 if opens else None)


def _put_off(revision: Revision, finding: CritiqueFinding, task: DomainTask) -> Revision:
    """Answer that a task that is repeated over weeks cannot be done in the few days that are left."""
    query, budget = revision.query, revision.budget
    values = {
        "date": format_date(budget.deadline or budget.end, query.today, query.language),
        "left": format_days(budget.days, query.language),
        "task": task.title[query.language],
    }
    return revision.with_answer(finding, render("answer.later", query.language, **values), "rebutted")


def _add_domain_task(
    revision: Revision, finding: CritiqueFinding, phase: int, task: DomainTask, place: int | None = None
) -> Revision:
    """Return the revision with a task of the field, in its phase if the plan has it."""
    assert revision.query.match is not None
    domain, language = revision.query.match.domain, revision.query.language
    name = domain.phases[phase].name[language]
    number = next((index for index, each in enumerate(revision.work.phases) if each.name == name), None)
    hours = hours_of(task, domain, revision.work.total_hours)
    return add_task(revision, finding, WorkTask(task.title[language], task.kind, hours), number, place)


def _place_of(revision: Revision, phase: int, task: DomainTask) -> int | None:
    """Return the place of a task in its phase by the order of the field; None for the end."""
    assert revision.query.match is not None
    domain, language = revision.query.match.domain, revision.query.language
    order = [each.title[language] for each in domain.phases[phase].tasks]
    after = order[order.index(task.title[language]) + 1 :]
    name = domain.phases[phase].name[language]
    present = next((each.tasks for each in revision.work.phases if each.name == name), ())
    return next((place for place, each in enumerate(present) if any(title in each.title for title in after)), None)


def add_from_text(revision: Revision, finding: CritiqueFinding) -> Revision:
    """Meet a finding in other words than the simulated critic's by a task that does what it proposes."""
    solution = cut_words((finding.solution or finding.text).strip(), 120)
    title = render("task.from_finding", revision.query.language, solution=solution)
    return add_task(revision, finding, WorkTask(title, "arrange", round_hours(revision.work.total_hours * 0.03)), 0, 0)


def add_titled(
    revision: Revision, finding: CritiqueFinding, title: str, kind: TaskKind, phase: int, place: int | None
) -> Revision:
    """Return the revision with a short task of that title."""
    hours = 0.5 if kind in ("check", "arrange") and revision.work.total_hours < 60 else 1.0
    return add_task(revision, finding, WorkTask(title, kind, hours), phase, place)


def add_missing(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    """Return the revision with an indispensable task of the field."""
    match = revision.query.match
    tasks = needed_tasks(revision.query, match.domain) if match else ()
    for phase, task in tasks:
        if task.title[revision.query.language] == fault.subject:
            return _add_domain_task(revision, finding, phase, task, _place_of(revision, phase, task))
    return add_from_text(revision, finding)


def add_health(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    """Return the revision with the question to a clinician as its first task, unless somebody like that is asked."""
    opening = replace(revision.work, phases=revision.work.phases[:1])
    if title := seen_title(opening):
        text = render("answer.already", revision.query.language, task=title)
        return revision.with_answer(finding, text)
    return add_titled(revision, finding, health_title(revision.query), "arrange", 0, 0)


def add_decision(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    """Return the revision with the day of the decision at its end."""
    number = len(revision.work.phases) - 1
    return add_titled(revision, finding, decision_title(revision.query), "check", number, None)


def add_rate(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    """Return the revision with a task that measures the real speed."""
    title = render("task.rate", revision.query.language, amount=fault.values["amount"])
    return add_titled(revision, finding, title, "check", 0, None)


def add_budget(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    """Return the revision with a task that adds up what is to be paid for."""
    title = render("task.budget", revision.query.language, money=fault.subject)
    return add_titled(revision, finding, title, "arrange", 0, None)


def add_portion(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    """Return the revision with a task that finds out the number of parts and divides it by the days."""
    return add_titled(revision, finding, portion_title(revision.query, revision.budget), "check", 0, 0)


def add_hours_check(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    """Return the revision with a comparison of planned and real hours."""
    return add_titled(revision, finding, hours_check_title(revision.query), "check", 0, None)


def add_expert(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    """Return the revision with somebody who is asked first."""
    return add_titled(revision, finding, expert_title(revision.query), "arrange", 0, 0)


def add_date(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    """Return the revision with a task that finds out the date."""
    title = render("task.find_date", revision.query.language, words=fault.subject)
    return add_titled(revision, finding, title, "arrange", 0, 0)


def add_check(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    """Return the revision with a check half-way."""
    match, language = revision.query.match, revision.query.language
    if match is not None:
        last = len(match.domain.phases) - 1
        for phase, task in needed_tasks(revision.query, match.domain):
            if task.kind == "check" and 0 < phase < last:
                return _add_domain_task(revision, finding, phase, task, _place_of(revision, phase, task))
    number = max(0, len(revision.work.phases) // 2 - 1)
    return add_titled(revision, finding, render("task.check", language), "check", number, None)


def add_reserve(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    """Return the revision with hours in reserve at its end."""
    hours, language = round_hours(revision.work.total_hours * RESERVE_SHARE), revision.query.language
    title = render("task.reserve", language)
    _, work = take_hours(revision, hours)
    number = len(work.phases) - 1
    work = work.with_tasks(number, [*work.phases[number].tasks[: MOST_TASKS - 1], WorkTask(title, "rest", hours)])
    text = render("answer.reserve", language, hours=format_duration(hours, language))
    return replace(revision, work=work).with_answer(finding, text)
