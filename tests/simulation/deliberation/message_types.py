"""The message types of the deliberation, by what their receiver does with them."""

from typing import get_args

import deliberation.critic.actors
import deliberation.host.actors
import deliberation.planner.actors
import deliberation.reporter.actors
from deliberation.contracts.messages import StartDeliberation
from deliberation.host.core.session import HostMessage
from tests.simulation.fault_points import MessageTypes

MODELS = (
    *deliberation.planner.actors.MESSAGES,
    *deliberation.critic.actors.MESSAGES,
    *deliberation.reporter.actors.MESSAGES,
)
SKILLS = deliberation.host.actors.MESSAGES

TYPES = MessageTypes(
    entity=tuple(message.type for message in get_args(HostMessage)),
    tasks=tuple(dict.fromkeys(message.type for message in (*MODELS, *SKILLS))),
    beginnings=frozenset({StartDeliberation.type}),
    modelless=frozenset(message.type for message in SKILLS),
)
