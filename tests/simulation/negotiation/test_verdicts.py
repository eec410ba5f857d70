"""The judge of negotiations: events and verdicts that no negotiation may have, put by hand into a history that was sound."""

import json
from copy import deepcopy
from dataclasses import replace

import pytest

from channel_admin.settings import NegotiationRules
from negotiation.contracts.events import (
    DemandClosed,
    FeedbackEvaluated,
    OfferSubmitted,
    ProposalDistributed,
    ProposalFeedbackEvent,
    ProposalFinalized,
)
from shared.store.port import LoggedEvent
from tests.simulation.history import History
from tests.simulation.negotiation.sound_run import named, sound, tell, told
from tests.simulation.negotiation.verdict_invariants import verdict_violations


@pytest.fixture
def history() -> History:
    """A copy to break."""
    return deepcopy(sound())


@pytest.mark.parametrize(
    "kind", [ProposalFinalized.type, OfferSubmitted.type, FeedbackEvaluated.type, DemandClosed.type]
)
def test_i11_an_event_that_a_negotiation_has_only_once(history: History, kind: str) -> None:
    name, event = told(history, kind)
    tell(history, name, event)
    assert set(named(history)) == {"I11"}


@pytest.mark.parametrize(("field", "value"), [("accepts", 9), ("answered", 9), ("sent", 9)])
def test_i11_more_votes_than_participants(history: History, field: str, value: int) -> None:
    name, event = told(history, FeedbackEvaluated.type)
    data = json.loads(event.data)
    data["payload"] |= {field: value, "round": 9}
    tell(history, name, replace(event, data=json.dumps(data).encode()))
    assert set(named(history)) == {"I11"}


@pytest.mark.parametrize(
    ("verdict", "found"),
    [
        ({"rule": 9, "accepts": 0, "negotiates": 1, "rejects": 1}, {"I11"}),
        ({"rule": 9, "accepts": 0, "negotiates": 0, "rejects": 2}, set[str]()),
        ({"rule": 7, "accepts": 0, "negotiates": 0, "rejects": 2}, {"I11"}),
        ({"rule": 7, "accepts": 0, "negotiates": 1, "rejects": 1}, set[str]()),
    ],
)
def test_i11_a_verdict_below_one_half_that_the_grace_rounds_forbid(
    history: History, verdict: dict[str, int], found: set[str]
) -> None:
    name, events = judged_again(history, verdict)
    tell(history, name, *events)
    problems = verdict_problems(history, name)
    assert {"I11" for problem in problems if "grace round" in problem} == found
    assert not [problem for problem in problems if "counts" in problem]
    assert found <= set(named(history))


@pytest.mark.parametrize("field", ["sent", "silent", "accepts", "rejects", "withdraws"])
def test_i11_a_verdict_that_counts_others_than_the_voters(history: History, field: str) -> None:
    name, events = judged_again(history, {"rule": 3, "accepts": 1, "negotiates": 0, "rejects": 1})
    *before, verdict = events
    data = json.loads(verdict.data)
    data["payload"][field] += 1
    tell(history, name, *before, replace(verdict, data=json.dumps(data).encode()))
    problems = verdict_problems(history, name)
    assert any("its voters said" in problem for problem in problems)


def verdict_problems(history: History, name: str) -> list[str]:
    """What the verdicts of a log do against the rules."""
    rules = history.settings.section(NegotiationRules)
    return [each.reason for each in verdict_violations(history.remains.logs[name], rules)]


def judged_again(history: History, verdict: dict[str, int]) -> tuple[str, list[LoggedEvent]]:
    """One more round: two voters and one in reserve get a plan; the two answer as the verdict counts, the third accepts."""
    name, evaluated = told(history, FeedbackEvaluated.type)
    round_ = json.loads(evaluated.data)["payload"]["round"] + 1

    def changed(kind: str, **fields: object) -> LoggedEvent:
        _, event = told(history, kind)
        data = json.loads(event.data)
        data["payload"] |= {"round": round_, **fields}
        return replace(event, data=json.dumps(data).encode())

    plan = json.loads(told(history, ProposalDistributed.type)[1].data)["payload"]["proposal"]
    part = plan["assignments"][0]
    parts = [{**part, "agent_id": agent, "reserve": agent == "cai"} for agent in ("amy", "bob", "cai")]
    plan["assignments"] = parts
    words = [kind.removesuffix("s") for kind in ("accepts", "negotiates", "rejects") for _ in range(verdict[kind])]
    said = [
        changed(ProposalFeedbackEvent.type, agent_id=agent, feedback_type=word, proposal_version=9)
        for agent, word in zip(("amy", "bob", "cai"), (*words, "accept"), strict=True)
    ]
    counts = {"sent": 2, "answered": 2, "withdraws": 0, "silent": 0, "proposal_version": 9}
    participants = [part["agent_id"] for part in parts]
    sent = changed(ProposalDistributed.type, participants=participants, version=9, resent=False, proposal=plan)
    return name, [sent, *said, changed(FeedbackEvaluated.type, **counts, **verdict)]
