"""The transcript of a session: every event has its line, in the session's language, safe for the terminal."""

import json
from typing import Any

import pytest
from rich.cells import cell_len

from deliberation.contracts.control import Constraints, Directive
from deliberation.contracts.events import EVENTS, AgentSpoke, SessionEvent
from deliberation.core.markdown import escape_inline
from deliberation.event_object import event_object
from shared.core.usage import NO_USAGE
from tests.support.session_events import SessionEvents, sample_position
from towow.narration.deliberation_printer import SessionPrinter
from towow.narration.deliberation_renderers import RENDERERS

LOG = SessionEvents()


def flat(event: SessionEvent, seq: int = 1, **changes: Any) -> dict[str, Any]:
    """The flat object of an event, with these fields instead."""
    entry = {
        "seq": seq,
        "event_type": event.type,
        "timestamp": f"2026-01-22T10:00:{seq:02}.500Z",
        "payload": {**event.model_dump(mode="json"), **changes, "spent": {"calls": 0, "tokens": 0, "usd": 0}},
    }
    return event_object(json.dumps(entry).encode())


def printed(*objects: dict[str, Any], width: int | None = None) -> str:
    """All lines of these events, printed after the start of an English session."""
    printer = SessionPrinter(width)
    printer.render_lines(flat(LOG.started(language="en")))
    return "\n".join(line.plain for each in objects for line in printer.render_lines(each))


def whole(language: Any) -> str:
    """The transcript of a whole session."""
    events = [LOG.started(language=language), *LOG.discussion(), LOG.ended()]
    printer = SessionPrinter()
    rows = [line.plain for n, event in enumerate(events, 1) for line in printer.render_lines(flat(event, n))]
    return "\n".join(rows)


def test_every_event_has_a_renderer() -> None:
    assert set(RENDERERS) == set(EVENTS)


def test_a_whole_session_in_english() -> None:
    text = whole("en")
    for part in (
        "Deliberation  帮我制定IELTS备考计划",
        "at most 5 rounds · today is 2026-01-22 (Asia/Shanghai)",
        "Planner  get_now() → 2026-01-22",
        "my plan of round 1",
        "Position  Six weeks are enough  75%",
        "2026-02-08  4.5 h  Write two essays",
        "7.5 h in all",
        "r1.1 high  no rest days → burn-out",
        "✔ feasible  ✘ realistic  ✔ complete",
        "Host  round 1  consensus 0.800 (agree above 0.9, oppose up to 0.7)  → go on",
        "Critic  skipped in round 2  no answer in time",
        "tool_execution_failed: the embedder does not answer",
        "→ converge",
        "# Report",
        "2 to-dos",
        "☐ 2026-02-01  Mock test  Start",
        "Ended  converged  consensus was reached",
        "rounds 2 · model calls 5 · tokens 150 · 1.5 s",
    ):
        assert part in text, part


def test_a_whole_session_in_chinese_has_no_english_label() -> None:
    text = whole("zh")
    for part in (
        "规划师",
        "批评家",
        "主持人",
        "报告员",
        "共识",
        "第 1 轮",
        "继续讨论",
        "达成一致",
        "2 项待办",
        "共 7.5 小时",
    ):
        assert part in text, part
    for word in ("Planner", "Critic", "Host", "Reporter", "Position", "to-do", "feasible", "Ended", "at most"):
        assert word not in text, word


def test_lines_have_the_seconds_since_the_start() -> None:
    assert printed(flat(LOG.ended(), 31)).startswith("  30.0s ■ ")


def test_a_devils_advocate_and_stand_ins_are_marked() -> None:
    spoken = AgentSpoke(
        session_id=LOG.session_id,
        agent="critic",
        round=2,
        output_type="position",
        content="the opposite",
        position=sample_position(),
        metadata={"uncertainties": ["the weather"], "worst_case": "no band at all"},
        stance="opposition",
        fallback=True,
        usage=NO_USAGE,
    )
    text = printed(flat(spoken))
    for part in ("devil's advocate", "written by rules", "Uncertain  the weather", "Worst case  no band at all"):
        assert part in text


def test_a_changed_position_is_marked() -> None:
    changes: dict[str, Any] = {"conclusion_changed": True, "reasons_added": [], "confidence_delta": 0.1}
    event = LOG.plan(2)
    position = {**event.position.model_dump(mode="json"), "changes_from_last_round": changes}
    assert "75%  changed" in printed(flat(event, position=position))


def test_a_decision_names_commands_findings_and_a_veto() -> None:
    event = LOG.decision().model_copy(
        update={
            "constraints": Constraints(must_address=("rest days",), avoid=("six weeks",)),
            "directives": (
                Directive(action="update_command", target_agent="critic", requirement="lower your confidence"),
            ),
        }
    )
    analysis = {**event.analysis.model_dump(mode="json"), "veto": "infeasible", "stubborn_agents": ["critic"]}
    text = printed(flat(event, analysis=analysis, consensus=None))
    for part in (
        "consensus unknown",
        "to address  rest days",
        "not to repeat  six weeks",
        "» Critic: lower your confidence",
        "repeats itself  Critic",
        "not accepted as agreement: the critic finds the plan not feasible",
    ):
        assert part in text, part


def test_texts_cannot_control_the_terminal() -> None:
    text = printed(flat(LOG.report(), content="ok\x1b[31mred\x07\n\u202eevil\n\n\nend"))
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "\u202e" not in text
    assert "ok␛[31mred␇" in text


@pytest.mark.parametrize("changes", [{"type": "vote_held"}, {"round": "two"}])
def test_what_is_unknown_is_named_only(changes: dict[str, Any]) -> None:
    text = printed({**flat(LOG.decision()), **changes})
    assert "unknown event" in text
    assert "consensus 0.8" not in text


def test_a_plan_that_cannot_be_read_leaves_the_rest() -> None:
    text = printed(flat(LOG.plan(), metadata={"plan": {"steps": []}}))
    assert "my plan of round 1" in text
    assert "in all" not in text


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    long = "很长的一句话，" * 30
    for line in printed(flat(LOG.report(), content=long), flat(LOG.plan(), content=long), width=width).splitlines():
        assert cell_len(line) <= width


def test_what_the_report_lists_is_not_repeated() -> None:
    report = flat(LOG.report())
    tasks = [task for phase in report["plan"]["phases"] for task in phase["tasks"]]
    tasks[0]["title"] = "Buy strings for $20 & a [tuner]"
    content = "\n".join(f"- {escape_inline(task['title'])} ({task['deadline']})" for task in tasks)
    text = printed({**report, "content": content})
    assert all(text.count(task["deadline"]) == 1 for task in tasks)
    assert "to-dos" in printed(report)
