"""One question to the requester and the time to change what was understood: order of events, waits, races."""

import re

import pytest
from hypothesis import given

from channel_admin.core.state import ChannelState
from channel_admin.settings import NegotiationRules
from negotiation.contracts.demand import DemandLimits, Need, TextSpan, UnderstandingChanges
from negotiation.contracts.events import DemandRevised, DemandUnderstoodEvent, QuestionAnswered, QuestionOpened
from negotiation.contracts.messages import ChooseCandidates, DemandUnderstood, UnderstandDemand
from shared.core.address import Address
from tests.support.async_tests import START
from tests.unit.channel_admin.core.channel_harness import DEMAND, ROOT, ChannelHarness, run_channel
from tests.unit.channel_admin.core.history_strategies import UNRULY
from tests.unit.channel_admin.core.scripted_answers import QUESTION, ScriptedAnswers
from tests.unit.channel_admin.core.test_histories import thorough

PINNED = re.compile(r"demand\.understood( question\.asked| question\.answered| demand\.revised)*( filter\.completed|$)")
TITLE, NEEDS = UnderstandingChanges(title="a party"), UnderstandingChanges(needs=(Need(need="band"),))
ELSEWHERE = UnderstandingChanges(limits=DemandLimits(place="elsewhere"))


def asked(word: str = "silent", after: int = 1, **more: object) -> ScriptedAnswers:
    """An interactive demand about which something is asked."""
    return ScriptedAnswers(interactive=True, question=(word, after), **more)  # pyright: ignore[reportArgumentType]


def before_filter(world: ChannelHarness) -> list[str]:
    types = world.types()
    return types[1 : types.index("filter.completed")]


def chosen_for(world: ChannelHarness) -> ChooseCandidates:
    body = world.sent(ChooseCandidates.type)[0].body
    assert isinstance(body, ChooseCandidates)
    return body


def filter_requested_at(world: ChannelHarness) -> float:
    """Seconds from the submission to prompt 2."""
    (taken,) = [
        taken
        for taken in world.history
        if taken.decision and any(send.body.type == ChooseCandidates.type for send in taken.decision.sends)
    ]
    return (taken.at - START) / 1000


@pytest.mark.parametrize("interactive", [False, True])
def test_without_a_question_only_an_interactive_demand_waits(interactive: bool) -> None:
    world = run_channel(ScriptedAnswers(interactive=interactive))
    assert before_filter(world) == []
    assert filter_requested_at(world) == pytest.approx(6.014 if interactive else 1.014, abs=0.02)


def test_a_demand_that_is_not_interactive_takes_the_default_in_the_same_step() -> None:
    world = run_channel(ScriptedAnswers(question=("there", 0)))
    assert before_filter(world) == ["question.asked", "question.answered"]
    (answered,) = [event for event in world.events if isinstance(event, QuestionAnswered)]
    assert (answered.option, answered.answered_by, answered.review_until) == ("here", "timeout", None)
    assert filter_requested_at(world) == pytest.approx(1.014, abs=0.02)


def test_a_subnet_never_waits_for_the_requester() -> None:
    subnet = ScriptedAnswers(people=("gus",), question=("silent", 0))
    world = run_channel(asked("here", lacks=(("photo", 80),), subnets=(subnet,)))
    waits = {
        taken.decision.state.waiting
        for taken in world.history
        if taken.decision and taken.message.recipient.id == f"{ROOT}-1"
    }
    assert waits
    assert not waits & {"clarification", "review"}
    assert "question.answered" in world.types(f"{ROOT}-1")


@pytest.mark.parametrize(("word", "place"), [("there", "there"), ("here", None)])
def test_an_options_changes_are_in_the_demand_that_candidates_are_chosen_for(word: str, place: str | None) -> None:
    world = run_channel(asked(word))
    changes = ["demand.revised"] if place else []
    assert before_filter(world) == ["question.asked", "question.answered", *changes]
    assert chosen_for(world).demand.limits.place == place
    assert filter_requested_at(world) == pytest.approx(1.014 + 1.007 + 5, abs=0.02)


def test_silence_takes_the_default_when_the_time_to_answer_is_over() -> None:
    world = run_channel(asked())
    answered = next(event for event in world.events if isinstance(event, QuestionAnswered))
    assert (answered.option, answered.answered_by) == ("here", "timeout")
    assert filter_requested_at(world) == pytest.approx(1.014 + 60 + 5, abs=0.02)


def test_an_answer_after_its_time_changes_nothing() -> None:
    world = run_channel(asked("there", 61))
    assert chosen_for(world).demand.limits.place is None
    assert before_filter(world) == ["question.asked", "question.answered"]


def test_an_answer_in_own_words_has_the_demand_understood_again_with_them() -> None:
    world = run_channel(asked("words"))
    second = world.sent(UnderstandDemand.type)[1].body
    assert isinstance(second, UnderstandDemand)
    assert (second.raw_input, second.own_words) == (world.root.raw_input, "in the old mill")
    assert before_filter(world) == ["question.asked", "question.answered", "demand.revised"]
    revised = next(event for event in world.events if isinstance(event, DemandRevised))
    assert revised.changed_by == "answer"
    assert [change.field for change in revised.changes] == ["limits"]
    assert chosen_for(world).demand.limits.place == "in the old mill"
    assert chosen_for(world).demand.question is None


def test_own_words_that_no_model_reads_are_listed_as_not_understood() -> None:
    world = ChannelHarness(asked("words")).run_until_waiting("clarification")
    world.script = asked("words", understanding=("failed", 0))
    world.run()
    assert chosen_for(world).demand.not_understood == (TextSpan(text="in the old mill"),)
    assert [need.need for need in chosen_for(world).demand.needs] == ["venue"]


def test_a_late_answer_about_the_first_reading_is_not_taken_for_the_second() -> None:
    world = ChannelHarness(asked("words")).run_until_waiting("clarification")
    world.run_until_waiting("understanding")
    first = DemandUnderstood(demand_id=DEMAND, channel_id=ROOT, understanding=world.root.demand)
    assert world.tell(first, sender=Address("coordinator", ROOT)) is None
    assert world.root.waiting == "understanding"


def test_every_change_starts_the_time_for_changes_again() -> None:
    world = run_channel(ScriptedAnswers(interactive=True, edits=((4, TITLE), (8, NEEDS))))
    assert before_filter(world) == ["demand.revised", "demand.revised"]
    assert filter_requested_at(world) == pytest.approx(8.02 + 5, abs=0.02)
    demand = chosen_for(world).demand
    assert (demand.title, [need.need for need in demand.needs]) == ("a party", ["band"])


def test_go_ends_the_time_for_changes_and_takes_an_open_questions_default() -> None:
    gone = run_channel(ScriptedAnswers(interactive=True, goes=2))
    assert filter_requested_at(gone) == pytest.approx(2.02, abs=0.02)
    [revised] = [event for event in gone.events if isinstance(event, DemandRevised)]
    assert (revised.changes, revised.changed_by, revised.review_until) == ((), "user", None)
    world = run_channel(asked(goes=2))
    answered = next(event for event in world.events if isinstance(event, QuestionAnswered))
    assert (answered.option, answered.answered_by, answered.review_until) == ("here", "person", None)
    assert filter_requested_at(world) == pytest.approx(2.02, abs=0.02)


def test_a_change_of_what_is_asked_about_closes_the_question_and_any_other_leaves_it_open() -> None:
    closed = run_channel(asked("there", 30, edits=((2, ELSEWHERE),)))
    assert before_filter(closed) == ["question.asked", "question.answered", "demand.revised"]
    answered = next(event for event in closed.events if isinstance(event, QuestionAnswered))
    assert (answered.option, answered.text, answered.answered_by) == (None, None, "person")
    assert chosen_for(closed).demand.limits.place == "elsewhere"
    still_open = run_channel(asked("there", 30, edits=((2, TITLE),)))
    assert before_filter(still_open) == ["question.asked", "demand.revised", "question.answered", "demand.revised"]
    assert (chosen_for(still_open).demand.title, chosen_for(still_open).demand.limits.place) == ("a party", "there")


def test_the_second_reading_keeps_the_requesters_own_changes() -> None:
    world = run_channel(asked("words", 3, edits=((2, NEEDS),)))
    demand = chosen_for(world).demand
    assert ([need.need for need in demand.needs], demand.limits.place) == (["band"], "in the old mill")


def test_a_change_after_the_candidates_were_requested_changes_nothing() -> None:
    late = run_channel(ScriptedAnswers(interactive=True, filtering=("ok", 30), edits=((10, NEEDS),)))
    calm = run_channel(ScriptedAnswers(interactive=True, filtering=("ok", 30)))
    assert late.events == calm.events


def test_without_time_for_changes_or_questions_an_interactive_demand_does_not_wait() -> None:
    rules = NegotiationRules(review_timeout=0, clarify_timeout=0)
    world = run_channel(asked("there"), rules=rules)
    assert before_filter(world) == []
    assert filter_requested_at(world) == pytest.approx(1.014, abs=0.02)


def test_a_question_that_is_never_to_be_asked_leaves_the_time_for_changes() -> None:
    world = run_channel(asked("there"), rules=NegotiationRules(clarify_timeout=0))
    understood = next(event for event in world.events if isinstance(event, DemandUnderstoodEvent))
    assert before_filter(world) == []
    assert understood.review_until == START + 1_007 + 5_000
    assert filter_requested_at(world) == pytest.approx(6.014, abs=0.02)


def test_the_hold_ends_with_the_overall_deadline() -> None:
    rules = NegotiationRules(overall_timeout=20)
    world = ChannelHarness(asked(), rules=rules).run_until_waiting("clarification")
    opened = next(event for event in world.events if isinstance(event, QuestionOpened))
    assert opened.until == START + 20_000
    world.run()
    assert (world.root.status, world.root.failure and world.root.failure.reason) == ("failed", "timeout")


def test_a_question_whose_default_is_no_option_is_not_asked() -> None:
    world = ChannelHarness(ScriptedAnswers(interactive=True)).run_until_waiting("understanding")
    broken = world.root.demand.model_copy(update={"question": QUESTION.model_copy(update={"default": "nowhere"})})
    body = DemandUnderstood(demand_id=DEMAND, channel_id=ROOT, understanding=broken)
    world.tell(body, sender=Address("coordinator", ROOT))
    assert world.root.waiting == "review"


def test_spans_beyond_the_text_of_the_demand_are_dropped() -> None:
    length = len("a meetup with a venue")
    needs = (Need(need="venue", span=(0, length)), Need(need="band", span=(0, length + 1)))
    world = run_channel(ScriptedAnswers(interactive=True, edits=((2, UnderstandingChanges(needs=needs)),)))
    assert [need.span for need in chosen_for(world).demand.needs] == [(0, length), None]


def test_a_state_of_the_last_version_is_read_and_one_of_a_later_version_is_not() -> None:
    state = ChannelHarness(ScriptedAnswers()).run_until_waiting("filtering").root
    fields = state.model_dump(mode="json", exclude={"interactive", "edits"})
    del fields["rules"]["review_timeout"], fields["rules"]["clarify_timeout"]
    assert ChannelState.model_validate({**fields, "schema_version": 1}) == state
    assert ChannelState.model_validate({**fields, "a_later_field": 1}, extra="ignore") == state
    with pytest.raises(ValueError, match="the state has version 4"):
        ChannelState.model_validate({**fields, "schema_version": 4})


@thorough
@given(UNRULY)
def test_events_have_the_pinned_order_and_each_question_one_answer(script: ScriptedAnswers) -> None:
    world = run_channel(script)
    told = [kind for kind in world.types() if kind in CLARIFYING]
    after = told.index("filter.completed") + 1 if "filter.completed" in told else len(told)
    assert {*told[after:]} <= {"question.asked", "question.answered", "demand.revised"}
    about = [event.about for event in world.events if isinstance(event, QuestionOpened)]
    assert about[told[:after].count("question.asked") :] == ["limit"] * told[after:].count("question.asked")
    told = told[:after]
    assert not told or told == ["demand.understood"] or PINNED.fullmatch(" ".join(told)), told
    questions = [event.question_id for event in world.events if isinstance(event, QuestionOpened)]
    answers = [event.question_id for event in world.events if isinstance(event, QuestionAnswered)]
    assert len(questions) == len(set(questions))
    assert len(answers) == len(set(answers))
    assert set(answers) <= set(questions)


CLARIFYING = ("demand.understood", "question.asked", "question.answered", "demand.revised", "filter.completed")
