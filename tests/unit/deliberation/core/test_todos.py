"""To-dos of the final plan: one a task, the same again for a repetition, as Markdown and as a calendar (DL-07)."""

import re
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deliberation.contracts.plan import Plan, PlanPhase, PlanTask, Todo
from deliberation.core.todos import build_todos, plan_id, todos_as_icalendar, todos_as_markdown
from shared.core.language import Language
from shared.core.timestamps import parse_iso8601
from tests.support.ics_parser import read_calendar
from tests.support.turn_fixtures import SESSION, plan

STAMP = parse_iso8601("2025-12-04T02:00:00.123Z")
TEXT = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=60).filter(str.strip)
TODOS = st.lists(
    st.builds(
        Todo,
        todo_id=st.uuids().map(lambda value: f"todo-{value.hex[:13]}"),
        title=TEXT,
        due=st.dates().map(date.isoformat),
        estimated_hours=st.floats(0.1, 900),
        tags=st.lists(TEXT, max_size=3).map(tuple),
        phase=TEXT,
        done=st.booleans(),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda todo: todo.todo_id,
)


def test_there_is_one_todo_for_each_task_in_the_plans_order() -> None:
    todos = build_todos(plan(), SESSION)
    assert [(todo.title, todo.due, todo.phase, todo.estimated_hours, todo.tags, todo.done) for todo in todos] == [
        ("任务11", "2025-12-20", "阶段1", 10, ("写作",), False),
        ("任务21", "2026-01-20", "阶段2", 10, ("写作",), False),
        ("任务22", "2026-02-10", "阶段2", 10, ("写作",), False),
    ]


def test_ids_are_the_same_for_a_repetition_and_differ_between_tasks_and_sessions() -> None:
    again, other = build_todos(plan(), SESSION), build_todos(plan(), "s-other")
    assert build_todos(plan(), SESSION) == again
    ids = {todo.todo_id for todo in (*again, *other)}
    assert len(ids) == 6
    assert all(re.fullmatch(r"todo-[a-z2-7]{13}", each) for each in ids)
    assert plan_id(SESSION) == plan_id(SESSION) != plan_id("s-other")
    assert re.fullmatch(r"plan-[a-z2-7]{13}", plan_id(SESSION))


def test_tasks_of_the_same_title_have_ids_of_their_own() -> None:
    task = PlanTask(title="复习", estimated_hours=1, deadline="2026-01-01")
    phase = PlanPhase(phase_name="甲", duration="", tasks=(task, task))
    twins = Plan(title="t", goal="g", phases=(phase, phase), total_estimated_hours=4)
    assert len({todo.todo_id for todo in build_todos(twins, SESSION)}) == 4


def test_markdown_is_a_task_list_by_phase() -> None:
    text = todos_as_markdown(build_todos(plan(), SESSION), "IELTS | 备考", "zh")
    assert text == (
        "# IELTS \\| 备考\n\n"
        "## 阶段1\n\n- [ ] 任务11 (2025-12-20 前完成，10 小时) · 写作\n\n"
        "## 阶段2\n\n- [ ] 任务21 (2026-01-20 前完成，10 小时) · 写作\n"
        "- [ ] 任务22 (2026-02-10 前完成，10 小时) · 写作\n"
    )
    assert todos_as_markdown((), "空", "en") == "# 空\n\nThere is nothing to do.\n"


def test_markdown_shows_what_is_done() -> None:
    done = build_todos(plan(("2026-01-01",)), SESSION)[0].model_copy(update={"done": True})
    assert "- [x] 任务11 (due 2026-01-01, 10 h)" in todos_as_markdown((done,), "t", "en")


def test_the_calendar_has_an_event_of_the_whole_day_for_each_todo() -> None:
    todos = build_todos(plan(), SESSION)
    url = "https://towow.example/deliberations/s-a"
    calendar = read_calendar(todos_as_icalendar(todos, "备考, 七分", "zh", stamp=STAMP, url=url).encode())
    assert calendar["X-WR-CALNAME"].text == calendar["NAME"].text == "备考, 七分"
    assert calendar["PRODID"].text == "-//ToWow//ToWow//ZH"
    first = calendar.parts[0]
    assert first["UID"].text == f"{todos[0].todo_id}@towow"
    assert first["DTSTAMP"].value == "20251204T020000Z"
    assert (first["DTSTART"].day, first["DTEND"].day) == (date(2025, 12, 20), date(2025, 12, 21))
    assert first["SUMMARY"].text == "任务11"
    assert first["DESCRIPTION"].text == f"阶段1: 10 小时\n写作\n{url}"
    assert (first["URL"].value, first["TRANSP"].text) == (url, "TRANSPARENT")


def test_a_todo_without_a_date_that_exists_is_left_out() -> None:
    todos = tuple(
        todo.model_copy(update={"due": day})
        for todo, day in zip(build_todos(plan(), SESSION), ("2026-02-30", "2026-02-28", "9999-12-31"), strict=True)
    )
    events = read_calendar(todos_as_icalendar(todos, "t", "en", stamp=STAMP).encode()).parts
    assert [event["SUMMARY"].text for event in events] == ["任务21", "任务22"]
    assert [part.name for part in events[1].properties if part.name.startswith("DT")] == ["DTSTAMP", "DTSTART"]


@given(TODOS, TEXT, st.sampled_from(["zh", "en"]))
def test_every_calendar_is_one_by_rfc_5545(todos: list[Todo], title: str, language: Language) -> None:
    data = todos_as_icalendar(todos, title, language, stamp=STAMP).encode()
    events = read_calendar(data).parts
    assert [event["DTSTART"].day.isoformat() for event in events] == [todo.due for todo in todos]
    for event, todo in zip(events, todos, strict=True):
        if todo.due != "9999-12-31":
            assert event["DTEND"].day - event["DTSTART"].day == timedelta(days=1)
        printable = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", re.sub(r"\r\n?", "\n", todo.title))
        assert event["SUMMARY"].text == printable


@pytest.mark.parametrize("title", ["一" * 200, "a\nb", ""])
def test_a_calendars_name_is_one_short_line(title: str) -> None:
    calendar = read_calendar(todos_as_icalendar(build_todos(plan(), SESSION), title, "zh", stamp=STAMP).encode())
    assert len(calendar["NAME"].text) <= 80
    assert "\n" not in calendar["NAME"].text
