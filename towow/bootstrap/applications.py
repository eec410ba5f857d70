"""Which actors there are and in whose queue their messages wait: the wiring, as a table (DESIGN § 2, § 4)."""

from collections.abc import Sequence

import channel_admin.actors
import coordinator.actors
import user_agent.actors
from negotiation.attendance.port import AttendanceStore
from negotiation.registry.port import ProfileRegistry
from shared.runtime.actor import Actor, Task
from towow.config.settings import Settings

ROUTES = {
    "channel": "channel_admin",
    "skills": "skills",
    "coordinator": "coordinator",
    "user_agent": "user_agent",
}
"""Kind of an address → role."""

QUEUES = tuple(dict.fromkeys(ROUTES.values()))
"""Every role, each with a queue of its own."""

GATEWAY = "gateway"


def actors(profiles: ProfileRegistry, settings: Settings, attending: AttendanceStore) -> Sequence[Actor]:
    """Every actor of the negotiation."""
    choosing = coordinator.actors.Coordinator(profiles, settings.coordinator)
    speaking = user_agent.actors.UserAgent(profiles, settings.user_agent, attending)
    skilled = channel_admin.actors.SkillsActor()
    return (
        channel_admin.actors.channel_entity(settings.rules),
        Task(ROUTES["skills"], "skills", skilled.perform, channel_admin.actors.MESSAGES),
        Task(ROUTES["coordinator"], "coordinator", choosing.perform, coordinator.actors.MESSAGES),
        Task(ROUTES["user_agent"], "user_agent", speaking.perform, user_agent.actors.MESSAGES),
    )
