"""Centroids of skills: the shipped ones are those of the installed model, and the others are computed."""

from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from negotiation.registry.shipped_vectors import parse_vectors, render_vectors
from negotiation.search.skill_centroids import (
    SHIPPED_FILE,
    embed_skill_centroids,
    load_skill_centroids,
    names_digest,
    skill_terms,
)
from shared.embedding.local import LocalEmbedder
from shared.embedding.model import EmbeddingModel, EmbeddingUnavailable
from shared.embedding.quantization import QuantizedVectors, from_bytes, similarities, to_bytes
from shared.telemetry.log import build_logger
from tests.support.letter_embedder import LETTER_MODEL, LetterEmbedder

COMMAND = "python -m negotiation.search.skill_centroids"
LOG = build_logger("warning")


async def all_computed() -> QuantizedVectors:
    """Return the centroids by the letters."""
    return await embed_skill_centroids(LetterEmbedder(), skill_terms())


async def file_content(*, model: EmbeddingModel = LETTER_MODEL, without: int = 0) -> bytes:
    """Return a file of the centroids by the letters, without those of the first skills."""
    digests, rows = list(map(names_digest, skill_terms())), to_bytes(await all_computed())
    return render_vectors(model, dict(zip(digests[without:], rows[without:], strict=True)))


def write(folder: Path, content: bytes) -> Path:
    """Write a file of centroids, and return its path."""
    path = folder / "centroids.bin"
    path.write_bytes(content)
    return path


async def test_every_known_skill_has_the_installed_models_centroid() -> None:
    model, shipped = parse_vectors(SHIPPED_FILE.read_bytes())
    embedder, terms = LocalEmbedder(), skill_terms()
    assert model == embedder.model, f"run {COMMAND}"
    assert shipped.keys() == set(map(names_digest, terms)), f"run {COMMAND}"
    sample = terms[::20]
    stored = from_bytes([shipped[names_digest(term)] for term in sample], model.dimension)
    computed = await embed_skill_centroids(embedder, sample)
    likeness = [similarities(one, other[None])[0] for one, other in zip(stored, computed, strict=True)]
    assert np.min(likeness) >= 0.99, f"run {COMMAND}"


async def test_shipped_centroids_are_not_computed_and_the_embedder_is_called_nevertheless(tmp_path: Path) -> None:
    file = write(tmp_path, await file_content())
    embedder = LetterEmbedder()
    assert np.array_equal(await load_skill_centroids(embedder, LOG, file), await all_computed())
    assert len(embedder.texts) == 1


async def test_only_the_names_of_skills_that_are_not_shipped_are_embedded(tmp_path: Path) -> None:
    file = write(tmp_path, await file_content(without=2))
    embedder = LetterEmbedder()
    assert np.array_equal(await load_skill_centroids(embedder, LOG, file), await all_computed())
    assert embedder.texts == [name for term in skill_terms()[:2] for name in term.words]


async def test_centroids_of_another_model_are_not_used(tmp_path: Path) -> None:
    file = write(tmp_path, await file_content(model=EmbeddingModel("other", LETTER_MODEL.dimension)))
    embedder = LetterEmbedder()
    assert np.array_equal(await load_skill_centroids(embedder, LOG, file), await all_computed())
    assert embedder.texts == [name for term in skill_terms() for name in term.words]


@pytest.mark.parametrize("is_there", [True, False])
async def test_without_a_readable_file_all_are_computed_and_it_is_logged(tmp_path: Path, is_there: bool) -> None:
    file = write(tmp_path, (await file_content())[:-1]) if is_there else tmp_path
    output = StringIO()
    skills = await load_skill_centroids(LetterEmbedder(), build_logger("warning", "json", output), file)
    assert np.array_equal(skills, await all_computed())
    assert output.getvalue().count("shipped_vectors_unreadable") == 1


async def test_an_embedder_that_is_away_is_noticed_although_all_centroids_are_shipped(tmp_path: Path) -> None:
    file = write(tmp_path, await file_content())
    with pytest.raises(EmbeddingUnavailable):
        await load_skill_centroids(LetterEmbedder(lambda _: True), LOG, file)
