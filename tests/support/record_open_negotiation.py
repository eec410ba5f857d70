"""Record an open negotiation: Redis keys and RabbitMQ messages of a namespace whose workers were killed mid-negotiation.

`python -m tests.support.record_open_negotiation FOLDER`, at the root of the version to record, needs redis-server and
rabbitmq-server. The recorded namespace also holds the registry, one closed negotiation and one dead letter.
"""

import asyncio
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import redis

from tests.e2e.distributed import Distributed
from tests.services.rabbitmq import PrivateRabbit, private_rabbit
from tests.services.redis import private_redis
from tests.support.cli_runner import DEMAND
from tests.support.namespace_snapshot import Row, read_keys, take_messages, write_rows

NAMESPACE = "recorded"
ROLES = ("channel_admin", "skills", "coordinator", "user_agent", "dead")
LATENCY_MS = "2000"
"""Of a simulated answer: some agents have answered a plan while others still do."""

STAGE, ANSWERS = "towow.proposal.feedback", 2
"""The broker is killed after this many answers to the plan."""

AFTER_BROKER_S = 0.6
"""The workers go on for this long without a broker: what they commit stays in the outbox. Then they are killed."""

LIMIT_S = 60


def main(folder: Path) -> None:
    """Write `open-negotiation.redis.jsonl` and `open-negotiation.rabbitmq.jsonl` into `folder`."""
    with private_redis() as server, private_rabbit() as broker, tempfile.TemporaryDirectory() as runtime:
        towow = Distributed(Path(runtime), broker.url, server.url, NAMESPACE)
        prepared = towow.inside("init")
        assert prepared.code == 0, prepared.err
        with ExitStack() as held:
            client: Any = held.enter_context(redis.Redis(port=server.port))
            closed = _close_one(towow)
            opened = _open_one(towow, client, broker)
            broker.start()
            rows = read_keys(client, NAMESPACE)
            seconds, microseconds = client.time()
            about: Row = {
                "open_demand": opened,
                "closed_demand": closed,
                "now": seconds * 1000 + microseconds // 1000,
                "redis_version": client.info("server")["redis_version"],
            }
        messages = _messages(broker)
    write_rows(folder / "open-negotiation.redis.jsonl", [about, *rows])
    write_rows(folder / "open-negotiation.rabbitmq.jsonl", messages)


def _close_one(towow: Distributed) -> str:
    """Return the id of a negotiation that was brought to its end, after a dead letter was filed."""
    with towow.working("coordinator", "channel_admin", "skills"), towow.working("user_agent"):
        towow.publish("channel_admin", b"not an envelope", message_id="recorded-dead-letter")
        ended = towow.run("submit", DEMAND, "--watch", "--json")
        assert ended.code == 0, ended.err
        time.sleep(3)  # until nothing is due any more
    return str(ended.rows[0]["payload"]["demand_id"])


def _open_one(towow: Distributed, client: Any, broker: PrivateRabbit) -> str:
    """Return the id of a negotiation whose broker and workers were killed while agents answered its plan."""
    slow = {"TOWOW_SIMULATED_LATENCY_MS": LATENCY_MS}
    with (
        towow.working("coordinator", "channel_admin", "skills", **slow) as one,
        towow.working("user_agent", **slow) as other,
    ):
        submitted = towow.run("submit", DEMAND, "--json", "--user", "user_recorded", **slow)
        assert submitted.code == 0, submitted.err
        demand = str(submitted.rows[0]["demand_id"])
        until = time.monotonic() + LIMIT_S
        while _types(client, demand).count(STAGE) < ANSWERS:
            assert time.monotonic() < until, _types(client, demand)
            time.sleep(0.01)
        broker.kill()
        time.sleep(AFTER_BROKER_S)
        one.kill()
        other.kill()
    return demand


def _types(client: Any, demand: str) -> list[str]:
    """Return the types of a demand's events so far."""
    keys = list(client.scan_iter(match=f"{NAMESPACE}:*:log:{demand}", count=1000))
    return [fields[b"type"].decode() for key in keys for _, fields in client.xrange(key)]


def _messages(broker: PrivateRabbit) -> list[Row]:
    """Return what waits in the queues, once the restarted broker has their leaders elected."""
    until = time.monotonic() + LIMIT_S
    while True:
        try:
            return asyncio.run(take_messages(broker.url, NAMESPACE, ROLES))
        except Exception:
            if time.monotonic() > until:
                raise
            time.sleep(0.5)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
