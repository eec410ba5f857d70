"""Recall of the search with other synonym tables than the shipped one, in one small registry.

The registry holds everybody of the first cities of the search benchmark's data set, so that the people of a city are as
many as in the large one. Every wording of the three open sets is asked once; the sealed set is not read.
"""

import json
import random
from collections import defaultdict
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import numpy as np

from benchmarks.search_dataset import (
    CITIES,
    FEWEST,
    LANGUAGES,
    MOST,
    SEED,
    SERVICES,
    PersonFacts,
    profile,
    words,
)
from negotiation.contracts.demand import Need
from negotiation.registry.memory_vector_store import MemoryVectorStore
from negotiation.registry.profile_table import ProfileTable
from negotiation.registry.vector_backfill import backfill_vectors
from negotiation.search import synonyms
from negotiation.search.disk_segment import DiskSegment
from negotiation.search.index_store import IndexStore
from negotiation.search.need_ranking import rank_by_needs
from negotiation.search.search import build_query
from negotiation.search.skill_centroids import embed_skill_centroids, skill_terms
from negotiation.search.skill_classifier import centroid_probabilities
from negotiation.search.synonyms import Term, load_thesaurus
from negotiation.search.text_vectors import NeedVector, TextVectors, cosine_similarities, nearest_skills
from negotiation.search.vector_file import open_vector_file, write_vector_file
from shared.core.language import Language
from shared.embedding.local import LocalEmbedder
from shared.embedding.model import EmbeddingModel
from shared.embedding.port import Embedder, Vectors
from shared.embedding.quantization import QuantizedVectors, quantize

LIMIT = 50
"""Number of agents found for each demand."""

OPEN_SETS = ("tuned", "unseen", "composed")


@dataclass(frozen=True, slots=True)
class WordingQuery:
    """One wording of one service, where and in which language it is asked for, and who fits."""

    wording_set: str
    service: int
    half: int
    text: str
    city: str
    language: Language
    fitting: frozenset[str]


class RememberingEmbedder:
    """Embedder that keeps every vector: the tables to compare have most of their words in common."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors: dict[str, Vectors] = {}

    @property
    def model(self) -> EmbeddingModel:
        """The model of the embedder."""
        return self._embedder.model

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of at least one text."""
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if new:
            self._vectors.update(zip(new, await self._embedder.embed(new), strict=True))
        return np.stack([self._vectors[text] for text in texts])

    async def close(self) -> None:
        """Close the embedder."""
        await self._embedder.close()


@contextmanager
def table_of(skills: Sequence[Term], folder: Path) -> Generator[None]:
    """Let the search use these skills, with the shipped places; `folder` receives the table's file."""
    page = {
        "skills": [term.model_dump() for term in skills],
        "places": [term.model_dump() for term in load_thesaurus("places").terms],
    }
    folder.joinpath("synonyms.json").write_text(json.dumps(page), "utf-8")
    try:
        with patch.object(synonyms, "files", return_value=folder):
            _forget_tables()
            load_thesaurus("skills")
            load_thesaurus("places")
            yield
    finally:
        _forget_tables()


def _forget_tables() -> None:
    load_thesaurus.cache_clear()
    skill_terms.cache_clear()


def open_queries(people: Sequence[PersonFacts]) -> list[WordingQuery]:
    """Return one query for each wording of the open sets; a service's wordings fall into two halves by their place.

    A wording that nobody can be asked for in numbers of FEWEST to MOST is left out.
    """
    by_service: defaultdict[tuple[int, Language], list[tuple[int, frozenset[str]]]] = defaultdict(list)
    for service in range(len(SERVICES)):
        for language in LANGUAGES:
            by_city: defaultdict[int, set[str]] = defaultdict(set)
            for one in people:
                if service in one.services and language in one.speaks:
                    by_city[one.city].add(one.agent_id)
            fair = [(city, frozenset(ids)) for city, ids in sorted(by_city.items()) if FEWEST <= len(ids) <= MOST]
            by_service[service, language] = fair
    dice, queries = random.Random(SEED + 2), list[WordingQuery]()
    for wording_set in OPEN_SETS:
        for service, name in enumerate(SERVICES):
            for language in LANGUAGES:
                texts = _wordings(wording_set, service, name, language, dice)
                for number, text in enumerate(texts):
                    if fair := by_service[service, language]:
                        city, fitting = dice.choice(fair)
                        place = CITIES[city][LANGUAGES.index(language)]
                        half = (number + service) % 2
                        queries.append(WordingQuery(wording_set, service, half, text, place, language, fitting))
    return queries


def _wordings(wording_set: str, service: int, name: str, language: Language, dice: random.Random) -> Sequence[str]:
    if wording_set == "tuned":
        return words(service, "demand", language)
    page = json.loads(Path(__file__).with_name(f"search_{wording_set}.json").read_text("utf-8"))
    if wording_set == "unseen":
        return page[name][language]
    frames, situations = page["frames"][language], page["situations"][language]
    return [
        dice.choice(frames).format(does=does, situation=dice.choice(situations)).strip(" ?？")
        for does in page["services"][name][language]
    ]


class RecallMeter:
    """Recall of one registry with any table of skills."""

    def __init__(self, segment: DiskSegment, rows: QuantizedVectors, embedder: Embedder, folder: Path) -> None:
        self._segment, self._rows, self._embedder, self._folder = segment, rows, embedder, folder

    @classmethod
    async def build(cls, people: Sequence[PersonFacts], folder: Path) -> "RecallMeter":
        """Index people, and embed their texts."""
        embedder, store, table = RememberingEmbedder(LocalEmbedder()), MemoryVectorStore(), ProfileTable()
        for one in people:
            table.put(profile(one))
        await backfill_vectors(map(profile, people), embedder, store)
        segment = await IndexStore("ablation", folder / "index").open_or_build(
            table.content_hash, table.list_active_encoded()
        )

        async def read(digests: Sequence[bytes]) -> dict[bytes, bytes]:
            return dict(await store.get(embedder.model, digests))

        await write_vector_file(segment.folder, embedder.model, segment.texts, read)
        rows = open_vector_file(segment.folder, embedder.model, segment.texts.text_count)
        assert rows is not None
        return cls(segment, rows, embedder, folder)

    async def shares(self, skills: Sequence[Term], queries: Sequence[WordingQuery]) -> list[float]:
        """Return the share of the fitting people that are found with a table, for each query."""
        with table_of(skills, self._folder):
            centroids = await embed_skill_centroids(self._embedder, skill_terms())
            self._segment.vectors = TextVectors(self._rows, nearest_skills(self._rows, centroids))
            needs = quantize(await self._embedder.embed([query.text for query in queries]))
            near = cosine_similarities(needs, centroids)
            vectors = [NeedVector(*each) for each in zip(needs, near, centroid_probabilities(near), strict=True)]
            return [self._share(query, vector) for query, vector in zip(queries, vectors, strict=True)]

    def _share(self, query: WordingQuery, vector: NeedVector) -> float:
        parsed = build_query([], query.city, query.language, frozenset())
        found = rank_by_needs(
            [self._segment.match(parsed)],
            parsed,
            len(self._segment),
            [self._segment],
            [Need(need=query.text)],
            [vector],
            LIMIT,
        )
        return len(query.fitting & {match.agent_id for match in found}) / len(query.fitting)
