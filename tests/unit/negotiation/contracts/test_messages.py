"""Does every message and event survive the wire, frozen, without unknown or empty fields? (INTERFACES § 6, TWC-22)"""

from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from channel_admin.actors import MESSAGES as SKILL_MESSAGES
from channel_admin.core.channel import ChannelMessage
from coordinator.actors import MESSAGES as COORDINATOR_MESSAGES
from negotiation.contracts.clarification_events import DemandRevised, QuestionAnswered
from negotiation.contracts.demand import (
    DemandContext,
    DemandLimits,
    FieldChange,
    LimitWords,
    Need,
    PeopleRange,
    QuestionOption,
    TextSpan,
    UnderstandingChanges,
    UnderstandingQuestion,
)
from negotiation.contracts.error_codes import ERROR_CODES
from negotiation.contracts.events import (
    EVENTS,
    ChannelEvent,
    DemandUnderstoodEvent,
    FeedbackEvaluated,
    NegotiationFailed,
)
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.money import Money
from negotiation.contracts.person_answer import InvitationAnswer, RequestedChange, ReviewAnswer
from negotiation.contracts.terms import Condition, Terms
from shared.core.api_error import PlatformErrorCode
from shared.core.message_base import Message
from tests.support.case_tables import load_cases
from user_agent.actors import MESSAGES as USER_AGENT_MESSAGES

EVERY_MESSAGE: tuple[type[Message], ...] = (
    *get_args(ChannelMessage),
    *SKILL_MESSAGES,
    *COORDINATOR_MESSAGES,
    *USER_AGENT_MESSAGES,
)

SEEDS = {
    f"towow.{name}"
    for name in (
        *("demand.understood", "filter.completed", "channel.created", "demand.broadcast", "offer.submitted"),
        *("proposal.distributed", "proposal.feedback", "feedback.evaluated", "negotiation.round_started"),
        *("negotiation.force_finalized", "proposal.finalized", "negotiation.failed", "negotiation.bargain"),
        *("agent.withdrawn", "gap.identified", "subnet.triggered"),
    )
}
OURS = {
    f"towow.{name}"
    for name in (
        *("demand.submitted", "subnet.completed", "demand.cancelled", "demand.closed"),
        *("question.asked", "question.answered", "demand.revised"),
    )
}


def test_the_event_types_are_the_documented_ones() -> None:
    """TW-201…216, TWC-12."""
    assert len(SEEDS) == 16
    assert {event.type for event in EVENTS} == SEEDS | OURS
    assert len(EVENTS) == 23


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.type)
def test_every_event_names_demand_and_channel(event: type[ChannelEvent]) -> None:
    assert {"demand_id", "channel_id"} <= set(event.model_fields)


@pytest.mark.parametrize("message", EVERY_MESSAGE, ids=lambda message: message.type)
def test_no_message_body_has_type_id_or_timestamp(message: type[Message]) -> None:
    assert not {"type", "message_id", "timestamp"} & set(message.model_fields)


def test_no_two_messages_have_one_type() -> None:
    assert len({message.type for message in EVERY_MESSAGE}) == len(EVERY_MESSAGE)


st.register_type_strategy(
    DemandContext, st.builds(DemandContext, expected_attendees=st.none() | st.integers(0), date=st.none() | st.text())
)
st.register_type_strategy(
    Money, st.builds(Money, amount=st.integers(0, 10**12), currency=st.sampled_from(["GBP", "CNY", "JPY"]))
)
DAYS = st.lists(st.sampled_from(["2026-12-05", "monday", "sunday"]), max_size=3).map(tuple)
TERM_INSTANTS = st.none() | st.sampled_from(["2026-12-05", "2026-12-05T19:30:00+08:00"])
st.register_type_strategy(
    Terms,
    st.builds(
        Terms,
        start=TERM_INSTANTS,
        end=TERM_INSTANTS,
        people=st.none() | st.integers(1, 10**6),
        notice_days=st.none() | st.integers(0, 3650),
        deposit_share=st.none() | st.floats(0, 1),
        dates=DAYS,
        not_on=DAYS,
        conditions=st.lists(st.builds(Condition, text=st.text(max_size=45)), max_size=7).map(tuple),
    ),
)
NATURAL = st.integers(0, 10**6)
SHORT_TEXT = st.text(max_size=45)
SPAN = st.none() | st.tuples(NATURAL, NATURAL)
st.register_type_strategy(TextSpan, st.builds(TextSpan, text=st.text(max_size=45), span=SPAN))
st.register_type_strategy(
    LimitWords,
    st.builds(LimitWords, text=st.text(max_size=45), span=SPAN, limit=st.sampled_from(["place", "dates", None])),
)
st.register_type_strategy(Need, st.builds(Need, need=st.text(max_size=45), count=st.integers(1, 1000), span=SPAN))
st.register_type_strategy(FieldChange, st.builds(FieldChange, before=st.none() | SHORT_TEXT, after=SHORT_TEXT))
for event in (DemandUnderstoodEvent, QuestionAnswered, DemandRevised):
    st.register_type_strategy(event, st.builds(event, review_until=st.none() | NATURAL))
st.register_type_strategy(
    DemandLimits,
    st.builds(
        DemandLimits,
        weekdays=st.lists(st.integers(0, 6), max_size=7).map(tuple),
        people=st.none() | st.builds(PeopleRange, min=NATURAL, max=NATURAL),
    ),
)
st.register_type_strategy(
    UnderstandingQuestion,
    st.builds(
        UnderstandingQuestion,
        options=st.lists(
            st.builds(
                QuestionOption,
                id=st.text(max_size=9),
                text=st.text(max_size=45),
                changes=st.builds(UnderstandingChanges, title=st.none() | st.text(max_size=45)),
            ),
            min_size=2,
            max_size=4,
        ).map(tuple),
    ),
)
st.register_type_strategy(float, st.floats(0, 1))
"""Hypothesis cannot bound what may be None by itself; and JSON has no infinity."""

SHORT = st.text(max_size=45)
MANY = st.lists(SHORT, max_size=4).map(tuple)
st.register_type_strategy(
    RequestedChange, st.builds(RequestedChange, aspect=st.text("x", min_size=1, max_size=9), reason=SHORT)
)
st.register_type_strategy(
    InvitationAnswer,
    st.builds(
        InvitationAnswer,
        decision=st.sampled_from(["participate", "decline"]),
        contribution=st.none() | SHORT,
        conditions=MANY,
        decline_reason=st.none() | SHORT,
        reasoning=SHORT,
    ),
)
st.register_type_strategy(
    ReviewAnswer, st.builds(ReviewAnswer, adjustment_request=st.none() | SHORT, concerns=MANY, reasoning=SHORT)
)
"""It cannot count bytes either."""


@settings(max_examples=15, deadline=None)
@given(st.data())
@pytest.mark.parametrize("model", [*EVERY_MESSAGE, *EVENTS], ids=lambda model: model.type)
def test_a_message_survives_encoding_and_decoding(model: type[Any], data: st.DataObject) -> None:
    one = data.draw(st.from_type(model))
    assert model.model_validate_json(one.model_dump_json(by_alias=True)) == one


@pytest.mark.parametrize("model", [*EVERY_MESSAGE, *EVENTS], ids=lambda model: model.type)
def test_an_unknown_field_is_refused(model: type[Any]) -> None:
    with pytest.raises(ValidationError, match="extra_forbidden"):
        model.model_validate({"no_such_field": 1})


@pytest.mark.parametrize("model", EVERY_MESSAGE, ids=lambda model: model.type)
def test_an_unknown_field_of_a_newer_release_is_ignored_where_messages_are_read(model: type[Any]) -> None:
    """As the dispatcher reads them: each is refused here for what it lacks, never for what it has too much."""
    with pytest.raises(ValidationError) as refused:
        model.model_validate({"no_such_field": 1}, extra="ignore")
    assert {problem["type"] for problem in refused.value.errors()} == {"missing"}


def test_absent_optionals_are_omitted_and_explicit_none_is_null() -> None:
    failed = NegotiationFailed.model_validate(
        {
            "demand_id": "d",
            "channel_id": "c",
            "reason": "timeout",
            "accept_rate": None,
            "rounds_taken": 0,
            "compromise_suggestion": "s",
            "compromise_proposal": {},
        }
    ).model_dump(mode="json")
    assert failed["accept_rate"] is None
    assert not {"detail", "error_code", "last_proposal"} & set(failed)
    assert "accept_rate" in FeedbackEvaluated.model_json_schema()["required"]


@pytest.mark.parametrize(
    ("word", "kept"),
    [("accept", "accept"), (" Reject ", "reject"), ("maybe", "negotiate"), (None, "negotiate"), (7, "negotiate")],
)
def test_an_unknown_feedback_type_is_never_read_as_accept(word: object, kept: str) -> None:
    """TW-1208, TWC-05."""
    said = Feedback.model_validate({"agent_id": "amy", "feedback_type": word, "round": 1, "proposal_version": 1})
    assert said.feedback_type == kept


STATUS = load_cases(__file__, "status")


def test_every_error_code_has_a_status_and_two_languages() -> None:
    """TW-430…440, INTERFACES § 4."""
    assert {code.name: code.status for code in ERROR_CODES.values() if code.name != "E020"} == STATUS
    assert PlatformErrorCode.E020.status in (405, 415)
    for code in ERROR_CODES.values():
        assert code.text("en") == code.text()
        assert code.text("zh") != code.text("en")


def test_a_name_that_is_no_limit_does_not_cost_the_words() -> None:
    words = LimitWords.model_validate({"text": "London", "limit": "location"})
    assert (words.text, words.limit) == ("London", None)
