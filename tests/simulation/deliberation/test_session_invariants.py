"""The judge of sessions: each of its rules, broken by hand in a history that was sound."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from shared.store.port import LoggedEvent
from tests.simulation.checker import violations
from tests.simulation.deliberation.fault_free_run import play_course
from tests.simulation.deliberation.history import DeliberationHistory
from tests.simulation.deliberation.subject import DELIBERATION

Row = dict[str, Any]
Rows = list[Row]

PREFIX = "towow.deliberation."


def sound(course: str) -> DeliberationHistory:
    """A copy to break: the history of one session on a course."""
    history = deepcopy(play_course(course).history)
    assert isinstance(history, DeliberationHistory)
    return history


def rewrite(history: DeliberationHistory, change: Callable[[Rows], object]) -> None:
    """Change the log of the only session, number it anew, and let nobody have seen it before."""
    ((name, log),) = history.remains.logs.items()
    rows: Rows = [json.loads(event.data) for event in log]
    change(rows)
    told = [_event({**row, "seq": seq, "event_id": f"evt-{seq}"}) for seq, row in enumerate(rows, start=1)]
    history.remains.logs = {name: told}
    history.followed = []
    history.read.clear()


def _event(row: Row) -> LoggedEvent:
    return LoggedEvent(row["seq"], row["event_id"], row["event_type"], json.dumps(row, ensure_ascii=False).encode())


def find(rows: Rows, kind: str, **fields: object) -> int:
    """The place of the first event of a kind with these fields."""
    return next(place for place, row in enumerate(rows) if is_such(row, kind, **fields))


def is_such(row: Row, kind: str, **fields: object) -> bool:
    """Whether an event is of a kind and has these fields."""
    return row["event_type"] == PREFIX + kind and fields.items() <= row["payload"].items()


def problems(history: DeliberationHistory) -> list[str]:
    """What the checker finds wrong."""
    found = violations(history, DELIBERATION)
    assert {each.invariant for each in found} <= {"I1", "I11"}
    return [each.reason for each in found]


def swap(rows: Rows, first: int, second: int) -> None:
    """Let two events change places."""
    rows[first], rows[second] = rows[second], rows[first]


def put(rows: Rows, kind: str, field: str, value: object, **fields: object) -> None:
    """Give the first such event another value."""
    rows[find(rows, kind, **fields)]["payload"][field] = value


def say_again(rows: Rows, kind: str, before: str, **fields: object) -> None:
    """Tell the first such event once more, before the last one of another kind."""
    row = deepcopy(rows[find(rows, kind, **fields)])
    rows.insert(max(place for place, each in enumerate(rows) if is_such(each, before)), row)


def drop(rows: Rows, kind: str, **fields: object) -> None:
    """Leave the first such event out."""
    del rows[find(rows, kind, **fields)]


def skip(rows: Rows) -> None:
    """Tell that the critic was skipped, after it has spoken."""
    place = find(rows, "agent_output", agent="critic", round=2)
    fields = ("session_id", "agent", "round")
    payload = {key: rows[place]["payload"][key] for key in fields} | {"fallback": "", "reason": "agent_timeout"}
    rows.insert(place + 1, {**rows[place], "event_type": PREFIX + "agent_skipped", "payload": payload})


BROKEN: dict[str, tuple[str, Callable[[Rows], object], str]] = {
    "it goes on after its end": ("agreed", lambda rows: rows.append(deepcopy(rows[1])), "it has ended"),
    "it ends twice": ("agreed", lambda rows: rows.append(deepcopy(rows[-1])), "it has ended"),
    "it begins with something else": ("agreed", lambda rows: rows.pop(0), "it begins with"),
    "it begins twice": ("agreed", lambda rows: rows.insert(1, deepcopy(rows[0])), "it has begun"),
    "an output comes twice": (
        "agreed",
        lambda rows: rows.insert(2, deepcopy(rows[1])),
        "planner is done with this round",
    ),
    "a skipped agent speaks": ("agreed", skip, "critic is done with this round"),
    "the critic speaks first": ("agreed", lambda rows: swap(rows, 1, 2), "the planner has not spoken yet"),
    "the host speaks first": ("agreed", lambda rows: swap(rows, 2, 3), "only ['planner'] have spoken"),
    "a turn is of another round": (
        "agreed",
        lambda rows: put(rows, "agent_output", "round", 4, agent="critic", round=2),
        "it is round 2",
    ),
    "there are too many rounds": (
        "agreed late",
        lambda rows: put(rows, "agent_output", "round", 6, agent="planner", round=5),
        "there are 5 rounds at most",
    ),
    "a plan stands in for a last statement": (
        "agreed",
        lambda rows: put(rows, "agent_output", "output_type", "plan", agent="planner", round=3),
        "planner states a plan",
    ),
    "a devil's advocate is not marked": (
        "opposed",
        lambda rows: rows[find(rows, "agent_output", agent="critic", round=2)]["payload"].pop("stance"),
        "critic states a position with the stance None",
    ),
    "a tool is told elsewhere": ("tools", lambda rows: swap(rows, 3, 4), "it comes between the tools of planner"),
    "a decision is missing": ("agreed", lambda rows: drop(rows, "host_decision", round=1), "it is round 1"),
    "a report is missing": ("agreed", lambda rows: drop(rows, "final_report"), "the end is for consensus, without"),
    "a report comes twice": (
        "agreed",
        lambda rows: say_again(rows, "final_report", "session_ended"),
        "there is one already",
    ),
    "a report comes too early": (
        "agreed",
        lambda rows: say_again(rows, "final_report", "host_decision"),
        "it comes in the discussion",
    ),
    "a terminated session has a report": (
        "agreed",
        lambda rows: put(rows, "session_ended", "end_reason", "user"),
        "the end is for user, with a report",
    ),
    "it converges without a decision": (
        "divided",
        lambda rows: put(rows, "session_ended", "status", "converged"),
        "it is converged for max_rounds",
    ),
    "it counts other rounds": ("agreed", lambda rows: put(rows, "session_ended", "rounds", 2), "it counts 2 rounds"),
    "nobody is told of the moderation": (
        "blocked twice",
        lambda rows: drop(rows, "error"),
        "nobody told of the moderation",
    ),
    "a decision does not follow": (
        "agreed",
        lambda rows: put(rows, "host_decision", "action", "force_opposition", round=1),
        "force_opposition for None, not continue for None",
    ),
    "it converges in spite of an open finding": (
        "unanswered",
        lambda rows: put(rows, "host_decision", "action", "converge", round=1),
        "it converges in spite of findings_unanswered",
    ),
    "it converges in spite of a plan that cannot be done": (
        "infeasible",
        lambda rows: put(rows, "host_decision", "action", "converge", round=2),
        "it converges in spite of infeasible",
    ),
    "it converges in spite of contrary conclusions": (
        "contradictory",
        lambda rows: put(rows, "host_decision", "action", "converge", round=2),
        "it converges in spite of opposite_conclusions",
    ),
    "a veto is not told": (
        "agreed at once",
        lambda rows: rows[find(rows, "host_decision", round=1)]["payload"]["analysis"].pop("veto"),
        "the veto is None, not nothing_challenged",
    ),
    "the consensus is another one": (
        "agreed",
        lambda rows: put(rows, "host_decision", "consensus", 0.85, round=1),
        "the consensus is 0.85, and 0.8 by its similarities",
    ),
    "somebody is not commanded": (
        "stubborn planner",
        lambda rows: put(rows, "host_decision", "directives", [], round=3),
        "it commands (), not ('planner',)",
    ),
    "somebody does not count as stubborn": (
        "stubborn planner",
        lambda rows: put_analysis(rows, 3, "stubborn_agents", []),
        "() count as stubborn, not ('planner',)",
    ),
    "an old position counts as new": (
        "planner slow",
        lambda rows: put_analysis(rows, 2, "stale_agents", []),
        "() count as stale, not ('planner',)",
    ),
    "a round is decided twice": (
        "agreed",
        lambda rows: rows.insert(4, deepcopy(rows[3])),
        "the host decides the rounds [1, 1, 2]",
    ),
    "another plan is the final one": (
        "stubborn planner",
        lambda rows: put(rows, "final_report", "final_plan", final_plan_of(rows, plan_round=5)),
        "the report's plan_round is 5, not 3",
    ),
    "a plan is final that was not agreed on": (
        "divided",
        lambda rows: put(rows, "final_report", "final_plan", final_plan_of(rows, provisional=False)),
        "the report's provisional is False, not True",
    ),
    "a to-do is missing": (
        "agreed",
        lambda rows: put(rows, "final_report", "todos", []),
        "its 0 to-dos are not those of the plan",
    ),
    "the report has nothing": ("agreed", lambda rows: put(rows, "final_report", "content", " "), "the report is empty"),
    "an event tells something else than the record": (
        "agreed",
        lambda rows: put(rows, "agent_output", "content", "something else", agent="planner", round=1),
        "the record's outputs is",
    ),
    "a skipped turn is not in the record": (
        "planner slow",
        lambda rows: put(rows, "agent_skipped", "agent", "critic"),
        "the record's skipped turns is",
    ),
    "an event that no session has": (
        "agreed",
        lambda rows: rows[2].update(event_type="towow.demand.submitted"),
        "its log cannot be read",
    ),
    "an event without its fields": (
        "agreed",
        lambda rows: rows[2]["payload"].pop("position"),
        "its log cannot be read",
    ),
}


def put_analysis(rows: Rows, round_: int, field: str, value: object) -> None:
    """Give the analysis of a round another value."""
    rows[find(rows, "host_decision", round=round_)]["payload"]["analysis"][field] = value


def final_plan_of(rows: Rows, **changes: object) -> Row:
    """The final plan of the report, with changes."""
    return {**rows[find(rows, "final_report")]["payload"]["final_plan"], **changes}


@pytest.mark.parametrize("name", BROKEN)
def test_a_session_that_breaks_a_rule(name: str) -> None:
    course, change, expected = BROKEN[name]
    history = sound(course)
    rewrite(history, list)
    assert problems(history) == []
    rewrite(history, change)
    assert any(expected in problem for problem in problems(history)), problems(history)


def test_words_of_a_blocked_output_in_the_log() -> None:
    history = sound("blocked")
    ((name, banned),) = history.banned.items()
    (word,) = banned
    rewrite(history, lambda rows: put(rows, "host_decision", "reason", f"as {word} says", round=2))
    assert any(f"{name}: towow.deliberation.host_decision" in each and word in each for each in problems(history))


def test_words_of_the_host_that_were_blocked() -> None:
    history = sound("host blocked")
    rewrite(history, lambda rows: put(rows, "host_decision", "content", "what I wanted to say", round=2))
    assert any("the host's words of round 2 were blocked" in each for each in problems(history))


def test_a_session_that_goes_on_after_two_blocked_turns() -> None:
    history = sound("blocked")

    def block_both(rows: Rows) -> None:
        place = find(rows, "agent_skipped", agent="planner")
        second = deepcopy(rows[place])
        second["payload"] |= {"agent": "critic"}
        rows[find(rows, "agent_output", agent="critic", round=2)] = second

    rewrite(history, block_both)
    assert any("2 turns were blocked, and it ended for ['consensus']" in each for each in problems(history))


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("consensus_trend", [0.8, 0.9], "the record's trend is"),
        ("consensus_trend", [0.8, 0.95, 0.95, 0.95], "the record's trend's length is"),
        ("current_round", 2, "the record's rounds is"),
        ("status", "terminated", "the record's end is"),
        ("final_plan", None, "the record's final plan is"),
        ("history", [], "the record's outputs is"),
    ],
)
def test_a_record_that_differs_from_its_events(field: str, value: object, expected: str) -> None:
    history = sound("agreed")
    ((address, (version, record)),) = history.remains.records.items()
    changed = {**json.loads(record), field: value}
    history.remains.records = {address: (version, json.dumps(changed, ensure_ascii=False).encode())}
    found = violations(history, DELIBERATION)
    assert found[0].invariant == "I6"
    assert any(each.invariant == "I11" and expected in each.reason for each in found), found


def test_i7_a_session_that_goes_on_after_its_user_ended_it() -> None:
    history = sound("terminated")
    ((name, at),) = history.remains.closed.items()
    assert violations(history, DELIBERATION) == []
    history.remains.closed = {name: at + 10_000}
    (found,) = violations(history, DELIBERATION)
    assert found.invariant == "I7"
    assert "after its user ended it" in found.reason
