"""An adjusted plan that is the last version again is not sent again: the verdict is taken at once (*Unchanged*)."""

from dataclasses import replace

import pytest

from channel_admin.core.proposal_lifecycle import is_unchanged
from channel_admin.core.status import Status
from negotiation.contracts.events import FeedbackEvaluated, ProposalDistributed, RoundStarted
from negotiation.contracts.messages import ProposalAdjusted
from negotiation.contracts.proposal import (
    AdjustmentSummary,
    Change,
    DeclinedRequest,
    Milestone,
    ProposalDraft,
    Timeline,
)
from negotiation.contracts.terms import Terms
from tests.unit.channel_admin.core.channel_harness import DEMAND, ROOT, ChannelHarness, run_channel
from tests.unit.channel_admin.core.plan_fixtures import SATURDAY, SUNDAY, pounds
from tests.unit.channel_admin.core.scripted_answers import ScriptedAnswers

STUBBORN = ScriptedAnswers(
    adjusts=False,
    day=SATURDAY,
    feedback={"cai": (("negotiate", 1),)},
    terms={"amy": Terms(fee=pounds(300)), "bob": Terms(notice_days=3)},
)
"""cai wants a change, and prompt 6 changes nothing."""


def verdicts(world: ChannelHarness) -> list[tuple[int, int, str, int]]:
    return [(e.round, e.proposal_version, e.decision, e.rule) for e in world.events if isinstance(e, FeedbackEvaluated)]


def test_an_unchanged_plan_has_its_verdict_in_the_commit_of_the_answer() -> None:
    world = ChannelHarness(STUBBORN).run_until_waiting("adjustment")
    world.run(lambda w: w.root.is_final)
    taken = world.history[-1]
    assert isinstance(taken.message.body, ProposalAdjusted)
    assert taken.decision is not None
    assert [event.type for event in taken.decision.events] == ["towow.feedback.evaluated"]
    assert verdicts(world) == [(1, 1, "renegotiate", 7), (2, 1, "force_finalize", 8)]
    world.run()
    assert [e.version for e in world.events if isinstance(e, ProposalDistributed)] == [1]
    assert [e.round for e in world.events if isinstance(e, RoundStarted)] == [1, 2]
    assert world.root.proposal.confirmed_participants == ("amy", "bob")
    assert len(world.sent("proposal_review")) == 3


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ({"cai": "negotiate"}, (2, 1, "force_finalize", 8)),
        ({"bob": "negotiate", "cai": "negotiate"}, (2, 1, "fail", 9)),
        ({"cai": "reject", "bob": "negotiate"}, (2, 1, "fail", 9)),
    ],
)
def test_the_verdict_on_an_unchanged_plan_is_that_of_the_last_round(
    words: dict[str, str], expected: tuple[int, int, str, int]
) -> None:
    world = run_channel(replace(STUBBORN, feedback={agent: ((word, 1),) for agent, word in words.items()}))
    assert verdicts(world)[-1] == expected
    assert world.root.status in (Status.FORCE_FINALIZED, Status.FAILED)


def test_whoever_leaves_meanwhile_changes_the_plan() -> None:
    script = replace(STUBBORN, people=("amy", "bob", "cai", "dan"), withdraws={"dan": 7}, adjustment=("ok", 5))
    world = run_channel(script)
    assert [e.version for e in world.events if isinstance(e, ProposalDistributed)] == [1, 2]


def test_a_late_participant_gets_the_plan_though_it_is_unchanged() -> None:
    script = replace(
        STUBBORN,
        people=("amy", "bob", "cai", "dan"),
        offers={"dan": ("participate", 304)},
        adjustment=("ok", 5),
    )
    world = run_channel(script)
    sent = [e.participants for e in world.events if isinstance(e, ProposalDistributed)]
    assert sent[:2] == [("amy", "bob", "cai"), ("amy", "bob", "cai", "dan")]


@pytest.mark.parametrize("word", ["failed", "fallback", "silent"])
def test_a_failed_adjustment_is_distributed(word: str) -> None:
    """TW-349: it is the plan of before, too, but nobody has tried to meet the requests."""
    world = run_channel(replace(STUBBORN, adjustment=(word, 1)))
    versions = [e.version for e in world.events if isinstance(e, ProposalDistributed)]
    assert versions[:3] == [1, 2, 3]


CHANGE = Change(aspect="day", before=SATURDAY, after=SUNDAY)
DECLINED = DeclinedRequest(request="on Sunday, please", reason="the demand is for Saturday")


def draft(world: ChannelHarness, **changes: object) -> ProposalDraft:
    """The version under adjustment as prompt 6 may write it again, with changes."""
    plan = world.root.proposal
    fields = {name: getattr(plan, name) for name in ProposalDraft.model_fields}
    return ProposalDraft.model_validate({**fields, "adjustment_summary": None, **changes})


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, True),
        ({"summary": "in other words", "risks": ("rain",), "confidence": "high"}, True),
        ({"adjustment_summary": AdjustmentSummary(requests_declined=(DECLINED,))}, True),
        ({"adjustment_summary": AdjustmentSummary(changes_made=(CHANGE,))}, False),
        ({"timeline": Timeline(start_date=SUNDAY)}, False),
        ({"timeline": Timeline(start_date=SATURDAY, milestones=(Milestone(name="rehearsal"),))}, False),
        ({"assignments": ()}, False),
    ],
)
def test_a_plan_is_unchanged_if_parts_terms_and_timeline_are_equal_and_no_change_is_named(
    changes: dict[str, object], expected: bool
) -> None:
    world = ChannelHarness(STUBBORN).run_until_waiting("adjustment")
    body = ProposalAdjusted(demand_id=DEMAND, channel_id=ROOT, base_version=1, draft=draft(world, **changes))
    assert is_unchanged(world.root, body) == expected
    assert not is_unchanged(world.root, body.model_copy(update={"adjustment_failed": True}))
    assert not is_unchanged(world.root, body.model_copy(update={"fallback": True}))


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        (Terms(fee=pounds(300)), True),
        (None, True),  # the offered fee is added by code
        (Terms(fee=pounds(299)), False),
        (Terms(fee=pounds(300), notice_days=2), False),
    ],
)
def test_another_term_is_a_change(terms: Terms | None, expected: bool) -> None:
    world = ChannelHarness(STUBBORN).run_until_waiting("adjustment")
    first, *others = world.root.proposal.assignments
    parts = (first.model_copy(update={"terms": terms, "need": None, "display_name": ""}), *others)
    body = ProposalAdjusted(demand_id=DEMAND, channel_id=ROOT, base_version=1, draft=draft(world, assignments=parts))
    assert is_unchanged(world.root, body) == expected
