"""Another application of 30 lines runs on the platform as it is, beside the negotiation."""

import json
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest

from gateway.app import create_app
from negotiation.application import APPLICATION as NEGOTIATION
from shared.core.address import Address
from shared.core.decision import Send
from shared.runtime.application import ApplicationSet
from shared.runtime.log_follower import follow_log
from shared.runtime.virtual_clock import VirtualClock
from tests.support.echo_application import ECHO, EVENTS, EchoSettings, Say
from towow.bootstrap.embedded import EmbeddedSystem, run_embedded
from towow.bootstrap.gateway import embedded_gateway
from towow.bootstrap.model_factory import build_simulated_model
from towow.bootstrap.system import SystemDependencies
from towow.config.demand_logger import build_logger
from towow.config.settings import Settings

MODULE = Path(__file__).parents[1] / "support" / "echo_application.py"


def dependencies(clock: VirtualClock) -> SystemDependencies:
    applications = ApplicationSet(NEGOTIATION, ECHO)
    settings = Settings(EchoSettings(prefix="echo: "))
    model = build_simulated_model(settings, applications)
    return SystemDependencies(settings, model, clock, build_logger("error"), applications=applications)


def test_an_application_is_thirty_lines() -> None:
    code = MODULE.read_text(encoding="utf-8").split("# The application begins here.")[1]
    assert len([line for line in code.splitlines() if line.strip()]) <= 30


async def test_its_messages_settings_rule_and_last_event_pass_through_the_real_system(clock: VirtualClock) -> None:
    async with run_embedded(dependencies(clock)) as system:
        await say(system, "echo-1")
        live = follow_log(system.store, system.transport, "echo-1", last_event_type=EVENTS.last_event_type)
        events = [(event.type, json.loads(event.data)["payload"]["text"]) async for event in live]
        closed = await system.store.get_correlation("echo-1")
        assert closed is not None
        assert closed.closed_at is not None
        assert events == [("towow.echo.closed", "echo: hello")]


async def test_its_routes_answer_and_its_streams_end_beside_those_of_the_negotiation(clock: VirtualClock) -> None:
    async with run_embedded(dependencies(clock)) as system, client_of(system) as http:
        await say(system, "echo-2")
        stream = (await http.get("/api/v1/echoes/echo-2/stream")).text
        assert [line for line in stream.splitlines() if line.startswith("event:")] == ["event: towow.echo.closed"]
        body = {"raw_input": "我想在北京办一场AI主题聚会，需要场地和嘉宾", "user_id": "user_alice"}
        demand = (await http.post("/api/v1/demand/submit", json=body)).json()["demand_id"]
        stream = (await http.get(f"/api/v1/events/negotiations/{demand}/stream")).text
        assert "event: towow.demand.closed" in stream
        document = (await http.get("/openapi.json")).json()
        assert "/api/v1/echoes/{echo_id}/stream" in document["paths"]
        channels = (await http.get("/asyncapi.json")).json()["channels"]
        assert {"echo_closed", "demand_closed"} < channels.keys()


def test_two_applications_with_one_kind_of_address_are_refused() -> None:
    with pytest.raises(ValueError, match="same kind of address"):
        ApplicationSet(ECHO, ECHO)


def test_two_applications_with_a_rule_for_one_prompt_are_refused() -> None:
    other = replace(NEGOTIATION, rules=lambda: {"smart_filter": Say.model_copy, "echo": Say.model_copy})
    with pytest.raises(ValueError, match="applications negotiation and echo both have a rule for prompt 'echo'"):
        ApplicationSet(other, ECHO).rules()


async def say(system: EmbeddedSystem, echo_id: str) -> None:
    send = Send(Address("echo", echo_id), Say(text="hello"))
    await system.ingress.submit(echo_id, cause=echo_id, sends=[send], owner="anybody")


def client_of(system: EmbeddedSystem) -> httpx2.AsyncClient:
    parts = embedded_gateway(system, "simulated")
    transport = httpx2.ASGITransport(create_app(parts.context, parts.extend))
    return httpx2.AsyncClient(transport=transport, base_url="http://gateway")
