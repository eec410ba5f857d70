"""Direct client: what a submission returns when the store fails after the demand was accepted."""

import pytest

from shared.runtime.virtual_clock import VirtualClock
from shared.store.port import StoreUnavailable
from towow.bootstrap.embedded import run_embedded
from towow.bootstrap.model_factory import build_dependencies
from towow.client import direct_client
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings


async def _fail(*_: object) -> None:
    raise StoreUnavailable("no answer")


async def test_an_accepted_demand_is_answered_although_the_store_fails_before_it_is_understood(
    monkeypatch: pytest.MonkeyPatch, clock: VirtualClock
) -> None:
    monkeypatch.setattr(direct_client, "get_understanding", _fail)
    dependencies, model = build_dependencies(Settings(), clock, build_logger("error"))
    async with run_embedded(dependencies) as system:
        profiles = system.resources.get(direct_client.NegotiationResources).profiles
        client = direct_client.DirectClient(system, model, profiles)
        answer = await client.submit("a venue in Beijing", None, wait_s=5)
        assert answer.understanding is None
        assert (await anext(await client.stream_events(answer.demand_id))).seq == 1
