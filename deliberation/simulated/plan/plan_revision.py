"""Revision of a plan: what the planner changes for each finding, and what it answers."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, timedelta

from deliberation.contracts.critique import CritiqueFinding
from deliberation.contracts.plan import Plan
from deliberation.simulated.knowledge.domain_table import DomainTask, TaskKind
from deliberation.simulated.phrasing import format_date, format_days, format_duration, lower_first, render
from deliberation.simulated.plan.fault import FaultKey, ReadFault, read_fault
from deliberation.simulated.plan.generic_plan import decision_title, expert_title, short_goal
from deliberation.simulated.plan.health_task import health_title
from deliberation.simulated.plan.plan_draft import hours_of, is_added, needed_tasks, outlasts, shares_word
from deliberation.simulated.plan.plan_faults import hours_check_title
from deliberation.simulated.plan.plan_limit import reduce_scope, whole_end
from deliberation.simulated.plan.revision import MOST_TASKS, Revision, add_task, name_task, take_hours
from deliberation.simulated.plan.work_plan import STEP_H, WorkTask, round_hours, scale_hours
from deliberation.simulated.query.query_reader import UserQuery
from shared.core.language import join_items, join_sentences

MOST_TOLD = 200
"""Characters up to which one task names what is to be told."""

RESERVE_SHARE = 0.08
"""Share of a plan that is held in reserve."""


def accept_finding(revision: Revision, finding: CritiqueFinding) -> Revision:
    """Return the revision after a finding was met."""
    fault = read_fault(finding.text, revision.query.language)
    if fault is None:
        return _add_from_text(revision, finding)
    return _MEASURES[fault.key](revision, finding, fault)


def _add_remedy(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    match = revision.query.match
    risks = match.domain.risks if match else ()
    found = next((risk for risk in risks if lower_first(risk.text[revision.query.language]) == fault.subject), None)
    if found is None:
        return _add_from_text(revision, finding)
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


def _add_from_text(revision: Revision, finding: CritiqueFinding) -> Revision:
    """Meet a finding in other words than the simulated critic's by a task that does what it proposes."""
    solution = (finding.solution or finding.text).strip()[:120]
    title = render("task.from_finding", revision.query.language, solution=solution)
    return add_task(revision, finding, WorkTask(title, "arrange", round_hours(revision.work.total_hours * 0.03)), 0, 0)


def _add_titled(
    revision: Revision, finding: CritiqueFinding, title: str, kind: TaskKind, phase: int, place: int | None
) -> Revision:
    hours = 0.5 if kind in ("check", "arrange") and revision.work.total_hours < 60 else 1.0
    return add_task(revision, finding, WorkTask(title, kind, hours), phase, place)


def _add_missing(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    match = revision.query.match
    tasks = needed_tasks(revision.query, match.domain) if match else ()
    for phase, task in tasks:
        if task.title[revision.query.language] == fault.subject:
            return _add_domain_task(revision, finding, phase, task, _place_of(revision, phase, task))
    return _add_from_text(revision, finding)


def _add_obstacle(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    return _add_for_words(revision, finding, "task.obstacle", obstacle=fault.subject)


def _add_unused(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    return _add_for_words(revision, finding, "task.unused", clause=fault.subject)


def _add_for_words(revision: Revision, finding: CritiqueFinding, key: str, **words: str) -> Revision:
    """Return the revision with a task for words of the user, unless a task is about them or nothing has room for one."""
    query, (subject,) = revision.query, words.values()
    if query.match is None:
        return _tell(revision, finding, subject)
    stressed = _stress(revision, finding, subject)
    if stressed is not None:
        return stressed
    if revision.work.total_hours < STEP_H * (len(revision.work.tasks) + 1):
        total = format_duration(revision.work.total_hours, query.language)
        return revision.with_answer(finding, render("answer.no_room", query.language, total=total), "rebutted")
    title = render(key, query.language, (query.text, subject), **words)
    return _add_titled(revision, finding, title, "arrange", 0, _after_first_check(revision))


def _tell(revision: Revision, finding: CritiqueFinding, clause: str) -> Revision:
    """Return the revision in which the user's words are told to whoever is asked: one task for all of them."""
    query, work, language = revision.query, revision.work, revision.query.language
    lead = render("task.tell", language, facts="")
    told = next((task for task in work.tasks if task.title.startswith(lead)), None)
    if told is None:
        title = render("task.tell", language, facts=clause)
        revision = add_task(revision, finding, WorkTask(title, "arrange", STEP_H), 0, None)
        return replace(revision, answers=revision.answers[:-1]).with_answer(finding, _told(query, clause))
    if len(told.title) + len(clause) > MOST_TOLD:
        total = format_duration(work.total_hours, language)
        return revision.with_answer(finding, render("answer.no_room", language, total=total), "rebutted")
    title = told.title if clause in told.title else join_items((told.title, clause), language)
    phases = tuple(
        replace(phase, tasks=tuple(replace(task, title=title) if task is told else task for task in phase.tasks))
        for phase in work.phases
    )
    return replace(revision, work=replace(work, phases=phases)).with_answer(finding, _told(query, clause))


def _told(query: UserQuery, clause: str) -> Callable[[Plan], str]:
    return lambda plan: name_task(plan, query, clause, "answer.told", clause=clause)


def _add_health(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    return _add_titled(revision, finding, health_title(revision.query), "arrange", 0, 0)


def _add_decision(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    number = len(revision.work.phases) - 1
    return _add_titled(revision, finding, decision_title(revision.query), "check", number, None)


def _add_rate(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    title = render("task.rate", revision.query.language, amount=fault.values["amount"])
    return _add_titled(revision, finding, title, "check", 0, None)


def _stress(revision: Revision, finding: CritiqueFinding, obstacle: str) -> Revision | None:
    """Return the revision with more hours for the task that is about an obstacle; None if none is."""
    language, work = revision.query.language, revision.work
    about = next((task for task in work.tasks if _is_about(revision, task, obstacle)), None)
    if about is None:
        return None
    hours = round_hours(min(0.3 * about.hours, 0.1 * work.total_hours))
    _, work = take_hours(revision, hours)
    place = next(index for index, task in enumerate(revision.work.tasks) if task is about)
    if len(work.tasks) != len(revision.work.tasks):
        return None
    title = render("task.stressed", language, title=about.title, obstacle=obstacle)
    kept = work.tasks[place]
    phases = tuple(
        replace(
            phase,
            tasks=tuple(
                replace(task, title=title, hours=task.hours + hours) if task is kept else task for task in phase.tasks
            ),
        )
        for phase in work.phases
    )
    text = render("answer.stressed", language, task=about.title, hours=format_duration(hours, language))
    return replace(revision, work=replace(work, phases=phases)).with_answer(finding, text)


def _is_about(revision: Revision, task: WorkTask, words: str) -> bool:
    is_open = task.kind != "rest" and task.title != health_title(revision.query)
    return is_open and shares_word(task.title, words)


def _after_first_check(revision: Revision) -> int:
    return 1 if revision.work.phases[0].tasks[0].kind == "check" else 0


def _add_hours_check(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    return _add_titled(revision, finding, hours_check_title(revision.query), "check", 0, None)


def _add_expert(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    return _add_titled(revision, finding, expert_title(revision.query), "arrange", 0, 0)


def _add_date(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    title = render("task.find_date", revision.query.language, words=fault.subject)
    return _add_titled(revision, finding, title, "arrange", 0, 0)


def _add_check(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    match, language = revision.query.match, revision.query.language
    if match is not None:
        last = len(match.domain.phases) - 1
        for phase, task in needed_tasks(revision.query, match.domain):
            if task.kind == "check" and 0 < phase < last:
                return _add_domain_task(revision, finding, phase, task, _place_of(revision, phase, task))
    number = max(0, len(revision.work.phases) // 2 - 1)
    return _add_titled(revision, finding, render("task.check", language), "check", number, None)


def _add_reserve(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    hours = round_hours(revision.work.total_hours * RESERVE_SHARE)
    title = render("task.reserve", revision.query.language)
    _, work = take_hours(revision, hours)
    number = len(work.phases) - 1
    work = work.with_tasks(number, [*work.phases[number].tasks[: MOST_TASKS - 1], WorkTask(title, "rest", hours)])
    query = revision.query

    def answer(plan: Plan) -> str:
        others = [task for phase in plan.phases for task in phase.tasks if task.title != title]
        day = max(date.fromisoformat(task.deadline) for task in others)
        values = {
            "hours": format_duration(hours, query.language),
            "date": format_date(day, query.today, query.language),
        }
        return render("answer.reserve", query.language, **values)

    return replace(revision, work=work).with_answer(finding, answer)


def _state_measure(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    query = revision.query
    measure = query.match.domain.measure[query.language] if query.match else short_goal(query)
    goal = render("goal.measured", query.language, goal=revision.work.goal, measure=measure)
    text = render("answer.measured", query.language, measure=measure)
    return replace(revision, work=replace(revision.work, goal=goal)).with_answer(finding, text)


def _move_to_practice(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    work, language = revision.work, revision.query.language
    learning = [task for task in work.tasks if task.kind == "learn"]
    practice = [task for task in work.tasks if task.kind in ("practise", "make")]
    if not learning or not practice:
        return _add_check(revision, finding, fault)
    giver, taker = max(learning, key=lambda task: task.hours), max(practice, key=lambda task: task.hours)
    doing = sum(task.hours for task in work.tasks if task.kind in ("practise", "make", "check"))
    wanted = round_hours(0.5 * work.total_hours - doing)
    givable = {id(task): max(0.0, task.hours - 0.5) for task in learning}
    moved = min(wanted, sum(givable.values()))
    share = moved / max(0.5, sum(givable.values()))
    taken = {key: int(hours * share * 2) / 2 for key, hours in givable.items()}
    moved = sum(taken.values())
    hours = [task.hours - taken.get(id(task), 0.0) + (moved if task is taker else 0.0) for task in work.tasks]
    values = {"hours": format_duration(moved, language), "other": giver.title, "task": taker.title}
    text = render("answer.moved", language, **values)
    return replace(revision, work=work.map_hours(hours)).with_answer(finding, text)


def _lower_load(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    """Lower the weekly hours to what is usual or bearable: a later end if no date is fixed, else fewer hours."""
    query, budget = revision.query, revision.budget
    match = query.match
    most = match.domain.most_weekly_hours if match and fault.key == "heavy" else budget.calendar.weekly_hours
    weeks = max(1.0, (revision.end - query.today).days / 7)
    work, end = revision.work, revision.end
    if budget.deadline is None:
        end = query.today + timedelta(days=round(work.total_hours / most * 7))
    else:
        work = scale_hours(work, min(work.total_hours, most * weeks))
    weekly = work.total_hours / max(1.0, (end - query.today).days / 7)
    values = {
        "weekly": format_duration(round(weekly * 2) / 2, query.language),
        "total": format_duration(work.total_hours, query.language),
        "end": format_date(end, query.today, query.language),
    }
    text = render("answer.fewer_hours", query.language, **values)
    return replace(revision, work=work, end=end).with_answer(finding, text)


def _cut_to_capacity(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    capacity = revision.budget.calendar.capacity(revision.end)
    changed = replace(revision, work=scale_hours(revision.work, min(revision.work.total_hours, 0.95 * capacity)))
    return _lower_load(changed, finding, fault)


def _name_what_goes(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    """Mark the task that is dropped, or kept, when time runs short."""
    query, work = revision.query, revision.work
    tasks = needed_tasks(query, query.match.domain) if query.match else ()
    vital = {task.title[query.language] for _, task in tasks if task.why}
    doing = [task for task in work.tasks if task.kind in ("learn", "make", "practise")] or list(work.tasks)
    spare = [task for task in doing if task.title not in vital] or doing
    is_dropped = fault.key == "tight"
    chosen = spare[-1] if is_dropped else max(doing, key=lambda task: task.hours)
    title = render("task.dropped_first" if is_dropped else "task.kept_first", query.language, title=chosen.title)
    text = render("answer.tight" if is_dropped else "answer.keep_first", query.language, task=chosen.title)
    phases = tuple(
        replace(phase, tasks=tuple(replace(task, title=title) if task is chosen else task for task in phase.tasks))
        for phase in work.phases
    )
    return replace(revision, work=replace(work, phases=phases)).with_answer(finding, text)


def _reduce(revision: Revision, finding: CritiqueFinding, _fault: ReadFault) -> Revision:
    """Plan openly for the part that fits, and say when the whole would be done."""
    query, budget = revision.query, revision.budget
    if query.match is None and finding.answer is not None:
        day = format_date(budget.deadline or revision.end, query.today, query.language)
        return revision.with_answer(finding, render("answer.firm_again", query.language, date=day), "rebutted")
    changed = reduce_scope(revision)
    key = "answer.reduced" if query.match is not None else "answer.reduced_unknown"
    values = {
        "date": format_date(budget.deadline or revision.end, query.today, query.language),
        "total": format_duration(changed.work.total_hours, query.language),
        "later": format_date(whole_end(query, budget), query.today, query.language),
    }
    text = render(key, query.language, **values)
    left = [task.title for task in changed.work.tasks]
    gone = [task.title for task in revision.work.tasks if is_added(query, task.title) and task.title not in left]
    if gone:
        more = render("answer.dropped", query.language, tasks=join_items(gone, query.language))
        text = join_sentences((text, more), query.language)
    return changed.with_answer(finding, text)


_Measure = Callable[[Revision, CritiqueFinding, ReadFault], Revision]
_MEASURES: Mapping[FaultKey, _Measure] = {
    "short_hours": _reduce,
    "short_days": _reduce,
    "too_soon": _reduce,
    "rate": _add_rate,
    "unused": _add_unused,
    "health": _add_health,
    "open_end": _add_decision,
    "tight": _name_what_goes,
    "half": _name_what_goes,
    "risk": _add_remedy,
    "hours": _add_hours_check,
    "obstacle": _add_obstacle,
    "vague": _state_measure,
    "unknown": _add_expert,
    "date": _add_date,
    "missing": _add_missing,
    "reserve": _add_reserve,
    "no_check": _add_check,
    "theory": _move_to_practice,
    "optimistic": _lower_load,
    "heavy": _lower_load,
    "over": _cut_to_capacity,
}
