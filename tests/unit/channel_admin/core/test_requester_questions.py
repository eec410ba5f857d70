"""The requester is a party: questions about the limits that a plan leaves, their answers, and none (DESIGN § 7)."""

from dataclasses import replace

import pytest

from channel_admin.core.requester_questions import kept_findings, open_questions
from channel_admin.core.state import Failure
from channel_admin.core.status import Status
from channel_admin.settings import NegotiationRules
from negotiation.contracts.demand import DemandLimits
from negotiation.contracts.events import (
    DemandRevised,
    FeedbackEvaluated,
    ForceFinalized,
    ProposalDistributed,
    ProposalFinalized,
    QuestionAnswered,
    QuestionOpened,
)
from negotiation.contracts.messages import AdjustProposal, AnswerQuestion, CancelDemand
from negotiation.contracts.proposal import ProposalDraft, Timeline
from negotiation.contracts.terms import Terms
from shared.core.message_base import EventPayload
from shared.core.timestamps import seconds_to_ms
from tests.unit.channel_admin.core.channel_harness import DEMAND, ROOT, ChannelHarness, run_channel
from tests.unit.channel_admin.core.plan_fixtures import SATURDAY, SUNDAY, pounds
from tests.unit.channel_admin.core.scripted_answers import ScriptedAnswers

AWAY = ScriptedAnswers(
    limits=DemandLimits(dates=(SATURDAY,)), day=SUNDAY, parts={"amy": {"role": "venue", "need": "n1"}}
)
"""A plan for Sunday of a demand for Saturday; nobody is there to be asked about it."""

LATE = replace(AWAY, interactive=True)
MENDED = replace(LATE, adjusted_day=SATURDAY)
SLOW = replace(LATE, feedback={"cai": (("accept", 100),)})


def events_of(world: ChannelHarness, *kinds: type[EventPayload]) -> list[EventPayload]:
    return [event for event in world.events if isinstance(event, kinds)]


def verdicts(world: ChannelHarness) -> list[tuple[int, str, int]]:
    return [(e.round, e.decision, e.rule) for e in world.events if isinstance(e, FeedbackEvaluated)]


def answers(world: ChannelHarness) -> list[tuple[str | None, str]]:
    return [(e.option, e.answered_by) for e in world.events if isinstance(e, QuestionAnswered)]


def adjustments(world: ChannelHarness) -> list[AdjustProposal]:
    return [send.body for send in world.sent("adjust_proposal") if isinstance(send.body, AdjustProposal)]


def asking(script: ScriptedAnswers = LATE, *, rules: NegotiationRules | None = None) -> ChannelHarness:
    return ChannelHarness(script, rules=rules).run_until_waiting("feedback")


def answer(world: ChannelHarness, option: str | None = None, text: str | None = None, question: int = 0) -> bool:
    """Whether the answer has any effect."""
    asked = world.root.limit_questions[question].question_id
    body = AnswerQuestion(demand_id=DEMAND, channel_id=ROOT, question_id=asked, option=option, text=text)
    return world.tell(body) is not None


def test_a_departure_of_the_first_version_is_asked_in_the_commit_that_distributes_it() -> None:
    world = asking()
    taken = world.history[-1]
    assert taken.decision is not None
    assert [event.type.removeprefix("towow.") for event in taken.decision.events] == [
        "negotiation.round_started",
        "proposal.distributed",
        "question.asked",
    ]
    _, sent, asked = taken.decision.events
    assert isinstance(sent, ProposalDistributed)
    assert isinstance(asked, QuestionOpened)
    assert [finding.aspect for finding in sent.proposal.findings] == ["dates"]
    assert (asked.about, asked.aspect, asked.default, asked.proposal_version) == ("limit", "dates", "keep", 1)
    assert [option.id for option in asked.options] == ["keep", "allow"]
    assert SUNDAY in asked.text
    assert SUNDAY in asked.options[1].text
    assert asked.until == world.now + seconds_to_ms(60)


def test_a_plan_within_all_limits_asks_nothing() -> None:
    world = run_channel(replace(LATE, day=SATURDAY))
    assert events_of(world, QuestionOpened) == []
    (agreed,) = events_of(world, ProposalFinalized)
    assert isinstance(agreed, ProposalFinalized)
    assert agreed.complete


PRICED = replace(
    LATE,
    limits=DemandLimits.model_validate({"dates": [SATURDAY], "budget": pounds(400), "people": {"min": 20, "max": 30}}),
    terms={"amy": Terms(people=25), "bob": Terms(fee=pounds(300), people=10), "cai": Terms(fee=pounds(150))},
)


def test_each_limit_is_asked_about_once() -> None:
    """Also when two parts are too small: the answer to the one question holds for both."""
    world = asking(PRICED)
    assert [question.aspect for question in open_questions(world.root)] == ["budget", "people", "dates"]
    assert [finding.aspect for finding in world.root.proposal.findings] == ["budget", "people", "people", "dates"]
    texts = {q.aspect: q.options[1].text for q in world.events if isinstance(q, QuestionOpened)}
    assert "450" in texts["budget"]
    assert "10" in texts["people"]


def test_allow_changes_the_limit_and_the_finding_is_gone() -> None:
    world = run_channel(replace(LATE, decides={"dates": ("allow", 2)}))
    assert answers(world) == [("allow", "person")]
    (revised,) = events_of(world, DemandRevised)
    assert isinstance(revised, DemandRevised)
    assert revised.changed_by == "answer"
    assert revised.understanding.limits.dates == (SATURDAY, SUNDAY)
    assert [change.field for change in revised.changes] == ["limits"]
    assert verdicts(world) == [(1, "finalize", 3)]
    assert world.root.proposal.findings == ()
    (agreed,) = events_of(world, ProposalFinalized)
    assert isinstance(agreed, ProposalFinalized)
    assert (agreed.complete, agreed.missing) == (True, ())


def test_all_limits_can_be_given_up() -> None:
    every = dict.fromkeys(("budget", "people", "dates"), ("allow", 2))
    world = run_channel(replace(PRICED, decides=every))
    limits = world.root.demand.limits
    assert (limits.budget, limits.dates) == (pounds(450), (SATURDAY, SUNDAY))
    assert limits.people is not None
    assert (limits.people.min, limits.people.max) == (10, 10)
    assert world.root.proposal.findings == ()
    assert world.root.status is Status.FINALIZED


@pytest.mark.parametrize(
    ("limits", "field"),
    [(DemandLimits(weekdays=(5,)), "weekdays"), (DemandLimits(not_on=("sunday",)), "not_on")],
)
def test_a_day_of_the_week_and_an_excluded_day_can_be_given_up(limits: DemandLimits, field: str) -> None:
    world = run_channel(replace(LATE, limits=limits, decides={field: ("allow", 2)}))
    assert world.root.demand.limits == limits.model_copy(update={field: (5, 6) if field == "weekdays" else ()})
    assert world.root.status is Status.FINALIZED
    assert world.root.proposal.findings == ()


def test_a_number_of_people_that_only_the_circumstances_name_can_be_given_up() -> None:
    """A model wrote it as `expected_attendees` and not as a limit."""
    world = ChannelHarness(replace(PRICED, limits=DemandLimits())).run_until_waiting("aggregation")
    context = world.root.demand.context.model_copy(update={"expected_attendees": 30})
    demand = world.root.demand.model_copy(update={"context": context})
    world.states[ROOT] = world.root.model_copy(update={"demand_data": demand})
    world.run_until_waiting("feedback")
    (asked,) = (event for event in world.events if isinstance(event, QuestionOpened))
    assert (asked.aspect, "10 people" in asked.options[1].text) == ("people", True)
    assert answer(world, "allow")
    assert [f.aspect for f in world.root.proposal.findings] == []


@pytest.mark.parametrize("script", [LATE, replace(LATE, decides={"dates": ("keep", 2)}), AWAY])
@pytest.mark.parametrize("repairs", [True, False])
def test_a_limit_that_is_kept_is_a_request_to_prompt_6_and_no_vote(script: ScriptedAnswers, repairs: bool) -> None:
    """Kept, not answered, or with nobody there: everybody accepted, and still it is adjusted, until the last round."""
    world = run_channel(replace(script, adjusted_day=SATURDAY if repairs else None))
    first = adjustments(world)[0]
    assert [finding.aspect for finding in first.kept] == ["dates"]
    assert [feedback.feedback_type for feedback in first.feedback] == ["accept"] * 3
    if repairs:
        assert verdicts(world) == [(1, "renegotiate", 7), (2, "finalize", 3)]
        assert world.root.status is Status.FINALIZED
    else:
        assert verdicts(world) == [(r, "renegotiate", 7) for r in range(1, 5)] + [(5, "force_finalize", 3)]
        assert len(answers(world)) == 1, "the same departure is not asked about again"
        (forced,) = events_of(world, ForceFinalized)
        assert isinstance(forced, ForceFinalized)
        assert forced.complete is False
        assert any(SUNDAY in text for text in forced.missing or ())


class _EmptyPlanAnswers(ScriptedAnswers):
    """Answers of a planner that drops everybody who cannot keep to the limit."""

    def _changed(self, body: AdjustProposal) -> ProposalDraft:
        return ProposalDraft(summary="nobody is left", timeline=Timeline(start_date=SATURDAY))


def test_a_kept_limit_that_leaves_nobody_in_the_plan_ends_the_negotiation() -> None:
    script = _EmptyPlanAnswers(limits=AWAY.limits, day=AWAY.day, parts=AWAY.parts)
    world = run_channel(script)
    assert world.root.status is Status.FAILED
    assert world.root.failure == Failure(reason="no_participants")
    assert len(events_of(world, ProposalDistributed)) == 1
    assert not events_of(world, ProposalFinalized, ForceFinalized)


def test_a_kept_limit_of_which_several_parts_are_too_small_is_kept_for_all() -> None:
    world = asking(replace(PRICED, decides=dict.fromkeys(("budget", "people", "dates"), ("keep", 2))))
    world.run_until_waiting("adjustment")
    assert [finding.aspect for finding in adjustments(world)[0].kept] == ["budget", "people", "people", "dates"]
    assert kept_findings(world.root) == world.root.proposal.findings


def test_an_unchanged_plan_that_leaves_a_kept_limit_is_forced_at_once() -> None:
    world = run_channel(replace(AWAY, adjusts=False))
    assert verdicts(world) == [(1, "renegotiate", 7), (2, "force_finalize", 3)]
    assert world.root.proposal_version == 1


@pytest.mark.parametrize("rules", [NegotiationRules(), NegotiationRules(requester_timeout=0)])
def test_without_anybody_to_answer_the_limit_is_kept_in_the_same_commit(rules: NegotiationRules) -> None:
    """Not interactive, or the setting is 0."""
    script = AWAY if rules.requester_timeout else LATE
    world = asking(script, rules=rules)
    assert world.history[-1].decision is not None
    types = [event.type for event in world.history[-1].decision.events]
    assert types[-2:] == ["towow.question.asked", "towow.question.answered"]
    assert answers(world) == [("keep", "timeout")]
    assert open_questions(world.root) == ()


def test_nobody_is_asked_in_a_subnet() -> None:
    helper = ScriptedAnswers(people=("gus",), day=SUNDAY, limits=DemandLimits(not_on=("sunday",)))
    world = run_channel(ScriptedAnswers(interactive=True, lacks=(("photo", 70),), subnets=(helper,)))
    sub = world.states[f"{ROOT}-1"]
    assert [finding.aspect for finding in sub.proposal.findings] == ["not_on"]
    assert sub.limit_questions == ()
    assert events_of(world, QuestionOpened) == []


def test_the_verdict_waits_for_the_requester_within_the_review() -> None:
    world = asking(replace(LATE, decides={"dates": ("allow", 30)}))
    asked_at = world.now
    world.run(lambda w: len(w.root.feedback) == 3)
    assert (world.root.status, world.root.waiting) == (Status.NEGOTIATING, "feedback")
    world.run(lambda w: w.root.is_final)
    assert world.now == asked_at + seconds_to_ms(30) + 7


@pytest.mark.parametrize(
    ("timeout", "ends", "reminders"),
    [(20, 20, 0), (60, 60, 1), (90, 90, 1), (120, 120, 1), (500, 120, 1)],
)
def test_a_question_ends_before_at_or_after_half_time_and_with_the_review_at_the_latest(
    timeout: float, ends: int, reminders: int
) -> None:
    """Everybody accepts after 1 s but cai, who never answers, so that the review goes on to its deadline (120 s)."""
    world = asking(replace(SLOW, feedback={"cai": (("silent", 0),)}), rules=NegotiationRules(requester_timeout=timeout))
    opened = world.now
    (question,) = open_questions(world.root)
    assert question.until == opened + seconds_to_ms(ends)
    world.run(lambda w: not open_questions(w.root))
    assert world.now == question.until
    assert world.root.recovery_attempts == reminders
    world.run(lambda w: w.root.waiting != "feedback")
    assert world.now == opened + seconds_to_ms(120)
    assert [send.to.id for send in world.sent("proposal_review")].count("cai") == 2, "reminded once, at half time"
    assert verdicts(world) == [(1, "renegotiate", 7)]


def test_the_end_of_the_question_ends_a_review_that_waits_for_nothing_else() -> None:
    world = asking()
    opened = world.now
    world.run(lambda w: w.root.waiting == "adjustment")
    assert world.now == opened + seconds_to_ms(60)
    assert answers(world) == [("keep", "timeout")]
    last = world.history[-1].decision
    assert last is not None
    assert [event.type.removeprefix("towow.") for event in last.events] == [
        "question.answered",
        "feedback.evaluated",
        "negotiation.round_started",
    ]


def test_the_overall_deadline_ends_the_question() -> None:
    world = asking(SLOW, rules=NegotiationRules(overall_timeout=30))
    assert open_questions(world.root)[0].until == world.root.deadline
    world.run()
    assert answers(world) == [("keep", "timeout")]
    assert world.root.status is Status.FORCE_FINALIZED


def test_only_the_first_answer_counts() -> None:
    world = asking()
    assert answer(world, "keep")
    assert not answer(world, "allow")
    assert not answer(world, "keep")
    assert answers(world) == [("keep", "person")]


@pytest.mark.parametrize(("option", "text"), [("maybe", None), (None, "as you like"), (None, None), ("", None)])
def test_an_answer_that_is_no_option_leaves_the_question_open(option: str | None, text: str | None) -> None:
    world = asking()
    assert not answer(world, option, text)
    assert len(open_questions(world.root)) == 1


def test_a_cancellation_ends_the_question() -> None:
    world = asking()
    order = CancelDemand(demand_id=DEMAND, channel_id=ROOT, cancelled_by="user_alice")
    decision = world.tell(order)
    assert decision is not None
    assert [event.type for event in decision.events] == ["towow.demand.cancelled", "towow.demand.closed"]
    assert not answer(world, "allow")


def test_an_answer_after_the_verdict_is_too_late() -> None:
    """Silence was keep: the limit stands, in this version and, for the same question, in the next ones."""
    world = asking(SLOW, rules=NegotiationRules(requester_timeout=150)).run_until_waiting("adjustment")
    assert answers(world) == [("keep", "timeout")]
    assert not answer(world, "allow")
    world.run_until_waiting("feedback")
    assert not answer(world, "allow")
    world.run()
    assert world.root.status is Status.FORCE_FINALIZED


def test_another_departure_of_the_next_version_is_another_question() -> None:
    """An answer to the question about the older version does not answer it."""
    script = replace(LATE, day=SUNDAY, adjusted_day="2026-02-09", decides={"dates": ("keep", 2)})
    world = asking(script).run_until_waiting("adjustment")
    world.script = replace(script, decides={})
    world.run_until_waiting("feedback")
    assert [question.answer for question in world.root.limit_questions] == ["keep", None]
    assert not answer(world, "allow", question=0)
    assert answer(world, "allow", question=1)
    assert "2026-02-09" in world.root.demand.limits.dates
    assert world.root.proposal.findings == ()
    world.run()
    assert verdicts(world) == [(1, "renegotiate", 7), (2, "finalize", 3)]


def test_a_question_is_answered_once_whatever_comes_at_its_end() -> None:
    """The answer at the very instant of its end, before and after its timer."""
    for timer_first in (False, True):
        world = asking(SLOW)
        timer = world.root.timer
        assert timer is not None
        world.at(timer.due)
        if timer_first:
            assert world.deliver(world.fired(timer)) is not None
        assert answer(world, "allow") == (not timer_first)
        world.run()
        assert answers(world) == [("keep", "timeout") if timer_first else ("allow", "person")]
