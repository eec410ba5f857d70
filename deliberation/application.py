"""The deliberation as an application of the platform: the only module that names all of its parts (DESIGN § 1)."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

import deliberation.critic.actors
import deliberation.host.actors
import deliberation.planner.actors
import deliberation.reporter.actors
from deliberation.asyncapi import EVENT_CATALOG
from deliberation.host.content_reviewer import WordListReviewer
from deliberation.host.core.snapshot import decode_snapshot
from deliberation.resources import DeliberationResources
from deliberation.settings import DeliberationSettings
from shared.core.clock import Clock
from shared.embedding.factory import build_embedder
from shared.embedding.settings import EmbedderSettings
from shared.llm.rule_based_model import Rules
from shared.runtime.actor import Actor, Task
from shared.runtime.application import Application, ResourceFactory, SettingsSections, StoreConnection

if TYPE_CHECKING:
    from gateway.extension import ExtendGateway

ROUTES = {
    "deliberation": "deliberation_host",
    "deliberation_skills": "deliberation_skills",
    "planner": "planner",
    "critic": "critic",
    "reporter": "reporter",
}

COMPARING_ROLE = "deliberation_skills"
"""Role that compares positions; the others load no embedder."""


def _actors(resources: DeliberationResources, settings: SettingsSections) -> Sequence[Actor]:
    own = settings.section(DeliberationSettings)
    skills = deliberation.host.actors.DeliberationSkills(resources.comparer, resources.reviewer)
    planner = deliberation.planner.actors.Planner(own)
    critic = deliberation.critic.actors.Critic(own)
    reporter = deliberation.reporter.actors.Reporter(own)
    return (
        deliberation.host.actors.host_entity(own),
        Task(COMPARING_ROLE, COMPARING_ROLE, skills.perform, deliberation.host.actors.MESSAGES),
        Task("planner", "planner", planner.perform, deliberation.planner.actors.MESSAGES),
        Task("critic", "critic", critic.perform, deliberation.critic.actors.MESSAGES),
        Task("reporter", "reporter", reporter.perform, deliberation.reporter.actors.MESSAGES),
    )


PROMPT_KEYS = ("deliberation_plan", "deliberation_critique", "deliberation_position", "deliberation_report")
"""Keys of the prompts that its rules answer."""


def _rules() -> Rules:
    """Return rules that are loaded by the first prompt: that takes a fifth of the time in which a worker starts."""
    return {key: partial(_answer, key) for key in PROMPT_KEYS}


def _answer(key: str, facts: Any) -> BaseModel:
    from deliberation.simulated.rules import RULES

    return RULES[key](facts)


def _in_memory(clock: Clock, settings: SettingsSections) -> DeliberationResources:
    from deliberation.embedding_cache.memory import MemoryEmbeddingCache
    from deliberation.host.position_comparison import EmbeddingPositionComparer

    embedder = build_embedder(settings.section(EmbedderSettings))
    comparer = EmbeddingPositionComparer(embedder, MemoryEmbeddingCache(clock))
    return DeliberationResources(comparer, WordListReviewer(settings.section(DeliberationSettings)))


@asynccontextmanager
async def _connect(connection: StoreConnection) -> AsyncGenerator[DeliberationResources]:
    from deliberation.embedding_cache.redis import RedisEmbeddingCache
    from deliberation.host.position_comparison import EmbeddingPositionComparer

    async with AsyncExitStack() as stack:
        is_comparing = COMPARING_ROLE in connection.roles
        embedder = build_embedder(connection.settings.section(EmbedderSettings)) if is_comparing else None
        if embedder is not None:
            stack.push_async_callback(embedder.close)
        comparer = EmbeddingPositionComparer(embedder, RedisEmbeddingCache(connection.client, connection.namespace))
        yield DeliberationResources(comparer, WordListReviewer(connection.settings.section(DeliberationSettings)))


def _gateway(_: DeliberationResources, settings: SettingsSections) -> "ExtendGateway":
    from gateway.deliberation.extension import extend_gateway  # FastAPI takes a while to load

    return extend_gateway(settings.section(DeliberationSettings), decode_snapshot)


APPLICATION: Application[DeliberationResources, "ExtendGateway"] = Application(
    name="deliberation",
    routes=ROUTES,
    events=EVENT_CATALOG,
    actors=_actors,
    settings=(DeliberationSettings,),
    rules=_rules,
    resources=ResourceFactory(DeliberationResources, _in_memory, _connect),
    gateway=_gateway,
)
