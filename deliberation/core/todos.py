"""To-dos made of the tasks of the final plan, as Markdown and as a calendar (DL-07)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby

from deliberation.contracts.plan import Plan, Todo
from deliberation.core.date_tools import parse_date
from deliberation.core.icalendar import escape_text, format_date, format_instant, render_component, render_lines
from deliberation.core.markdown import escape_inline
from deliberation.core.plan_checks import format_hours
from shared.core.ids import digest
from shared.core.language import Language, join_items
from shared.core.timestamps import to_iso8601

MAX_NAME_CHARACTERS = 80
"""Maximum length of a calendar's name."""


def plan_id(session_id: str) -> str:
    """Return the id of the plan of a session: `plan-` and 13 base32 characters; the same for every repetition."""
    return f"plan-{digest('plan', session_id, length=13)}"


def build_todos(plan: Plan, session_id: str) -> tuple[Todo, ...]:
    """Return one to-do for each task of a plan, in the plan's order; their ids depend on session and place alone."""
    tasks = ((phase, task) for phase in plan.phases for task in phase.tasks)
    return tuple(
        Todo(
            todo_id=f"todo-{digest('todo', session_id, ordinal, length=13)}",
            title=task.title,
            due=task.deadline,
            estimated_hours=task.estimated_hours,
            tags=task.tags,
            phase=phase.phase_name,
        )
        for ordinal, (phase, task) in enumerate(tasks)
    )


def todos_as_markdown(todos: Sequence[Todo], title: str, language: Language) -> str:
    """Return the to-dos as a task list in Markdown, phase by phase, under the title.

    Args:
        todos: To-dos in the order of their phases.
        title: Title of the plan.
        language: Language of the fixed texts.
    """
    blocks = [f"# {escape_inline(title)}"]
    for phase, members in groupby(todos, key=lambda todo: todo.phase):
        lines = "\n".join(_markdown_line(todo, language) for todo in members)
        blocks.append(f"## {escape_inline(phase)}\n\n{lines}")
    if not todos:
        blocks.append(_NOTHING[language])
    return "\n\n".join(blocks) + "\n"


def todos_as_icalendar(todos: Sequence[Todo], title: str, language: Language, *, stamp: int, url: str = "") -> str:
    """Return the to-dos as a calendar (RFC 5545): for each one an event of the whole day on which it is due.

    Events, because most calendars ignore the component VTODO. They take no time of the day (TRANSPARENT). A to-do
    without a date that exists is left out; a calendar without events has only its name.

    Args:
        todos: To-dos.
        title: Title of the plan, the calendar's name.
        language: Language of the fixed texts.
        stamp: Instant (ms since the epoch) at which the to-dos were made.
        url: Address of the session's page; "" for none.
    """
    name = escape_text(" ".join(title.split())[:MAX_NAME_CHARACTERS])
    made = format_instant(to_iso8601(stamp))
    head = (
        "VERSION:2.0",
        f"PRODID:-//ToWow//ToWow//{language.upper()}",
        "CALSCALE:GREGORIAN",
        f"NAME:{name}",
        f"X-WR-CALNAME:{name}",
    )
    dated = ((todo, day) for todo in todos if (day := parse_date(todo.due)) is not None)
    events = [line for todo, day in dated for line in _event(todo, day, made, url, language)]
    return render_lines(render_component("VCALENDAR", (*head, *events)))


def _markdown_line(todo: Todo, language: Language) -> str:
    box = "x" if todo.done else " "
    facts = _DUE[language].format(day=todo.due, hours=format_hours(todo.estimated_hours))
    tags = "".join(f" · {escape_inline(tag)}" for tag in todo.tags if tag.strip())
    return f"- [{box}] {escape_inline(todo.title)} ({facts}){tags}"


def _event(todo: Todo, day: date, made: str, url: str, language: Language) -> Iterable[str]:
    return render_component("VEVENT", _event_lines(todo, day, made, url, language))


def _event_lines(todo: Todo, day: date, made: str, url: str, language: Language) -> Iterator[str]:
    hours = _HOURS[language].format(hours=format_hours(todo.estimated_hours))
    description = "\n".join(filter(None, (f"{todo.phase}: {hours}", join_items(todo.tags, language), url)))
    yield f"UID:{todo.todo_id}@towow"
    yield f"DTSTAMP:{made}"
    yield "SEQUENCE:0"
    yield f"DTSTART;VALUE=DATE:{format_date(day)}"
    if day < date.max:  # without an end the event lasts one day as well
        yield f"DTEND;VALUE=DATE:{format_date(day + timedelta(days=1))}"
    yield f"SUMMARY:{escape_text(todo.title)}"
    yield f"DESCRIPTION:{escape_text(description)}"
    if url:
        yield f"URL:{url}"
    yield "STATUS:CONFIRMED"
    yield "TRANSP:TRANSPARENT"


_DUE: Mapping[Language, str] = {"zh": "{day} 前完成，{hours} 小时", "en": "due {day}, {hours} h"}
_HOURS: Mapping[Language, str] = {"zh": "{hours} 小时", "en": "{hours} h"}
_NOTHING: Mapping[Language, str] = {"zh": "没有待办事项。", "en": "There is nothing to do."}
