"""Vectors of an index: those of its segments, read from the vector store in the background, and those of needs.

Until they are there, or while the embedder is away, searches go by words alone. NumPy is loaded with the first vectors.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from negotiation.contracts.demand import Need
from negotiation.registry.profile import Profile
from negotiation.registry.profile_texts import ProfileTexts, profile_texts
from negotiation.registry.vector_store import VectorStore
from negotiation.search.memory_segment import MemorySegment
from shared.embedding.model import EmbeddingUnavailable
from shared.store.port import StoreMisconfigured, StoreUnavailable
from shared.telemetry.log import Log

if TYPE_CHECKING:
    from negotiation.search.array_segment import ArraySegment, MemoryArrays, VectorCache
    from negotiation.search.disk_segment import DiskSegment
    from negotiation.search.text_vectors import NeedVector
    from shared.embedding.port import Embedder
    from shared.embedding.quantization import QuantizedVectors

RELOAD_INTERVAL_S = 1.0
"""Minimum time between two reads of missing vectors, in s; without searches none are read."""

RETRY_S = 30.0
"""Time after a failure before vectors are read, or needs embedded, again, in s."""

MAX_NEEDS = 4096
"""Number of vectors of needs that are kept; the oldest are forgotten."""

LOAD_ERRORS = (EmbeddingUnavailable, StoreUnavailable, StoreMisconfigured, OSError)


class VectorIndex:
    """Vectors of one index.

    Args:
        embedder: Embedder of needs and skills; the vectors of profiles must be of the same model.
        store: Vectors of the profiles' texts, computed by whoever stores profiles.
        log: Log for failures.
    """

    def __init__(self, embedder: "Embedder", store: VectorStore, log: Log) -> None:
        self._embedder, self._store, self._log = embedder, store, log
        self._skills: QuantizedVectors | None = None
        self._cache: VectorCache | None = None
        self._texts: dict[str, ProfileTexts] = {}
        self._missing: set[bytes] = set()
        self._arrays: MemoryArrays | None = None
        self._arrays_key: tuple[MemorySegment, int, int] | None = None
        self._needs: dict[tuple[str, str], NeedVector] = {}
        self._task: asyncio.Task[None] | None = None
        self._next_load_s = 0.0
        self._next_embed_s = 0.0
        self._failed = False
        self._closed = False

    @property
    def skills(self) -> "QuantizedVectors | None":
        """Centroids of the known skills (skill_centroids.py); None until they are there."""
        return self._skills

    def update(self, agent_id: str, profile: Profile | None) -> None:
        """Note the texts of a profile in the memory segment; None: it lies there no more."""
        if profile is None:
            self._texts.pop(agent_id, None)
        else:
            self._texts[agent_id] = profile_texts(profile)

    def clear(self) -> None:
        """Forget the texts of all profiles in the memory segment."""
        self._texts.clear()

    async def load(self, disk: "DiskSegment | None", memory: MemorySegment) -> None:
        """Read missing vectors, and wait until they are there or could not be read."""
        if self._task is not None:
            await asyncio.wait([self._task])
        self._next_load_s = 0.0
        self.refresh(disk, memory)
        if self._task is not None:
            await asyncio.wait([self._task])

    def refresh(self, disk: "DiskSegment | None", memory: MemorySegment) -> None:
        """Start to read missing vectors in the background, unless that was tried a moment ago; return at once."""
        now = asyncio.get_running_loop().time()
        if self._closed or now < self._next_load_s or (self._task is not None and not self._task.done()):
            return
        if self._skills is None or self._disk_is_incomplete(disk) or not self._covers(memory):
            self._next_load_s = now + RELOAD_INTERVAL_S
            self._task = asyncio.create_task(self._load(disk, memory), name="search vectors")

    async def close(self) -> None:
        """Stop reading, and start no other read."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def embed_needs(self, needs: Sequence[Need], context: str) -> Sequence["NeedVector"] | None:
        """Return the vectors of needs; None while there are no skills, or the embedder does not answer.

        After a failure it is not asked for RETRY_S, so that searches by words do not wait for its timeout.

        Args:
            needs: The needs.
            context: Text of the demand, in whose sentences they stand; may be empty.
        """
        if self._skills is None:
            return None
        from negotiation.search.skill_classifier import find_sentence

        keys = [(need.need, find_sentence(context, need)) for need in needs]
        unknown = [key for key in dict.fromkeys(keys) if key not in self._needs]
        clock = asyncio.get_running_loop().time
        if unknown and clock() < self._next_embed_s:
            return None
        if unknown:
            try:
                await self._add_needs(unknown)
            except EmbeddingUnavailable as error:
                self._report(error)
                self._next_embed_s = clock() + RETRY_S
                return None
        found = [self._needs[key] for key in keys]
        while len(self._needs) > MAX_NEEDS:
            del self._needs[next(iter(self._needs))]
        return found

    def segments(self, disk: "DiskSegment | None", memory: MemorySegment) -> Sequence["ArraySegment"] | None:
        """Return the segments with their vectors; None while there are none, or the disk segment has none."""
        if self._cache is None or (disk is not None and disk.vectors is None):
            return None
        if disk is None and not len(self._cache):
            return None
        arrays = self._view(memory, self._cache)
        return (arrays,) if disk is None else (disk, arrays)

    def _view(self, memory: MemorySegment, cache: "VectorCache") -> "MemoryArrays":
        from negotiation.search.array_segment import MemoryArrays

        key = (memory, memory.version, len(cache))
        if self._arrays is None or key != self._arrays_key:
            self._arrays, self._arrays_key = MemoryArrays(memory, self._texts, cache), key
        return self._arrays

    def _disk_is_incomplete(self, disk: "DiskSegment | None") -> bool:
        return disk is not None and (disk.vectors is None or disk.vectors.missing_count > 0)

    def _covers(self, memory: MemorySegment) -> bool:
        """Return whether no vector of the memory segment's texts is missing."""
        if self._cache is None:
            return False
        arrays = self._view(memory, self._cache)
        digests = map(arrays.texts.digest, range(arrays.texts.text_count))
        self._missing = {digest for digest in digests if digest not in self._cache} if arrays.has_missing else set()
        return not self._missing

    async def _embed(self, texts: Sequence[str]) -> "QuantizedVectors":
        from shared.embedding.quantization import quantize

        return quantize(await self._embedder.embed(texts))

    async def _add_needs(self, keys: Sequence[tuple[str, str]]) -> None:
        """Add the vectors of needs, each given by its words and the sentence in which they stand."""
        from negotiation.search.skill_classifier import blend_scores, centroid_probabilities, load_skill_classifier
        from negotiation.search.text_vectors import NeedVector, cosine_similarities

        assert self._skills is not None
        texts = list(dict.fromkeys(text for key in keys for text in key))
        rows = await self._embed(texts)
        number = {text: place for place, text in enumerate(texts)}
        words, sentences = (rows[[number[key[part]] for key in keys]] for part in (0, 1))
        similarities = cosine_similarities(words, self._skills)
        classifier = load_skill_classifier(self._embedder.model)
        if classifier is None:
            scores, probabilities = similarities, centroid_probabilities(similarities)
        else:
            probabilities = classifier.classify([text for text, _ in keys], words, sentences)
            scores = blend_scores(similarities, probabilities)
        for key, *parts in zip(keys, words, scores, probabilities, strict=True):
            self._needs[key] = NeedVector(*parts)

    async def _load(self, disk: "DiskSegment | None", memory: MemorySegment) -> None:
        try:
            await self._load_skills()
            if disk is not None:
                await self._load_disk(disk)
            if not self._covers(memory):
                await self._load_memory()
        except LOAD_ERRORS as error:
            self._report(error)
            self._next_load_s = asyncio.get_running_loop().time() + RETRY_S
        except Exception as error:  # noqa: BLE001 - a search by words is better than none
            self._report(error)
            self._next_load_s = asyncio.get_running_loop().time() + RETRY_S
        else:
            self._failed = False

    async def _load_skills(self) -> None:
        if self._skills is None:
            from negotiation.search.array_segment import VectorCache
            from negotiation.search.skill_centroids import load_skill_centroids

            skills = await load_skill_centroids(self._embedder, self._log)
            self._cache, self._skills = VectorCache(skills), skills

    async def load_disk(self, disk: "DiskSegment") -> None:
        """Load the vectors of a disk segment that is not searched yet; a failure is logged, not raised."""
        try:
            if self._skills is not None:
                await self._load_disk(disk)
        except LOAD_ERRORS as error:
            self._report(error)

    async def _load_disk(self, disk: "DiskSegment") -> None:
        """Open the segment's vector file, which is written first if it is missing or lacks vectors."""
        from negotiation.search.text_vectors import TextVectors, nearest_skills
        from negotiation.search.vector_file import open_vector_file, write_vector_file

        assert self._skills is not None
        model, count = self._embedder.model, disk.texts.text_count
        rows = await asyncio.to_thread(open_vector_file, disk.folder, model, count)
        if rows is not None and disk.vectors is None:
            disk.vectors = TextVectors(rows, await asyncio.to_thread(nearest_skills, rows, self._skills))
        if self._disk_is_incomplete(disk) and await write_vector_file(disk.folder, model, disk.texts, self._read, rows):
            rows = await asyncio.to_thread(open_vector_file, disk.folder, model, count)
            if rows is not None:
                disk.vectors = TextVectors(rows, await asyncio.to_thread(nearest_skills, rows, self._skills))

    async def _load_memory(self) -> None:
        assert self._cache is not None
        self._cache.add(await self._read(sorted(self._missing)))

    async def _read(self, digests: Sequence[bytes]) -> Mapping[bytes, bytes]:
        return await self._store.get(self._embedder.model, digests)

    def _report(self, error: Exception) -> None:
        """Log the first of several failures."""
        if not self._failed:
            self._log.warning("search_by_words_only", error=str(error) or type(error).__name__)
        self._failed = True
