"""A channel of an earlier or a later release goes on: states and messages without the new fields, or with newer ones."""

import json
from collections.abc import Callable
from typing import Any, cast

import pytest

from channel_admin.core.channel import decide
from channel_admin.core.state import SCHEMA_VERSION, AwaitedInput, ChannelState
from negotiation.contracts.messages import SubmitDemand
from shared.core.message_base import Message
from tests.unit.channel_admin.core.channel_harness import ROOT, ChannelHarness, run_channel
from tests.unit.channel_admin.core.scripted_answers import ScriptedAnswers

NEW = {
    *("limit_questions", "plan_day", "merge_reviews", "member_offers", "member_candidates", "subnets_deadline"),
    *("feedback_timer_due", "totals", "findings", "terms", "reserve", "kept"),
    *("requester_timeout", "exchange_rates"),
}
"""Fields that version 3 of the state, and the messages of its release, have added."""

SCRIPT = ScriptedAnswers(
    feedback={"bob": (("negotiate", 1), ("accept", 1)), "cai": (("second", 1),)},
    lacks=(("photo", 70),),
    subnets=(ScriptedAnswers(people=("gus",)),),
)
MOMENTS: tuple[AwaitedInput, ...] = (
    *("understanding", "filtering", "offers", "aggregation", "feedback"),
    *("adjustment", "gaps", "recursion", "subnets"),
)


Change = Callable[[dict[str, Any]], dict[str, Any]]


def in_all_objects(value: Any, change: Change) -> Any:
    """The JSON value with this change made to every object in it."""
    if isinstance(value, dict):
        fields = change(cast("dict[str, Any]", value))
        return {name: in_all_objects(each, change) for name, each in fields.items()}
    return [in_all_objects(each, change) for each in cast("list[Any]", value)] if isinstance(value, list) else value


def without_new_fields(fields: dict[str, Any]) -> dict[str, Any]:
    new = {*NEW, "need"} if "role" in fields else {*NEW, "offers"} if "sub_channel_id" in fields else NEW
    return {name: value for name, value in fields.items() if name not in new}


def with_newer_fields(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "a_later_field": ["x"]}


def as_stored_before(state: ChannelState) -> ChannelState:
    """The state as an earlier release has stored it, read by this one."""
    fields = {**in_all_objects(json.loads(state.model_dump_json()), without_new_fields), "schema_version": 2}
    return ChannelState.model_validate_json(json.dumps(fields), extra="ignore")


@pytest.mark.parametrize("waiting", MOMENTS)
def test_a_channel_that_was_stored_by_an_earlier_release_goes_on(waiting: AwaitedInput) -> None:
    world = ChannelHarness(SCRIPT).run_until_waiting(waiting)
    state = as_stored_before(world.root)
    assert state.schema_version == SCHEMA_VERSION == 3
    assert (state.status, state.waiting, state.timer) == (world.root.status, waiting, world.root.timer)
    world.states[ROOT] = state
    world.run()
    assert world.closed
    assert (world.root.status, world.root.proposal.version) == ("finalized", 3)


def from_client(message: Message, change: Change) -> Message:
    """The message as another release writes it; the dispatcher reads it like this."""
    fields = in_all_objects(json.loads(message.model_dump_json(by_alias=True)), change)
    return type(message).model_validate(fields, extra="ignore")


def replayed(change: Change) -> dict[str, ChannelState]:
    """The states after all messages of a negotiation, each as another release would have written it."""
    world, states = run_channel(SCRIPT), dict[str, ChannelState]()
    for taken in world.history:
        body = from_client(taken.message.body, change)
        message = type(taken.message)(
            body,  # pyright: ignore[reportArgumentType]
            taken.message.sender,
            taken.message.recipient,
            taken.message.message_id,
            taken.message.correlation_id,
        )
        channel = taken.message.recipient.id
        decision = decide(world.rules, states.get(channel), message, taken.at)
        assert (decision is None) == (taken.decision is None), (taken.message.body.type, channel)
        if decision:
            states[channel] = decision.state
    return states


def test_messages_with_unknown_fields_are_read_and_messages_without_the_new_ones_too() -> None:
    calm = run_channel(SCRIPT).states
    assert replayed(with_newer_fields) == calm
    old = replayed(without_new_fields)
    assert {channel: (state.status, state.waiting) for channel, state in old.items()} == {
        channel: (state.status, state.waiting) for channel, state in calm.items()
    }
    assert old[ROOT].proposal.confirmed_participants == calm[ROOT].proposal.confirmed_participants


def test_a_state_of_a_later_release_is_not_touched() -> None:
    state = ChannelHarness(SCRIPT).run_until_waiting("feedback").root
    fields = json.loads(state.model_dump_json())
    assert ChannelState.model_validate({**fields, "a_later_field": 1}, extra="ignore") == state
    with pytest.raises(ValueError, match="knows versions up to 3"):
        ChannelState.model_validate({**fields, "schema_version": SCHEMA_VERSION + 1})


def test_a_demand_of_a_client_that_does_not_wait_for_questions_is_not_interactive() -> None:
    submitted = run_channel(SCRIPT).history[0].message.body
    assert isinstance(submitted, SubmitDemand)
    assert "interactive" not in submitted.model_dump(mode="json")
    assert not run_channel(SCRIPT).root.interactive


@pytest.mark.parametrize("waiting", MOMENTS)
def test_a_stored_state_is_read_as_it_was(waiting: AwaitedInput) -> None:
    state = ChannelHarness(SCRIPT).run_until_waiting(waiting).root
    assert ChannelState.model_validate_json(state.model_dump_json(), extra="ignore") == state
