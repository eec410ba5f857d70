"""The negotiation as the subject of a simulation."""

from collections.abc import Mapping
from typing import Any

from channel_admin.actors import channel_entity
from channel_admin.settings import NegotiationRules
from negotiation.application import APPLICATION
from negotiation.attendance.memory import MemoryAttendanceStore
from negotiation.contracts.events import DemandClosed
from negotiation.contracts.messages import CancelDemand, SubmitDemand
from shared.runtime.application import ApplicationSet
from tests.simulation.negotiation.checks import NEGOTIATION_CHECKS
from tests.simulation.negotiation.gateway import NegotiationGateway
from tests.simulation.negotiation.history import NegotiationHistory
from tests.simulation.negotiation.message_types import TYPES
from tests.simulation.negotiation.plan import plan_of
from tests.simulation.negotiation.scene import NegotiationScene
from tests.simulation.poison_messages import Stranger
from tests.simulation.subject import Subject


def describe_wait(record: Mapping[str, Any]) -> str | None:
    """What a channel waits for."""
    if record["waiting"] == "nothing":
        return None
    return f"{record['status']} waits for {record['waiting']}, {record['timer']}"


def _cancel(number: int) -> CancelDemand:
    return CancelDemand(demand_id=f"d-stranger-{number}", channel_id="collab-stranger", cancelled_by="stranger")


NEGOTIATION = Subject(
    name="negotiation",
    applications=ApplicationSet(APPLICATION),
    types=TYPES,
    first_message=SubmitDemand.type,
    last_event=DemandClosed.type,
    missing_entity="NoChannel",
    plan=plan_of,
    history=NegotiationHistory,
    scene=NegotiationScene,
    gateway=NegotiationGateway,
    entity=lambda settings: channel_entity(settings.section(NegotiationRules)),
    describe_wait=describe_wait,
    stranger=Stranger(
        body=_cancel,
        correlation="d-stranger-",
        entity=("channel", "collab-stranger-"),
        undecodable="skills",
        oversized="coordinator",
        unknown="user_agent",
    ),
    checks=NEGOTIATION_CHECKS,
    tables=MemoryAttendanceStore,
)
