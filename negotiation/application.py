"""The negotiation as an application of the platform: the only module that names all of its parts (DESIGN § 1)."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import channel_admin.actors
import coordinator.actors
import user_agent.actors
from channel_admin.settings import NegotiationRules
from coordinator.settings import CoordinatorSettings
from negotiation.asyncapi import EVENT_CATALOG
from negotiation.registry.vector_store import VectorStore
from negotiation.registry.vector_updater import VectorUpdater
from negotiation.resources import NegotiationResources
from shared.core.clock import Clock
from shared.embedding.factory import build_embedder
from shared.embedding.settings import EmbedderSettings
from shared.llm.rule_based_model import Rules
from shared.runtime.actor import Actor, Task
from shared.runtime.application import Application, ResourceFactory, SettingsSections, StoreConnection
from shared.telemetry.log import Log, build_logger
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

UPDATING_ROLE = "gateway"
"""Role that changes profiles, and so computes their vectors."""


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


def _in_memory(clock: Clock, settings: SettingsSections) -> NegotiationResources:
    """Build resources whose registry holds the shipped profiles."""
    from negotiation.attendance.memory import MemoryAttendanceStore
    from negotiation.invitation_links.memory import MemoryInvitationLinkStore
    from negotiation.registry import profile_import
    from negotiation.registry.memory import MemoryProfileRegistry
    from negotiation.registry.memory_vector_store import MemoryVectorStore
    from negotiation.registry.shipped_vectors import load_shipped_vectors

    profiles = profile_import.read_profiles([profile_import.shipped_profiles_folder()]).profiles
    log = build_logger("warning")
    store = MemoryVectorStore()
    load_shipped_vectors(store.add, log)
    vectors = _vector_updater(store, settings, log)
    embedder = build_embedder(settings.section(EmbedderSettings))
    registry = MemoryProfileRegistry(profiles, embedder=embedder, vectors=store)
    return NegotiationResources(registry, MemoryAttendanceStore(clock), MemoryInvitationLinkStore(clock), vectors)


@asynccontextmanager
async def _connect(connection: StoreConnection) -> AsyncGenerator[NegotiationResources]:
    from negotiation.attendance.redis import RedisAttendanceStore
    from negotiation.invitation_links.redis import RedisInvitationLinkStore
    from negotiation.registry.redis.registry import connect_registry
    from negotiation.registry.redis.vector_store import open_vector_store

    async with AsyncExitStack() as stack:
        is_searching = bool(SEARCHING_ROLES.intersection(connection.roles))
        embedder = build_embedder(connection.settings.section(EmbedderSettings)) if is_searching else None
        if embedder is not None:
            stack.push_async_callback(embedder.close)
        store = open_vector_store(connection.url, connection.namespace)
        stack.push_async_callback(store.close)
        registry = await connect_registry(
            connection.url, connection.namespace, connection.log, embedder=embedder, vectors=store
        )
        stack.push_async_callback(registry.close)
        if is_searching:
            registry.warm_up()
        attendance = RedisAttendanceStore(connection.client, connection.namespace)
        links = RedisInvitationLinkStore(connection.client, connection.namespace)
        if UPDATING_ROLE not in connection.roles:
            yield NegotiationResources(registry, attendance, links)
            return
        vectors = _vector_updater(store, connection.settings, connection.log)
        stack.push_async_callback(vectors.close)
        yield NegotiationResources(registry, attendance, links, vectors)


def _vector_updater(store: VectorStore, settings: SettingsSections, log: Log) -> VectorUpdater:
    embedder = settings.section(EmbedderSettings)
    return VectorUpdater(lambda: build_embedder(embedder), store, log, is_remote=embedder.embedder == "http")


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
