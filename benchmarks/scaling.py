"""Negotiations per minute in containers with 1, 2 and 4 user_agent workers: 120 demands at once, 600 ms per answer."""

import concurrent.futures
import json
import tempfile
import time
import urllib.request
from functools import partial
from itertools import cycle, islice
from pathlib import Path

import pytest

from benchmarks.errors import MeasurementSkipped
from tests.services.compose_project import ComposeProject, compose_project
from towow.evaluation import demand_file

DEMANDS = 120
USER_AGENTS = (1, 2, 4)
CLIENTS = 16
HEALTHY_WITHIN_S = 120
CLOSED_WITHIN_S = 300
POLL_S = 0.25

UNLIMITED = """
services:
  gateway:
    environment: {TOWOW_RATE_LIMIT_PER_MINUTE: "0"}
"""


def measure() -> dict[str, float]:
    """Return `negotiations_per_minute` with 4 user_agent workers and, with the number as a suffix, with 1 and 2.

    Raises:
        MeasurementSkipped: No Docker engine, or no Compose of the required version, answers.
    """
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        try:
            with compose_project(Path(folder), UNLIMITED) as project:
                for number in USER_AGENTS:
                    figures[f"negotiations_per_minute_{number}"] = _measure_with(project, number)
        except pytest.skip.Exception as missing:
            raise MeasurementSkipped(str(missing)) from missing
    figures["negotiations_per_minute"] = figures.pop(f"negotiations_per_minute_{USER_AGENTS[-1]}")
    return figures


def _measure_with(project: ComposeProject, user_agents: int) -> float:
    scale = f"user_agent={user_agents}"
    project.compose("up", "--detach", "--wait", "--wait-timeout", str(HEALTHY_WITHIN_S), "--scale", scale)
    texts = [demand.raw_input for demand in demand_file.read_demands([demand_file.shipped_demands()])]
    base = f"http://127.0.0.1:{project.port}/api/v1"
    begun = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as clients:
        demand_ids = [*clients.map(partial(_submit, base), islice(cycle(texts), DEMANDS))]
        ends = [*clients.map(partial(_wait_until_closed, base), demand_ids)]
    return 60 * DEMANDS / (max(ends) - begun)


def _submit(base: str, text: str) -> str:
    body = json.dumps({"raw_input": text, "user_id": "user_bench"}).encode()
    request = urllib.request.Request(f"{base}/demand/submit?wait_s=0", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as response:
        return str(json.load(response)["demand_id"])


def _wait_until_closed(base: str, demand_id: str) -> float:
    """Return the instant (s, of `time.perf_counter`) at which the demand was seen closed."""
    deadline = time.perf_counter() + CLOSED_WITHIN_S
    while time.perf_counter() < deadline:
        with urllib.request.urlopen(f"{base}/demands/{demand_id}", timeout=30) as response:
            if json.load(response)["phase"] == "closed":
                return time.perf_counter()
        time.sleep(POLL_S)
    raise RuntimeError(f"{demand_id} was not closed within {CLOSED_WITHIN_S} s")
