"""A whole application in 30 lines: proof that the platform and the gateway need no change for another one."""

from collections.abc import Sequence
from functools import partial

from fastapi import APIRouter
from starlette.responses import Response

from gateway.auth.authentication import CurrentCaller
from gateway.extension import ExtendGateway, GatewayExtension, GatewayServices
from gateway.streaming.log_streams import LogStreams
from shared.core.address import Address
from shared.core.decision import Decision, Send, Timer
from shared.core.event_catalog import EventCatalog
from shared.core.frozen_model import FrozenModel
from shared.core.message_base import EventPayload, Message, ReceivedMessage
from shared.llm.port import Prompt
from shared.runtime.actor import Actor, Entity, Task, TaskContext
from shared.runtime.application import Application, SettingsSections

# The application begins here.


class EchoSettings(FrozenModel):
    prefix: str = ""


class Say(Message):
    type = "say"
    text: str
    timer: Timer | None = None


class EchoClosed(EventPayload):
    type = "towow.echo.closed"
    text: str


EVENTS = EventCatalog((EchoClosed,), EchoClosed.type)
ROUTES = {"echo": "echo", "echoer": "echo"}


def decide(prefix: str, state: Say | None, message: ReceivedMessage[Say], now: int) -> Decision[Say]:
    if state is None:
        return Decision(message.body, (Send(Address("echoer", "any"), Say(text=prefix + message.body.text)),))
    return Decision(state, events=(EchoClosed(text=message.body.text),), closes=True)


async def perform(task: ReceivedMessage[Say], context: TaskContext) -> list[Send]:
    answer = await context.model.answer(Prompt("echo", "1", "", "", task.body, Say))
    return [Send(task.sender, answer.output)]


def extend(services: GatewayServices) -> GatewayExtension:
    streams, routes = LogStreams(services.context, services.stream_slots, EVENTS.last_event_type), APIRouter()

    async def stream(echo_id: str, caller: CurrentCaller) -> Response:
        return await streams.build_response(await services.permissions.get_visible(echo_id, caller), caller)

    routes.add_api_route("/echoes/{echo_id}/stream", stream)
    return GatewayExtension([routes], events=EVENTS)


def actors(_: None, settings: SettingsSections) -> Sequence[Actor]:
    entity = Entity("echo", "echo", Say, partial(decide, settings.section(EchoSettings).prefix), (Say,))
    return entity, Task("echo", "echoer", perform, (Say,))


ECHO: Application[None, ExtendGateway] = Application(
    "echo", ROUTES, EVENTS, actors, (EchoSettings,), lambda: {"echo": Say.model_copy}, gateway=lambda _, __: extend
)
