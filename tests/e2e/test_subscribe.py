"""Does the program of docs/subscribe.md, as it stands there, print the offers of a running scenario?"""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.distributed import Distributed
from tests.support.cli_runner import close, types, wait_for, wait_for_result
from tests.support.preloaded_process import start_environment
from towow.scenario.loader import load_scenario
from towow.scenario.runner import run_scenario

pytestmark = [pytest.mark.requires("services"), pytest.mark.timeout(60)]

HOME = Path(__file__).resolve().parents[2]
SCENARIOS = HOME / "examples" / "scenarios"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MOST_LINES = 40


def program() -> str:
    """The only Python in the document."""
    (block,) = BLOCK.findall((HOME / "docs" / "subscribe.md").read_text(encoding="utf-8"))
    return block


@contextmanager
def subscribed(towow: Distributed, **environment: str) -> Generator[subprocess.Popen[bytes]]:
    """The program at work: its queue is bound. It sees nothing of this project."""
    told = {"TOWOW_BROKER_URL": towow.broker, "TOWOW_NAMESPACE": towow.topology.namespace, **environment}
    process = subprocess.Popen(
        [sys.executable, "-c", program()],
        env=start_environment() | told,
        cwd=towow.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        wait_for(process, b"listening")
        yield process
    finally:
        process.kill()
        close(process)


@contextmanager
def serving(towow: Distributed) -> Generator[str]:
    """A gateway's URL while it runs."""
    process = towow.start("gateway", "--port", "0")
    try:
        yield wait_for_result(process, b"ready ").decode().split()[1]
    finally:
        process.kill()
        close(process)


def lines(process: subprocess.Popen[bytes], amount: int) -> list[str]:
    """The next lines that it prints."""
    assert process.stdout is not None
    return [process.stdout.readline().decode().rstrip("\n") for _ in range(amount)]


def offers(events: Sequence[dict[str, Any]]) -> list[str]:
    """What it prints of a demand, in order."""
    said = [event for event in events if event["event_type"] == "towow.offer.submitted"]
    return [
        f"{event['payload']['demand_id']} {event['seq']} {event['payload']['display_name']} {event['payload']['decision']}"
        for event in said
    ]


def recorded(name: str, seed: int) -> list[dict[str, Any]]:
    """All events of a scenario, played in memory; another seed is another demand."""
    scenario = load_scenario(SCENARIOS / f"{name}.yaml").model_copy(update={"seed": seed})
    return [json.loads(event.data) for event in run_scenario(scenario).events]


def publish(towow: Distributed, events: Sequence[dict[str, Any]]) -> None:
    """Say events as the system would, one after the other."""
    for event in events:
        key = f"{event['event_type']}.{event['payload']['demand_id']}"
        towow.publish_event(key, json.dumps(event).encode())


def test_the_subscribe_example_is_short_and_imports_only_aio_pika() -> None:
    assert len(program().splitlines()) <= MOST_LINES
    tree = ast.parse(program())
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} - sys.stdlib_module_names == {"aio_pika"}


def test_the_subscribe_example_prints_the_offers_of_a_scenario(services: Distributed) -> None:
    assert services.inside("init").code == 0
    scenario = f"scenario:{SCENARIOS / 'conditions-and-wishes.yaml'}"
    with services.working("all", TOWOW_LLM=scenario), subscribed(services) as process:
        told = services.inside("submit", "a meetup in Beijing", "--watch", "--json")
        assert told.code == 0, told.err
        wanted = offers(told.rows)
        assert len(wanted) == 2
        assert lines(process, 2) == wanted


def test_the_subscribe_example_prints_events_once_and_in_order(services: Distributed) -> None:
    assert services.inside("init").code == 0
    whole, after = recorded("conditions-and-wishes", 1), recorded("late-offer-joins", 2)
    with subscribed(services) as process:
        publish(services, whole[::-1])
        publish(services, whole)
        publish(services, after)
        wanted = offers(whole) + offers(after)
        assert lines(process, len(wanted)) == wanted


def test_the_subscribe_example_reads_earlier_events_from_a_gateway(services: Distributed) -> None:
    assert services.inside("init").code == 0
    scenario = f"scenario:{SCENARIOS / 'conditions-and-wishes.yaml'}"
    with services.working("all", TOWOW_LLM=scenario), serving(services) as gateway:
        told = services.inside("submit", "a meetup in Beijing", "--watch", "--json").rows
        assert types(told)[-1] == "demand.closed"
        with subscribed(services, GATEWAY=gateway) as process:
            publish(services, told[-1:])  # of all that was said it hears only the last, once more
            assert lines(process, 2) == offers(told)


def test_the_subscribe_example_follows_one_demand(services: Distributed) -> None:
    assert services.inside("init").code == 0
    other, one = recorded("late-offer-joins", 2), recorded("conditions-and-wishes", 1)
    with subscribed(services, PATTERN=f"#.{one[0]['payload']['demand_id']}") as process:
        publish(services, other)
        publish(services, one)
        assert lines(process, 2) == offers(one)
