"""Plan of a session as a table: a line per phase, and per task its day, hours and title; and the to-dos."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from deliberation.contracts.plan import Plan, PlanTask, Todo
from towow.narration.deliberation_context import SessionNarrationContext, sanitized_line


def plan_lines(plan: Plan, context: SessionNarrationContext) -> Iterator[Text]:
    """Yield the lines of a plan: title and goal, each phase with its tasks, and the total of hours."""
    yield sanitized_line((plan.title, "bold"), f"  {plan.goal}" if plan.goal != plan.title else None)
    hours = max(len(_hours(task.estimated_hours)) for phase in plan.phases for task in phase.tasks)
    for phase in plan.phases:
        yield sanitized_line((f"  {phase.phase_name}", "cyan"), (f"  {phase.duration}", "dim"))
        for task in phase.tasks:
            yield _task_line(task, hours, context)
    total = context.text("total_hours", hours=_hours(plan.total_estimated_hours))
    yield sanitized_line((f"  {total}", "bold"))


def todo_lines(todos: Sequence[Todo], context: SessionNarrationContext) -> Iterator[Text]:
    """Yield a line for each to-do: its day, its title and its phase; nothing without to-dos."""
    if todos:
        yield sanitized_line((context.text("todos", count=len(todos)), "bold"))
    for todo in todos:
        yield sanitized_line(f"  ☐ {todo.due}  {todo.title}", (f"  {todo.phase}", "dim"))


def _task_line(task: PlanTask, hours_width: int, context: SessionNarrationContext) -> Text:
    hours = context.text("hours", hours=_hours(task.estimated_hours).rjust(hours_width))
    tags = " ".join(f"#{tag}" for tag in task.tags)
    return sanitized_line(f"    {task.deadline}  ", hours, f"  {task.title}", (f"  {tags}", "dim") if tags else None)


def _hours(amount: float) -> str:
    return f"{amount:.1f}".removesuffix(".0")
