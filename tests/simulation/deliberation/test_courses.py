"""Each course, without any adversary: what the host decides, who is skipped, how it ends; and nothing is wrong with it."""

import pytest

from deliberation.contracts.events import AgentSkipped, HostDecided, SessionEnded
from tests.simulation.deliberation.courses import COURSES, SUITS
from tests.simulation.deliberation.fault_free_run import play_course
from tests.simulation.deliberation.message_types import TYPES
from tests.simulation.deliberation.session_log import events_of, read_session

ENDS = {
    "agreed": ("continue converge", "", "consensus"),
    "agreed at once": ("continue continue converge", "", "consensus"),
    "agreed late": ("continue continue continue continue converge", "", "consensus"),
    "early stop": ("continue converge", "", "early_stop"),
    "opposed": ("force_opposition continue converge", "", "consensus"),
    "divided": ("force_opposition continue force_opposition continue terminate", "", "max_rounds"),
    "medium to the end": ("continue continue continue continue terminate", "", "max_rounds"),
    "stubborn planner": ("continue continue continue continue terminate", "", "max_rounds"),
    "stubborn to the end": ("continue continue continue continue terminate", "", "max_rounds"),
    "infeasible": ("continue continue converge", "", "consensus"),
    "unanswered": ("continue continue converge", "", "consensus"),
    "never answered": ("continue continue continue continue terminate", "", "max_rounds"),
    "raised again": ("continue continue continue converge", "", "consensus"),
    "contradictory": ("continue continue converge", "", "consensus"),
    "keywords": ("continue converge", "", "consensus"),
    "keywords apart": ("force_opposition continue force_opposition continue terminate", "", "max_rounds"),
    "comparer broken": ("continue converge", "", "consensus"),
    "comparer late": ("continue converge", "", "early_stop"),
    "planner slow": ("continue continue converge", "p2:model_unavailable", "consensus"),
    "planner hangs": ("continue continue converge", "p2:agent_timeout", "consensus"),
    "critic first": ("continue converge", "", "consensus"),
    "planner hangs at first": ("continue converge", "", "consensus"),
    "planner missing": ("", "p1:model_unavailable", "error"),
    "planner gone": ("continue continue terminate", "p2:invalid_output p3:agent_timeout", "error"),
    "planner broken": ("continue continue converge", "p2:agent_timeout", "consensus"),
    "critic slow at first": ("continue continue converge", "c1:model_unavailable", "consensus"),
    "critic hangs": ("continue continue converge", "c2:agent_timeout", "consensus"),
    "critic missing": ("continue terminate", "c1:invalid_output c2:invalid_output", "error"),
    "invalid critique": ("continue continue converge", "c2:invalid_output", "consensus"),
    "no last statements": ("continue converge", "p3:invalid_output c3:invalid_output", "consensus"),
    "no opposition": (
        "force_opposition continue force_opposition continue terminate",
        "c2:model_unavailable c4:model_unavailable",
        "max_rounds",
    ),
    "report invalid": ("continue converge", "", "consensus"),
    "reporter hangs": ("continue converge", "", "consensus"),
    "reporter hangs at first": ("continue converge", "", "consensus"),
    "reporter down": ("continue converge", "", "consensus"),
    "model down": ("", "p1:model_unavailable", "error"),
    "poor": ("continue continue continue continue terminate", "p4:budget c4:budget p5:budget c5:budget", "error"),
    "poorer": ("continue converge", "p3:budget c3:budget", "consensus"),
    "without means": ("", "p1:budget", "error"),
    "blocked": ("continue continue converge", "p2:blocked", "consensus"),
    "blocked twice": ("continue continue", "p2:blocked", "moderation"),
    "blocked at first": ("continue converge", "", "consensus"),
    "plan blocked at first": ("continue converge", "", "consensus"),
    "host blocked": ("continue continue converge", "", "consensus"),
    "last statement blocked": ("continue converge", "c3:blocked", "consensus"),
    "report blocked": ("continue converge", "", "consensus"),
    "every report blocked": ("continue converge", "", "moderation"),
    "redacted": ("continue converge", "", "consensus"),
    "reviewer broken": ("continue continue converge", "c2:no_verdict", "consensus"),
    "reviewer late": ("continue converge", "", "consensus"),
    "tools": ("continue converge", "", "consensus"),
    "careless": ("continue converge", "", "consensus"),
    "sequential": ("continue converge", "", "consensus"),
    "sequential without a critic": ("continue continue converge", "c1:agent_timeout", "consensus"),
    "in Chinese": ("force_opposition continue converge", "", "consensus"),
    "slow": ("continue continue converge", "", "consensus"),
    "out of time": ("continue continue continue", "", "error"),
    "out of time at first": ("", "", "error"),
    "terminated at once": ("", "", "user"),
    "terminated": ("continue", "", "user"),
    "terminated in round 2": ("continue", "", "user"),
    "terminated late": ("continue continue continue continue", "", "user"),
    "terminated in opposition": ("force_opposition continue", "", "user"),
    "terminated before the report": ("continue converge", "", "user"),
}
"""Course → the host's actions, the turns that are skipped with the reason, and why the session ends."""


@pytest.mark.parametrize("name", COURSES)
def test_a_course_goes_as_it_is_meant_to(name: str) -> None:
    played = play_course(name)
    assert [(found.invariant, found.reason) for found in played.violations] == []
    (log,) = played.history.remains.logs.values()
    events = read_session(log)
    actions = " ".join(event.action for event in events_of(events, HostDecided))
    skips = " ".join(f"{each.agent[0]}{each.round}:{each.reason}" for each in events_of(events, AgentSkipped))
    assert (actions, skips, events_of(events, SessionEnded)[0].end_reason) == ENDS[name]


@pytest.mark.parametrize("kind", TYPES.all)
def test_every_message_type_is_seen_on_the_courses_that_suit_it(kind: str) -> None:
    for name in SUITS.get(kind, COURSES):
        history = play_course(name).history
        sent = [entry for each in history.written for entry in each.commit.outbox]
        handled = {
            each.message.type for each in sent if each.message.message_id in history.remains.seen[each.correlation_id]
        }
        assert kind in handled, name
