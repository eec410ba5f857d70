"""What a worker makes of a message or a state that another version wrote, and what it sends itself."""

import asyncio
import json
from typing import Any

import pytest
from pydantic import ValidationError

from channel_admin.actors import channel_entity
from channel_admin.settings import NegotiationRules
from negotiation.contracts.demand import DemandUnderstanding, Need
from negotiation.contracts.messages import CancelDemand, DemandUnderstood, SubmitDemand
from shared.core.address import Address
from shared.core.envelope import encode_envelope
from shared.core.message_base import ReceivedMessage
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.commit_builder import CommitBuilder
from shared.runtime.state_cache import CachedState
from shared.runtime.virtual_clock import VirtualClock
from shared.store.port import StepPrecheck
from tests.support.embedded_system import ANSWERS, FaultyEmbeddedSystem
from tests.support.reference_run import message
from tests.support.sample_submission import sample_submission
from towow.bootstrap.applications import ROUTES

IDS = {"demand_id": "d-a", "channel_id": "collab-a"}


def test_a_submission_has_no_field_that_the_last_version_refuses_unless_it_is_interactive() -> None:
    plain, interactive = sample_submission(0).message, sample_submission(0, interactive=True).message
    assert "interactive" not in plain.model_dump(mode="json")
    assert interactive.model_dump(mode="json")["interactive"] is True
    assert SubmitDemand.model_validate(plain.model_dump(mode="json")).interactive is False


def test_an_understanding_of_the_last_version_is_read_with_defaults() -> None:
    old: dict[str, Any] = {
        "surface_demand": "a meetup",
        "capability_tags": ["venue"],
        "context": {},
        "confidence": "high",
    }
    body = DemandUnderstood.model_validate({**IDS, "understanding": old})
    assert (body.understanding.needs, body.understanding.tone, body.own_words) == ((), "neutral", None)


def test_unknown_fields_are_ignored_on_receipt_at_every_level_and_refused_in_what_is_built() -> None:
    understanding: dict[str, Any] = {"surface_demand": "a", "needs": [{"need": "venue", "later": 1}], "later": {}}
    read = DemandUnderstood.model_validate({**IDS, "understanding": understanding, "later": []}, extra="ignore")
    assert read.understanding == DemandUnderstanding(surface_demand="a", needs=(Need(need="venue"),))
    with pytest.raises(ValidationError, match="extra_forbidden"):
        DemandUnderstood.model_validate({**IDS, "understanding": understanding})


async def test_a_message_of_a_newer_version_has_its_effect(clock: VirtualClock) -> None:
    async with FaultyEmbeddedSystem(clock, model=RuleBasedModel(ANSWERS, 4000)) as system:
        demand = await system.submit()
        await asyncio.sleep(1)
        order = {"demand_id": demand.demand_id, "channel_id": demand.channel_id, "cancelled_by": "user_alice"}
        cancel = message(
            message_id="stop",
            type=CancelDemand.type,
            sender="gateway/x",
            recipient=f"channel/{demand.channel_id}",
            correlation_id=demand.demand_id,
            body={**order, "a_later_field": {"x": 1}},
        )
        await system.put("channel_admin", encode_envelope(cancel), id="stop")
        events = await system.finished(demand)
        assert [event.type for event in events][-2:] == ["towow.demand.cancelled", "towow.demand.closed"]
        assert system.logged("dead_letter") == []


async def stored_state(clock: VirtualClock) -> tuple[Any, dict[str, Any]]:
    """A demand and the record of its channel while the demand is being understood."""
    async with FaultyEmbeddedSystem(clock, model=RuleBasedModel(ANSWERS, 4000)) as system:
        demand = await system.submit()
        await asyncio.sleep(1)
        address = f"channel/{demand.channel_id}"
        look = await system.store.precheck(
            correlation_id=demand.demand_id, message_id="look", address=address, known_version=0
        )
        assert look.record is not None
        return demand, json.loads(look.record)


def step(demand: Any, record: dict[str, Any]) -> dict[str, Any]:
    """The record after a worker has cancelled the demand that is stored so."""
    entity, channel = channel_entity(NegotiationRules()), Address("channel", demand.channel_id)
    body = CancelDemand(demand_id=demand.demand_id, channel_id=demand.channel_id, cancelled_by="user_alice")
    received = ReceivedMessage(body, Address("gateway", "x"), channel, "stop", demand.demand_id)
    envelope = message(message_id="stop", type=body.type, recipient=str(channel), correlation_id=demand.demand_id)
    look = StepPrecheck(seen=False, closed=False, version=3, record=json.dumps(record).encode(), now=0)
    made = CommitBuilder(ROUTES).build_entity_commit(entity, received, envelope, look, CachedState(0, None))
    assert made.commit.record is not None
    return json.loads(made.commit.record)


async def test_a_state_of_the_last_version_goes_on_in_this_ones_form(clock: VirtualClock) -> None:
    demand, record = await stored_state(clock)
    assert (record["schema_version"], record["interactive"]) == (3, False)
    for name in ("interactive", "edits", "limit_questions", "merge_reviews", "member_offers", "subnets_deadline"):
        del record[name]
    for name in ("review_timeout", "clarify_timeout", "requester_timeout"):
        del record["rules"][name]
    after = step(demand, {**record, "schema_version": 1})
    assert (after["schema_version"], after["status"], after["rules"]["review_timeout"]) == (3, "cancelled", 5)


async def test_unknown_fields_of_a_state_are_ignored_and_a_later_version_of_it_is_refused(clock: VirtualClock) -> None:
    demand, record = await stored_state(clock)
    after = step(demand, {**record, "a_later_field": 1, "rules": {**record["rules"], "a_later_rule": 1}})
    assert (after["status"], "a_later_field" in after) == ("cancelled", False)
    with pytest.raises(ValidationError, match="the state has version 4"):
        step(demand, {**record, "schema_version": 4})
