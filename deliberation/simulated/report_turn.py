"""Report of the simulated reporter: the template filled from the facts, and what the rules do not know or use."""

from collections.abc import Iterable
from datetime import date

from deliberation.contracts.critique import CritiqueFinding
from deliberation.contracts.report import ReportReply
from deliberation.contracts.turns import LastStatement, ReporterFacts
from deliberation.core.template_report import build_template_report
from deliberation.simulated.plan.clause_words import unnamed_words
from deliberation.simulated.plan.fault import matches, read_fault
from deliberation.simulated.plan.generic_plan import short_goal
from deliberation.simulated.plan.goal_shape import is_counted
from deliberation.simulated.plan.open_goal import find_open_goal
from deliberation.simulated.plan.plan_limit import name_lack
from deliberation.simulated.plan.start_date import is_start_named
from deliberation.simulated.plan.time_budget import budget_time
from deliberation.simulated.query.query_reader import UserQuery, read_query
from deliberation.simulated.text_variants import format_date, render
from shared.core.language import join_clauses


def write_report(facts: ReporterFacts) -> ReportReply:
    """Answer the reporter's prompt by the template; the same facts give the same report.

    It begins with what the rules do not know of the goal, and lists once what of the request no task uses.
    """
    query = read_query(facts.context.query, facts.context.language, date.fromisoformat(facts.context.today))
    facts = facts.model_copy(update={"findings": tuple(each for each in facts.findings if not _is_met(each, query))})
    return build_template_report(_list_left(facts, query), _first_line(query))


def _first_line(query: UserQuery) -> str:
    if name := find_open_goal(query):
        return render(f"report.{name}", query.language)
    budget = budget_time(query)
    if budget.is_impossible:
        day = format_date(budget.deadline or budget.end, query.today, query.language)
        values = {"goal": short_goal(query), "date": day, **name_lack(query, budget)}
        return render(f"report.reduced{budget.case}", query.language, **values)
    if is_start_named(query):
        return render("report.start_named", query.language, words=query.deadline.words if query.deadline else "")
    if query.match is not None or is_counted(query):
        return ""
    return render("report.unknown", query.language)


def _list_left(facts: ReporterFacts, query: UserQuery) -> ReporterFacts:
    """Return the facts in which the words that no task uses are one point, and not one for each finding."""
    if find_open_goal(query):
        # Its first line says so.
        findings = tuple(each for each in facts.findings if _read_key(each, query) != "nameless")
        return facts.model_copy(update={"findings": findings})
    titles = [task.title for phase in facts.plan.phases for task in phase.tasks] if facts.plan else []
    left = unnamed_words(query, titles) if facts.plan else ()
    if not left:
        return facts
    text = render("report.not_used", query.language, clauses=join_clauses(left, query.language))
    point = LastStatement(agent="planner", uncertainties=(text,))
    findings = tuple(each for each in facts.findings if not _is_listed(each, left, query))
    return facts.model_copy(update={"findings": findings, "statements": (point, *facts.statements)})


def _is_listed(finding: CritiqueFinding, left: Iterable[str], query: UserQuery) -> bool:
    fault = read_fault(finding.text, query.language)
    return fault is not None and fault.key in ("unused", "obstacle") and fault.subject in left


def _is_met(finding: CritiqueFinding, query: UserQuery) -> bool:
    """Return whether the planner answered that the plan had it from the first, and the critic did not repeat it."""
    if finding.is_open or finding.answer is None or finding.answer.decision == "accepted":
        return False
    return any(matches(finding.answer.text, f"answer.{name}", query.language) for name in ("already", "told"))


def _read_key(finding: CritiqueFinding, query: UserQuery) -> str:
    fault = read_fault(finding.text, query.language)
    return fault.key if fault else ""
