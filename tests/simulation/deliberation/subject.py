"""The deliberation as the subject of a simulation."""

from collections.abc import Mapping
from typing import Any

from deliberation.application import APPLICATION
from deliberation.contracts.events import SessionEnded
from deliberation.contracts.messages import StartDeliberation, TerminateDeliberation
from deliberation.host.actors import host_entity
from deliberation.settings import DeliberationSettings
from shared.runtime.application import ApplicationSet
from tests.simulation.deliberation.checks import DELIBERATION_CHECKS
from tests.simulation.deliberation.history import DeliberationHistory
from tests.simulation.deliberation.message_types import TYPES
from tests.simulation.deliberation.plan import plan_of
from tests.simulation.deliberation.scene import DeliberationScene
from tests.simulation.gateway import SimulatedGateway
from tests.simulation.poison_messages import Stranger
from tests.simulation.subject import Subject


def describe_wait(record: Mapping[str, Any]) -> str | None:
    """What a session waits for."""
    if record["stage"] == "ended":
        return None
    awaited = {key: record[key] for key in ("turns", "reviews", "held", "comparison", "report") if record[key]}
    return f"{record['stage']} in round {record['current_round']} waits for {awaited}"[:600] + f", {record['timer']}"


def _terminate(number: int) -> TerminateDeliberation:
    return TerminateDeliberation(session_id=f"s-stranger-{number}", terminated_by="stranger")


DELIBERATION = Subject(
    name="deliberation",
    applications=ApplicationSet(APPLICATION),
    types=TYPES,
    first_message=StartDeliberation.type,
    last_event=SessionEnded.type,
    missing_entity="SessionNotFound",
    plan=plan_of,
    history=DeliberationHistory,
    scene=DeliberationScene,
    gateway=SimulatedGateway,
    entity=lambda settings: host_entity(settings.section(DeliberationSettings)),
    describe_wait=describe_wait,
    stranger=Stranger(
        body=_terminate,
        correlation="s-stranger-",
        entity=("deliberation", "s-stranger-"),
        undecodable="deliberation_skills",
        oversized="planner",
        unknown="critic",
    ),
    checks=DELIBERATION_CHECKS,
)
