"""The negotiation as an application of the platform: the only module that names all of its parts (DESIGN § 1)."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import channel_admin.actors
import coordinator.actors
import user_agent.actors
from channel_admin.settings import NegotiationRules
from coordinator.settings import CoordinatorSettings
from negotiation.asyncapi import EVENT_CATALOG
from negotiation.resources import NegotiationResources
from shared.core.clock import Clock
from shared.llm.rule_based_model import Rules
from shared.runtime.actor import Actor, Task
from shared.runtime.application import Application, ResourceFactory, SettingsSections, StoreConnection
from user_agent.settings import UserAgentSettings

if TYPE_CHECKING:
    from gateway.extension import ExtendGateway

ROUTES = {
    "channel": "channel_admin",
    "skills": "skills",
    "coordinator": "coordinator",
    "user_agent": "user_agent",
}

SEARCHING_ROLES = frozenset({"coordinator", "gateway"})
"""Roles that search the registry; the others only look up single profiles."""


def _actors(resources: NegotiationResources, settings: SettingsSections) -> Sequence[Actor]:
    coordinator_actor = coordinator.actors.Coordinator(resources.profiles, settings.section(CoordinatorSettings))
    user_agent_actor = user_agent.actors.UserAgent(
        resources.profiles, settings.section(UserAgentSettings), resources.attendance
    )
    skills = channel_admin.actors.SkillsActor()
    return (
        channel_admin.actors.channel_entity(settings.section(NegotiationRules)),
        Task("skills", "skills", skills.perform, channel_admin.actors.MESSAGES),
        Task("coordinator", "coordinator", coordinator_actor.perform, coordinator.actors.MESSAGES),
        Task("user_agent", "user_agent", user_agent_actor.perform, user_agent.actors.MESSAGES),
    )


def _rules() -> Rules:
    from channel_admin.simulated.rules import RULES as SKILLS_RULES  # a worker with a real model needs none of them
    from coordinator.simulated.rules import RULES as COORDINATOR_RULES
    from user_agent.simulated.rules import RULES as USER_AGENT_RULES

    return {**COORDINATOR_RULES, **SKILLS_RULES, **USER_AGENT_RULES}


def _in_memory(clock: Clock) -> NegotiationResources:
    """Build resources whose registry holds the shipped profiles."""
    from negotiation.attendance.memory import MemoryAttendanceStore
    from negotiation.registry import profile_import
    from negotiation.registry.memory import MemoryProfileRegistry

    profiles = profile_import.read_profiles([profile_import.shipped_profiles_folder()]).profiles
    return NegotiationResources(MemoryProfileRegistry(profiles), MemoryAttendanceStore(clock))


@asynccontextmanager
async def _connect(connection: StoreConnection) -> AsyncGenerator[NegotiationResources]:
    from negotiation.attendance.redis import RedisAttendanceStore
    from negotiation.registry.redis.registry import connect_registry

    registry = await connect_registry(connection.url, connection.namespace, connection.log)
    try:
        if SEARCHING_ROLES.intersection(connection.roles):
            registry.warm_up()
        yield NegotiationResources(registry, RedisAttendanceStore(connection.client, connection.namespace))
    finally:
        await registry.close()


def _gateway(resources: NegotiationResources, settings: SettingsSections) -> "ExtendGateway":
    from gateway.negotiation.extension import extend_gateway  # FastAPI takes a while to load

    return extend_gateway(resources, settings.section(UserAgentSettings).human_timeout)


APPLICATION = Application(
    name="negotiation",
    routes=ROUTES,
    events=EVENT_CATALOG,
    actors=_actors,
    settings=(NegotiationRules, CoordinatorSettings, UserAgentSettings),
    rules=_rules,
    resources=ResourceFactory(NegotiationResources, _in_memory, _connect),
    gateway=_gateway,
)
