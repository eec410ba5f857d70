"""Does `towow doctor` show whether the model is asked, or fallbacks answer in its place?"""

import asyncio
from contextlib import suppress
from typing import Any

from shared.llm.circuit_breaker import CircuitBreaker
from shared.llm.port import Answer, ModelUnavailable, Prompt
from shared.llm.settings import ModelSettings
from shared.store.redis.connect import connect
from tests.e2e.distributed import Distributed
from tests.unit.shared.llm.scripted_model import question


class Down:
    """The model of these services, which does not answer."""

    name = "simulated"

    def estimate_tokens(self, prompt: Prompt[Any]) -> int:
        return 0

    async def answer(self, prompt: Prompt[Any]) -> Answer[Any]:
        raise ModelUnavailable("503")


async def ask_in_vain(services: Distributed, times: int) -> None:
    """So many tasks that get no answer."""
    store = await connect(services.store, services.topology.namespace)
    try:
        breaker = CircuitBreaker(Down(), store, ModelSettings())
        for _ in range(times):
            with suppress(ModelUnavailable):
                await breaker.answer(question())
    finally:
        await store.close()


def shown(services: Distributed) -> tuple[bool, str, str]:
    """What the check says, and what to do."""
    (report,) = services.inside("doctor", "--json").rows
    (check,) = [check for check in report["checks"] if check["name"] == "breaker"]
    return check["ok"], check["detail"], check["hint"]


def test_doctor_shows_a_closed_counting_and_open_breaker(services: Distributed) -> None:
    assert services.inside("init").code == 0
    assert shown(services) == (True, "closed for simulated", "")
    asyncio.run(ask_in_vain(services, 2))
    assert shown(services) == (True, "closed for simulated; consecutive failures: 2", "")
    asyncio.run(ask_in_vain(services, 1))
    ok, detail, hint = shown(services)
    assert not ok
    assert detail.startswith("open for simulated after 3 failures; the next probe is at 20")
    assert "endpoint" in hint
