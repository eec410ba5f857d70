"""How separate processes share the work: twenty demands at once, four processes for the people's answers (DESIGN § 8)."""

import json
import time
from collections import Counter

import pytest

from tests.chaos.invariants import violations
from tests.chaos.state_reader import Endpoints
from tests.chaos.system import system
from tests.services.rabbitmq import broker_url
from tests.services.redis import store_url

pytestmark = pytest.mark.requires("services")

DEMANDS = 20
LONGEST = 60.0
"""Seconds."""

ANSWERED = ("demand_offer", "proposal_review")
"""What a user agent is asked."""


async def test_twenty_concurrent_demands_use_every_worker_and_end_in_time(figures: dict[str, object]) -> None:
    async with system(Endpoints(broker_url(), store_url())) as running:
        agents = await running.start(
            *(("user_agent",),) * 4, ("coordinator",), ("channel_admin",), ("channel_admin",), ("skills",)
        )
        begun = time.monotonic()
        await running.submit(DEMANDS)
        await running.all_ended()
        took = time.monotonic() - begun
        remains = await running.stop()
        answers = [len(agent.steps(*ANSWERED)) for agent in agents[:4]]
    ends = [json.loads(demand.log[-1].data)["payload"] for demand in remains.demands]
    figures |= {"seconds": took, "answers": answers, "outcomes": Counter(end["status"] for end in ends)}
    assert violations(remains) == []
    assert took < LONGEST
    reasons = [json.loads(event.data)["payload"].get("reason") for demand in remains.demands for event in demand.log]
    assert "timeout" not in reasons
    assert min(answers) >= sum(answers) / 10
    assert all(end["totals"]["model_calls"] == demand.memos for end, demand in zip(ends, remains.demands, strict=True))
