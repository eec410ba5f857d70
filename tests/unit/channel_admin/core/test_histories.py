"""Does a channel end the same way whatever else reaches it? Generated histories, disturbed and undisturbed."""

import json
from collections import Counter
from itertools import pairwise
from random import Random

from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

from channel_admin.core.channel import decide
from channel_admin.core.status import FINAL_STATUSES, TRANSITIONS
from shared.core.ids import digest
from shared.core.message_base import EventPayload
from tests.unit.channel_admin.core.channel_harness import ROOT, ChannelHarness, Parcel, run_channel
from tests.unit.channel_admin.core.history_strategies import ORDERLY, PATIENT, UNRULY
from tests.unit.channel_admin.core.irrelevant_messages import DISTURBANCES, duplicates, timers
from tests.unit.channel_admin.core.scripted_answers import ScriptedAnswers

thorough = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEED = st.integers(0, 2**32)


def states_of(world: ChannelHarness) -> dict[str, str]:
    return {channel: state.model_dump_json() for channel, state in world.states.items()}


def sends_of(world: ChannelHarness) -> list[str]:
    return [
        json.dumps([by, str(send.to), send.body.type, send.body.model_dump(mode="json"), send.deadline])
        for by, send in world.sends
    ]


def events_of(world: ChannelHarness) -> list[str]:
    return [written(event) for event in world.events]


def written(event: EventPayload) -> str:
    return event.type + event.model_dump_json(by_alias=True)


@thorough
@given(UNRULY)
def test_every_message_history_reaches_an_end(script: ScriptedAnswers) -> None:
    """`check` has looked at every step; here the end: closed once, all channels at rest, statuses that followed."""
    world = run_channel(script)
    event(f"{world.root.status} {world.root.failure.detail if world.root.failure else ''}")
    assert world.closed
    assert world.types()[-1] == "demand.closed"
    assert world.types().count("demand.closed") == 1
    assert world.root.waiting == "nothing"
    assert world.root.status in FINAL_STATUSES
    for channel in world.states:
        statuses = [
            taken.decision.state.status
            for taken in world.history
            if taken.decision and taken.message.recipient.id == channel
        ]
        for before, after in pairwise(statuses):
            through = {x for following in TRANSITIONS[before] for x in (following, *TRANSITIONS[following])}
            assert after == before or after in through


def disturbed(script: ScriptedAnswers, seed: int) -> ChannelHarness:
    """The same script; after every delivery some messages that concern nobody. `decide` must say so of each."""
    world, random = ChannelHarness(script), Random(seed)

    def disturb() -> None:
        for state in tuple(world.states.values()):
            strange = [list(kind(state)) for kind in DISTURBANCES] + [list(timers(state, world.now))]
            for body, sender in (item for kind in strange for item in random.sample(kind, min(2, len(kind)))):
                message = world.say(body, sender=sender, to=state.channel_id, id=f"strange {random.random()}")
                assert decide(world.rules, state, message, world.now) is None, (state.status, state.waiting, body)
        repeated = list(duplicates(world))
        for message in random.sample(repeated, min(4, len(repeated))):
            state = world.states.get(message.recipient.id)
            assert decide(world.rules, state, message, world.now) is None, message
        if world.history:
            assert world.deliver(random.choice(world.history).message) is None

    return world.run(each=disturb)


@thorough
@given(UNRULY, SEED)
def test_irrelevant_messages_do_not_change_a_channel(script: ScriptedAnswers, seed: int) -> None:
    """Duplicates (same id and new), other versions, strangers, impostors, leavers, timers, stale answers."""
    calm, wild = run_channel(script), disturbed(script, seed)
    assert states_of(wild) == states_of(calm)
    assert sends_of(wild) == sends_of(calm)
    assert events_of(wild) == events_of(calm)


@thorough
@given(ORDERLY, SEED)
def test_the_order_of_answers_within_a_phase_changes_nothing(script: ScriptedAnswers, seed: int) -> None:
    """Subnets that end at the same moment keep their order: each adds its plan to what the one before it left."""

    def tie(message: Parcel) -> str:
        return "" if message.body.type == "subnet_ended" else digest(seed, message.sender, message.body.type)

    calm, shuffled = run_channel(script), ChannelHarness(script, tie=tie).run()
    assert states_of(shuffled) == states_of(calm)
    assert Counter(sends_of(shuffled)) == Counter(sends_of(calm))
    assert Counter(events_of(shuffled)) == Counter(events_of(calm))


@thorough
@given(PATIENT)
def test_a_late_offer_emits_its_event_and_joins_the_next_version(script: ScriptedAnswers) -> None:
    """Exactly one event with `late`; nothing else changes, until the next version goes to whoever offered late, too."""
    world = ChannelHarness(script)
    world.run(lambda w: "amy" in w.states[ROOT].responses if ROOT in w.states else False)
    assume("amy" in world.root.responses)
    taken = world.history[-1]
    assert taken.decision is not None
    assert taken.before is not None
    assert [e.type for e in taken.decision.events] == ["towow.offer.submitted"]
    assert '"late":true' in taken.decision.events[0].model_dump_json()
    assert not taken.decision.sends
    may_change = {"responses", "usage", "last_updated_at"}
    assert taken.decision.state.model_dump(exclude=may_change) == taken.before.model_dump(exclude=may_change)
    version, joins = world.root.proposal_version, world.root.responses["amy"].decision != "decline"
    world.run(lambda w: w.root.is_final or w.root.proposal_version > version)
    if world.root.proposal_version > version and not world.root.is_final:
        event(f"the next version comes, amy joins: {joins}")
        assert ("amy" in world.root.sent_to) == joins
    world.run()
    assert world.types().count("offer.submitted") == len(script.people)
