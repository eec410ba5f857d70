"""Private memory of a process that searches a large registry: `python -m benchmarks.search_memory COUNT FOLDER`.

The index and the vector file in FOLDER must have been built before, for the same people; they are mapped, not counted.
"""

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from benchmarks.search_dataset import WordingSet, demands, people, profile
from negotiation.contracts.demand import Need
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.memory_vector_store import MemoryVectorStore
from shared.embedding.local import LocalEmbedder

QUERY_COUNT = 40
WORDINGS: WordingSet = "tuned"


def private_bytes() -> int:
    """Return the memory of this process that no file backs, in bytes; 0 if unknown."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) * 1024
    return 0


def measure_private_memory(count: int, folder: Path) -> int:
    """Return the private memory (bytes) of a process of its own that searches the first `count` people."""
    command = [sys.executable, "-m", "benchmarks.search_memory", str(count), str(folder)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


async def _search(texts: Sequence[Sequence[str]], registry: MemoryProfileRegistry) -> None:
    await registry.load_vectors()
    for needs in texts:
        await registry.search(needs, needs=[Need(need=need) for need in needs], near="Beijing", language="zh")


def main(count: int, folder: Path) -> None:
    """Print the private memory after some searches."""
    dataset = people(count)
    texts = [query.wordings for query in demands(dataset, QUERY_COUNT, WORDINGS)]
    registry = MemoryProfileRegistry(
        map(profile, dataset), folder=folder, embedder=LocalEmbedder(), vectors=MemoryVectorStore()
    )
    before = private_bytes()
    del dataset
    asyncio.run(_search(texts, registry))
    print(private_bytes(), file=sys.stdout)
    print(f"before the first search {before}", file=sys.stderr)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
