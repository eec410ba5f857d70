"""Vectors after `towow agents import`: computed once, resumed after a kill, and missing without harm."""

import asyncio
import json
import signal
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpx2
import pytest

from negotiation.registry.redis.vector_store import open_vector_store
from negotiation.registry.vector_backfill import BATCH_SIZE
from shared.embedding.local import LocalEmbedder
from shared.embedding.model import EmbeddingModel
from shared.embedding.probe import PROBE_TEXT
from tests.e2e.distributed import Distributed
from tests.e2e.test_gateway_process import gateway
from tests.support.cli_runner import CommandRunner, stop, wait_for_result
from tests.support.embedding_endpoint import ENDPOINT_KEY, embedding_endpoint
from tests.support.letter_embedder import LETTER_MODEL

AWAY = {
    "TOWOW_EMBEDDER": "http",
    "TOWOW_EMBEDDER_URL": "http://127.0.0.1:9/v1/embeddings",
    "TOWOW_EMBEDDER_MODEL": LETTER_MODEL.name,
    "TOWOW_EMBEDDER_DIMENSION": str(LETTER_MODEL.dimension),
    "TOWOW_EMBEDDER_KEY": ENDPOINT_KEY,
}


def profiles(folder: Path, numbers: Iterable[int], name: str = "some.jsonl") -> str:
    """A file of people who share one capability and have a summary each."""
    lines = (
        json.dumps(
            {"agent_id": f"agent_{n}", "display_name": f"A {n}", "capabilities": ["venue"], "summary": f"number {n}"}
        )
        for n in numbers
    )
    path = folder / name
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def count(services: Distributed, model: EmbeddingModel) -> int:
    """Stored vectors of a model."""

    async def ask() -> int:
        store = open_vector_store(services.store, services.topology.namespace)
        try:
            return await store.count(model)
        finally:
            await store.close()

    return asyncio.run(ask())


def embedder_check(towow: CommandRunner, **environment: str) -> dict[str, Any]:
    (report,) = towow.run("doctor", "--json", **environment).rows
    (check,) = (check for check in report["checks"] if check["name"] == "embedder")
    return check


@pytest.mark.requires("services")
def test_an_import_computes_missing_vectors_with_the_local_model_and_the_next_one_none(services: Distributed) -> None:
    path = profiles(services.folder, range(3))
    told = services.run("agents", "import", path, "--json")
    assert told.code == 0
    assert told.rows == [{"imported": 3, "updated": 0, "rejected": 0, "errors": []}]
    assert told.err == "vectors: 4 computed; all 4 texts of agents have one\n"
    assert count(services, LocalEmbedder().model) == 4
    again = services.run("agents", "import", path, "--json")
    assert (again.code, again.rows[0]["updated"], again.err) == (0, 3, "")
    assert embedder_check(services)["detail"].endswith("; 4 of 4 texts of agents have vectors")


@pytest.mark.requires("services")
def test_without_an_embedder_an_import_computes_nothing(services: Distributed) -> None:
    told = services.run("agents", "import", profiles(services.folder, range(3)), TOWOW_EMBEDDER="none")
    assert (told.code, told.out, told.err) == (0, "imported 3, updated 0, rejected 0\n", "")
    assert count(services, LocalEmbedder().model) == 0


@pytest.mark.requires("services")
def test_a_killed_import_has_stored_all_agents_and_goes_on_where_it_was(services: Distributed) -> None:
    path = profiles(services.folder, range(900))
    with embedding_endpoint() as endpoint:
        endpoint.holds_from = 4  # two batches of two requests each
        process = services.start("agents", "import", path, "--json", **endpoint.environment)
        row = wait_for_result(process, b"{")
        assert json.loads(row)["imported"] == 900
        assert endpoint.is_held.wait(20)
        ended, _ = stop(process, signal.SIGKILL)
        assert ended.code == -signal.SIGKILL
        assert count(services, LETTER_MODEL) == 2 * BATCH_SIZE
        endpoint.release.set()
        computed = set(endpoint.texts[: 2 * BATCH_SIZE])
        asked = len(endpoint.requests)
        again = services.run("agents", "import", path, "--json", **endpoint.environment)
        assert (again.code, again.rows[0]["updated"]) == (0, 900)
        assert again.err == f"vectors: {901 - 2 * BATCH_SIZE} computed; all 901 texts of agents have one\n"
        rest = [text for request in endpoint.requests[asked:] for text in request]
        assert computed.isdisjoint(rest)
        assert sorted([*computed, *rest]) == sorted({"venue", *(f"number {n}" for n in range(900))})
        assert endpoint.authorizations == {f"Bearer {ENDPOINT_KEY}"}
    assert count(services, LETTER_MODEL) == 901


@pytest.mark.requires("services")
def test_an_import_succeeds_while_the_endpoint_is_away_and_a_later_one_computes_what_is_missing(
    services: Distributed,
) -> None:
    told = services.run("agents", "import", profiles(services.folder, range(3)), "--json", **AWAY)
    assert (told.code, told.rows[0]["imported"]) == (0, 3)
    assert told.err.startswith("vectors: 0 computed, 4 missing (the embedder did not answer: ConnectError)")
    assert len(services.run("agents", "list", "--json").rows) == 3
    check = embedder_check(services, **AWAY)
    assert not check["ok"]
    assert "found by words alone" in check["detail"]
    with embedding_endpoint() as endpoint:
        check = embedder_check(services, **endpoint.environment)
        assert (check["ok"], check["detail"]) == (False, "http, letters/16; 0 of 4 texts of agents have vectors")
        assert "towow agents import" in check["hint"]
        other = profiles(services.folder, [7], "other.jsonl")
        told = services.run("agents", "import", other, "--json", **endpoint.environment)
        assert told.err == "vectors: 5 computed; all 5 texts of agents have one\n"
        check = embedder_check(services, **endpoint.environment)
        assert (check["ok"], check["detail"]) == (True, "http, letters/16; 5 of 5 texts of agents have vectors")


@pytest.mark.requires("services")
def test_a_gateway_over_services_stores_the_vectors_of_imported_agents_in_the_background(services: Distributed) -> None:
    services.inside("init")
    with embedding_endpoint() as endpoint, gateway(services, **endpoint.environment) as (_, url):
        endpoint.holds_from = 1  # the first request is the probe of the check
        assert readiness(url)[2] == {"name": "embedder", "ok": True, "detail": "letters/16, 0 vectors"}
        path = profiles(services.folder, range(5))
        told = services.run("agents", "import", path, "--json", "--gateway", url)
        assert (told.code, told.rows[0]["imported"], told.err) == (0, 5, "")
        assert endpoint.is_held.wait(20)
        assert readiness(url)[2]["detail"] == "letters/16, 0 vectors, 5 profiles wait"
        endpoint.release.set()
        while readiness(url)[2]["detail"] != "letters/16, 6 vectors":
            time.sleep(0.02)
    assert count(services, LETTER_MODEL) == 6
    assert count(services, LocalEmbedder().model) > 500  # `towow init` stored the shipped ones


def readiness(url: str) -> tuple[int, dict[str, Any], dict[str, Any]]:
    """Status, answer and the check of the embedder."""
    answer = httpx2.get(f"{url}/readyz", trust_env=False)
    (check,) = (check for check in answer.json()["checks"] if check["name"] == "embedder")
    return answer.status_code, answer.json(), check


def test_a_gateway_is_ready_and_takes_agents_while_the_endpoint_is_away(towow: CommandRunner) -> None:
    process = towow.start("demo", "--port", "0", "--idle", **AWAY)
    try:
        url = wait_for_result(process, b"ready ").decode().split()[1]
        status, answer, check = readiness(url)
        assert (status, answer["ready"], check["ok"]) == (200, True, False)
        assert check["detail"] == "the embedder did not answer: ConnectError; agents are found by words alone"
        profile = {"agent_id": "agent_new", "display_name": "Nova", "capabilities": ["venue"]}
        added = httpx2.post(f"{url}/api/v1/admin/agents", json=profile, trust_env=False)
        assert added.status_code == 201
        told = towow.run("submit", "I need a venue in Beijing", "--watch", "--json")
        assert told.code == 0
        assert any(row["event_type"] == "towow.filter.completed" for row in told.rows)
    finally:
        ended, seconds = stop(process, signal.SIGTERM)
    assert (ended.code, "Traceback" in ended.err, ENDPOINT_KEY in ended.err) == (0, False, False)
    assert seconds < 5


def test_a_gateway_computes_the_vectors_of_agents_that_it_is_given(towow: CommandRunner) -> None:
    with embedding_endpoint() as endpoint:
        process = towow.start("demo", "--port", "0", "--idle", **endpoint.environment)
        try:
            url = wait_for_result(process, b"ready ").decode().split()[1]
            profile = {"agent_id": "agent_new", "display_name": "Nova", "capabilities": ["a service of its own"]}
            assert httpx2.post(f"{url}/api/v1/admin/agents", json=profile, trust_env=False).status_code == 201
            lines = '{"agent_id": "agent_two", "display_name": "Two", "summary": "a summary of its own"}'
            imported = httpx2.post(f"{url}/api/v1/admin/agents/import", content=lines, trust_env=False)
            assert imported.json() == {"imported": 1, "updated": 0, "rejected": 0, "errors": []}
            # The shipped agents come first: their vectors are of the local model.
            while not {"a service of its own", "a summary of its own"} <= set(endpoint.texts):
                assert process.poll() is None
                time.sleep(0.02)
            _, _, check = readiness(url)
            assert check["ok"]
        finally:
            process.kill()
            stop(process, signal.SIGKILL)
    computed = [text for text in endpoint.texts if text != PROBE_TEXT]
    assert len(computed) == len(set(computed))
