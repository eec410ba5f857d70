"""50 negotiations at once: wall time against their critical path and against the processor time that they need.

The critical path of each is its six prompts one after the other, 600 ms each, and does not depend on how many run: what
only waits must not be throttled. What the 50 compute takes at least their CPU seconds ÷ the cores that can be used.
"""

import asyncio
import json
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex

from benchmarks.critical_path import AGREEING_RULES
from benchmarks.critical_path_distributed import agreeing_script, connect_client, remove_namespace, run_workers
from benchmarks.services import BenchmarkServices, start_services
from gateway.negotiation.demand_limits import default_limits
from negotiation.contracts.events import DemandClosed
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.profile import Profile
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.system_clock import SystemClock
from tests.support.sample_submission import sample_submission
from towow.bootstrap.applications import memory_resources
from towow.bootstrap.embedded import run_embedded
from towow.bootstrap.system import DemandSystem, SystemDependencies
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings

DEMANDS = 50
AGENTS = 5
LATENCY_MS = 600
PROMPTS = 6
CRITICAL_PATH_S = PROMPTS * LATENCY_MS / 1000
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


async def _negotiate_all(system: DemandSystem, unique: str) -> float:
    """Submit all demands at once; return the seconds until the last one is closed with an agreement."""
    begun = time.perf_counter()
    await asyncio.gather(*(_negotiate(system, f"{unique}-{number}") for number in range(DEMANDS)))
    return time.perf_counter() - begun


async def _negotiate(system: DemandSystem, unique: str) -> None:
    demand = sample_submission(
        system.dependencies.clock.now(),
        user_id="user_bench",
        unique=unique,
        limits=default_limits(system.dependencies.settings.gateway),
    )
    await system.submit(demand)
    async for event in system.follow(demand.demand_id):
        if event.type == DemandClosed.type and json.loads(event.data)["payload"]["status"] != "finalized":
            raise RuntimeError("a negotiation ended without an agreement")


def _figures(name: str, wall: float, cpu: float, cores: int) -> dict[str, float]:
    return {
        name: wall / max(CRITICAL_PATH_S, cpu / cores),
        f"{name}_wall_s": wall,
        f"{name}_cpu_s": cpu,
        f"{name}_per_minute": 60 * DEMANDS / wall,
    }


async def _measure_embedded() -> tuple[float, float]:
    profiles = [Profile(agent_id=f"agent_{n}", display_name=f"Agent {n}") for n in range(AGENTS)]
    clock = SystemClock()
    dependencies = SystemDependencies(
        Settings(),
        RuleBasedModel(AGREEING_RULES, LATENCY_MS),
        clock,
        build_logger("warning"),
        memory_resources(MemoryProfileRegistry(profiles), clock),
    )
    async with run_embedded(dependencies) as system:
        before = time.process_time()
        wall = await _negotiate_all(system, "wall")
        return wall, time.process_time() - before


def measure() -> dict[str, float]:
    """Return wall ÷ max(critical path, CPU time) of the embedded system, which computes on one core."""
    wall, cpu = asyncio.run(_measure_embedded())
    return _figures("wall_50_vs_critical_path", wall, cpu, cores=1)


def measure_distributed() -> dict[str, float]:
    """Return wall ÷ max(critical path, CPU seconds ÷ cores) with each role in its own process.

    The CPU seconds are those of the workers and of this process, without broker and store.
    """
    namespace = f"bench-{token_hex(4)}"
    with start_services() as where, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "agreeing.yaml"
        file.write_text(agreeing_script(LATENCY_MS))
        try:
            with run_workers(where, namespace, file) as pids:
                wall, cpu = asyncio.run(_measure_distributed(where, namespace, pids))
        finally:
            remove_namespace(where, namespace)
    return _figures("wall_50_vs_critical_path_distributed", wall, cpu, cores=os.cpu_count() or 1)


async def _measure_distributed(where: BenchmarkServices, namespace: str, pids: Sequence[int]) -> tuple[float, float]:
    async with connect_client(where, namespace) as system:
        before = _cpu_seconds(pids)
        wall = await _negotiate_all(system, namespace)
        return wall, _cpu_seconds(pids) - before


def _cpu_seconds(pids: Sequence[int]) -> float:
    """Return the CPU seconds that the processes and this one have used; those of processes need Linux's /proc."""
    total = time.process_time()
    for pid in pids:
        user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        total += (int(user) + int(system)) / CLOCK_TICKS
    return total
