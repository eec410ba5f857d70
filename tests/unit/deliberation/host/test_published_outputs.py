"""What reaches the log and the history: valid, reviewed outputs with the host's round and time (DL-14, DL-18, DL-161)."""

from itertools import chain

import pytest

from deliberation.contracts.agent_output import AGENT_OUTPUT
from deliberation.contracts.events import AgentSpoke, HostDecided, ReportPublished
from deliberation.contracts.messages import ContentReviewed, PlanDrafted, ReviewContent
from deliberation.host.core.snapshot import build_snapshot
from tests.support.session_harness import SESSION_ID, START, SessionHarness, drafted

OWN = {"planner": (None, 0.99, 0.99, 0.99, 0.99)}
SESSIONS = {
    "agreed": lambda: SessionHarness(similarity=(0.8, 0.95)),
    "devil's advocate": lambda: SessionHarness(similarity=(0.5, 0.5, 0.95)),
    "stubborn": lambda: SessionHarness(similarity=(0.75, 0.8, 0.75, 0.8, 0.75), self_similarity=OWN),  # pyright: ignore[reportArgumentType]
    "skipped": lambda: SessionHarness(planner=(None, "silent", None), critic=(None, None, "block")),
    "without a plan": lambda: SessionHarness(planner=("silent",)),
}


@pytest.mark.parametrize("name", SESSIONS)
def test_events_and_history_hold_valid_outputs_only(name: str) -> None:
    """DL-14: what was changed on its way is still valid."""
    harness = SESSIONS[name]().run()
    assert harness.state is not None
    for output in chain.from_iterable(held.outputs for held in harness.state.history):
        assert AGENT_OUTPUT.validate_json(output.model_dump_json()) == output
    for event in harness.events:
        assert type(event).model_validate_json(event.model_dump_json()) == event


def test_a_turn_without_a_valid_output_is_in_no_event_and_no_history() -> None:
    """DL-14."""
    harness = SessionHarness(critic=(None, "fail", None), similarity=(0.75, 0.8, 0.95)).run()
    assert [event.round for event in harness.of(AgentSpoke) if event.agent == "critic"] == [1, 3, 4]
    assert harness.state is not None
    by_round = {held.round: [output.agent_id for output in held.outputs] for held in harness.state.history}
    assert by_round[2] == ["planner", "host"]
    assert by_round[3] == ["planner", "critic", "host"]


def test_round_and_time_of_an_output_are_the_hosts() -> None:
    """DL-18: the moment at which the host gets the answer; a round that it does not wait for is ignored."""
    harness = SessionHarness().start()
    harness.now = START + 5000
    answer = PlanDrafted(session_id=SESSION_ID, agent="planner", kind="plan", round=1, turn=drafted())
    assert not harness.feed(answer.model_copy(update={"round": 2}), "planner")
    assert harness.feed(answer, "planner")
    review = next(send.body for send in harness.sends if isinstance(send.body, ReviewContent))
    harness.now = START + 9000
    harness.feed(ContentReviewed(session_id=SESSION_ID, key=review.key, verdict="allow"), "deliberation_skills")
    assert harness.state is not None
    (output,) = harness.state.history[0].outputs
    assert (output.agent_id, output.round, output.timestamp) == ("planner", 1, START + 5000)


def test_every_output_is_reviewed_before_anybody_sees_it() -> None:
    """DL-161: of all four roles, the host's words and the report included."""
    reviewed: set[tuple[str, int]] = set()

    def check(harness: SessionHarness) -> bool:
        assert harness.state is not None
        awaited = {(review.output.agent_id, review.output.round) for review in harness.state.reviews}
        told = {(event.agent, event.round) for event in (*harness.of(AgentSpoke), *harness.of(ReportPublished))}
        told |= {("host", event.round) for event in harness.of(HostDecided)}
        stored = {(output.agent_id, held.round) for held in harness.state.history for output in held.outputs}
        assert not awaited & (told | stored)
        assert told <= reviewed
        reviewed.update(awaited)
        return False

    harness = SessionHarness(similarity=(0.8, 0.95)).run(until=check)
    assert {agent for agent, _ in reviewed} == {"planner", "critic", "host", "reporter"}
    requested = [send.body for send in harness.sends if isinstance(send.body, ReviewContent)]
    assert {body.agent for body in requested} == {"planner", "critic", "host", "reporter"}
    assert all(body.text.strip() for body in requested)


def test_a_first_turn_has_no_changes_and_every_later_one_has() -> None:
    """DL-26, DL-27."""
    harness = SessionHarness(similarity=(0.8, 0.95)).run()
    spoken = harness.of(AgentSpoke)
    assert [(each.round, each.agent) for each in spoken] == [
        (number, agent) for number in (1, 2, 3) for agent in ("planner", "critic")
    ]
    assert [each.position.changes_from_last_round is None for each in spoken] == [True, True, *[False] * 4]


def test_the_last_output_of_a_skipped_agent_is_that_of_its_last_turn() -> None:
    """DL-108."""
    harness = SessionHarness(critic=(None, "fail", None), similarity=(0.75, 0.8, 0.95))
    harness.run(until=lambda each: len(each.of(HostDecided)) == 2)
    assert harness.state is not None
    last = build_snapshot(harness.state, 1).agents["critic"].last_output
    assert last is not None
    assert (last.agent_id, last.round) == ("critic", 1)
