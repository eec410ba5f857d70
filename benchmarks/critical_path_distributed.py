"""Overhead of broker, store and processes: `critical_path` with each role in its own process."""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from secrets import token_hex

from benchmarks.services import BenchmarkServices, start_services
from gateway.negotiation.demand_limits import default_limits
from negotiation.contracts.events import ProposalFinalized
from shared.runtime.settings import RuntimeSettings
from shared.runtime.system_clock import SystemClock
from shared.store.redis.connect import delete_namespace as remove_keys
from shared.transport.rabbitmq.declare import delete_topology
from shared.transport.topology import Topology
from tests.support.sample_submission import sample_submission
from towow.bootstrap import connections
from towow.bootstrap.model_factory import build_simulated_model
from towow.bootstrap.system import DemandSystem, SystemDependencies
from towow.config import environment
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings

LATENCY_MS = 300
PROMPTS = 5
RUNS = 5
AGENTS = 5
ROLES = ("coordinator", "channel_admin", "skills", "user_agent")


def agreeing_script(latency_ms: int) -> str:
    """A scenario file (YAML reads JSON) of people who agree at once: the chain is exactly prompts 1 to 5."""
    people = [f"agent_{number}" for number in range(AGENTS)]
    return json.dumps(
        {
            "demand": "I need a venue",
            "profiles": [{"agent_id": agent, "display_name": agent, "capabilities": ["venue"]} for agent in people],
            "filter": people,
            "latency_ms": latency_ms,
        }
    )


@contextmanager
def run_workers(where: BenchmarkServices, namespace: str, file: Path) -> Generator[list[int]]:
    """Run one worker process per role with the scenario `file` as its model; yield their process ids once they consume.

    Raises RuntimeError if one of them does not start.
    """
    environment = os.environ | {
        "TOWOW_BROKER_URL": where.broker,
        "TOWOW_STORE_URL": where.store,
        "TOWOW_NAMESPACE": namespace,
        "TOWOW_LLM": f"scenario:{file}",
        "TOWOW_LOG_LEVEL": "warning",
    }
    command = [sys.executable, "-m", "towow.cli.main", "worker"]
    processes = [
        subprocess.Popen([*command, role], env=environment, stdout=subprocess.PIPE, text=True) for role in ROLES
    ]
    try:
        for process in processes:
            assert process.stdout is not None
            if not process.stdout.readline().startswith("ready"):
                raise RuntimeError("a worker ended early")
        yield [process.pid for process in processes]
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.communicate()


@asynccontextmanager
async def connect_client(where: BenchmarkServices, namespace: str) -> AsyncGenerator[DemandSystem]:
    """Yield a started client of the system in `namespace`; stop it on exit."""
    settings, clock, log = Settings(), SystemClock(), build_logger("warning")
    place = SystemDependencies(settings, build_simulated_model(settings), clock, log)
    at = environment.ServiceUrls(where.broker, where.store, namespace)
    store = await connections.connect_store(at, RuntimeSettings(), log)
    client = DemandSystem(place, store, await connections.connect_broker(at, log))
    await client.start()
    try:
        yield client
    finally:
        await client.stop()


def remove_namespace(where: BenchmarkServices, namespace: str) -> None:
    """Delete the namespace's queues, exchanges and keys."""
    asyncio.run(delete_topology(where.broker, Topology(namespace), connections.QUEUES))
    asyncio.run(remove_keys(where.store, namespace))


async def _measure_runs(where: BenchmarkServices, namespace: str) -> list[float]:
    """Seconds from the commit of each submission to its outcome's event, one after the other."""
    async with connect_client(where, namespace) as system:
        return [await _measure_once(system, f"{namespace}-{number}") for number in range(RUNS)]


async def _measure_once(system: DemandSystem, unique: str) -> float:
    demand = sample_submission(
        system.dependencies.clock.now(),
        user_id="user_bench",
        unique=unique,
        model="scenario",
        limits=default_limits(system.dependencies.settings.gateway),
    )
    await system.submit(demand)
    begun, elapsed = time.perf_counter(), 0.0
    async for event in system.follow(demand.demand_id):  # to its end: what follows must not disturb the next one
        if event.type == ProposalFinalized.type:
            elapsed = time.perf_counter() - begun
    if not elapsed:
        raise RuntimeError("the negotiation ended without an agreement")
    return elapsed


def measure() -> dict[str, float]:
    """The figure: elapsed ÷ the five prompts' own time; and the milliseconds added."""
    namespace = f"bench-{token_hex(4)}"
    with start_services() as where, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "agreeing.yaml"
        file.write_text(agreeing_script(LATENCY_MS))
        try:
            with run_workers(where, namespace, file):
                elapsed = statistics.median(asyncio.run(_measure_runs(where, namespace)))
        finally:
            remove_namespace(where, namespace)
    own = PROMPTS * LATENCY_MS / 1000
    return {"critical_path_distributed": elapsed / own, "critical_path_distributed_added_ms": (elapsed - own) * 1000}
