"""Do scenarios end over RabbitMQ and Redis as they do in memory, in real time, and leave nothing behind?"""

import secrets
import signal
import time
from pathlib import Path

import pytest
import redis

from tests.services.rabbitmq import broker_url
from tests.services.redis import store_url
from tests.support.cli_runner import CommandRunner, CompletedCommand, stop, types

pytestmark = pytest.mark.requires("services")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "scenarios"
QUICK = (
    *("agreed-at-once", "adjustment-fails", "cancel-while-collecting", "cancel-while-subnets-run"),
    *("forced-after-five-rounds", "required-role-filled-by-subnet", "t05-test-2"),
)
"""Those without a deadline, of every kind of ending."""

SILENT = """
demand: a hall
seed: {seed}
profiles:
  - {{agent_id: agent_bob, display_name: Bob, capabilities: [hall]}}
filter: [agent_bob]
agents: {{agent_bob: {{offer: silent}}}}
settings: {{response_collection_timeout: {seconds}}}
expect: {{status: failed, reason: timeout, detail: no_response}}
"""


def over_services(towow: CommandRunner, *arguments: str) -> CompletedCommand:
    return towow.run("scenario", *arguments, "--json", "--broker", broker_url(), "--store", store_url())


def written(towow: CommandRunner, seconds: int) -> str:
    """A scenario that takes so long, of a seed that no other run has."""
    path = towow.folder / f"{seconds}.yaml"
    path.write_text(SILENT.format(seed=secrets.randbelow(2**31), seconds=seconds), encoding="utf-8")
    return str(path)


@pytest.mark.long
def test_scenarios_over_services_end_as_in_memory(towow: CommandRunner) -> None:
    files = [str(EXAMPLES / f"{name}.yaml") for name in QUICK]
    told = over_services(towow, *files)
    assert told.code == 0, told.err
    # As in memory: in the order of the files, each told to have ended as expected.
    in_memory = towow.run("scenario", *files, "--json")
    assert told.err == in_memory.err
    assert counted(told) == counted(in_memory)


def counted(told: CompletedCommand) -> list[list[str]]:
    """The types of events, run by run; what happens at the same time has no order."""
    runs: list[list[str]] = []
    for kind in types(told.rows):
        if kind == "demand.submitted":
            runs.append([])
        runs[-1].append(kind)
    return [sorted(run) for run in runs]


def test_a_scenario_over_services_runs_in_real_time_and_a_mismatch_exits_with_1(towow: CommandRunner) -> None:
    path = written(towow, 2)
    Path(path).write_text(Path(path).read_text(encoding="utf-8").replace("no_response", "budget"), encoding="utf-8")
    begun = time.monotonic()
    told = over_services(towow, path)
    assert time.monotonic() - begun > 2
    assert told.code == 1
    assert "detail: expected budget, got no_response" in told.err


def test_a_scenario_that_takes_too_long_is_cancelled_and_leaves_no_keys(towow: CommandRunner) -> None:
    path = written(towow, 60)
    told = over_services(towow, path, "--timeout", "1.5")
    assert told.code == 1
    assert "not closed within 1.5 s: the last event is towow.demand.broadcast" in told.err
    assert left_behind(told.rows[0]["payload"]["demand_id"]) == []


def test_an_interrupted_scenario_leaves_no_keys(towow: CommandRunner) -> None:
    path = written(towow, 60)
    demand_id = towow.run("scenario", path, "--json").rows[0]["payload"]["demand_id"]
    process = towow.start("scenario", path, "--broker", broker_url(), "--store", store_url())
    end = time.monotonic() + 15
    while not left_behind(demand_id):
        assert time.monotonic() < end
        time.sleep(0.1)
    ended, seconds = stop(process, signal.SIGINT)
    assert ended.code == 130
    assert seconds < 5
    assert "Traceback" not in ended.err
    assert left_behind(demand_id) == []


def left_behind(demand_id: str) -> list[bytes]:
    """Keys of a demand, in whatever namespace."""
    with redis.Redis.from_url(store_url()) as client:  # pyright: ignore[reportUnknownMemberType]
        return list(client.scan_iter(f"s-*:log:{demand_id}", count=1000))  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
