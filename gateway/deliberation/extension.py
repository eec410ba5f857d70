"""Gateway extension of the deliberation: its routes and their metadata."""

from collections.abc import Mapping
from functools import partial

from deliberation.asyncapi import EVENT_CATALOG
from deliberation.session_start import is_session_id
from deliberation.settings import DeliberationSettings
from gateway.deliberation.api_models import StartBody, TodoList
from gateway.deliberation.permissions import SessionPermissions
from gateway.deliberation.routes.plans import PlanRoutes
from gateway.deliberation.routes.sessions import DeliberationRoutes
from gateway.deliberation.routes.stream import SESSION_HEADER, DeliberationStreamRoutes
from gateway.deliberation.session_frames import SESSION_FRAMES
from gateway.deliberation.session_list import SessionList
from gateway.deliberation.session_service import SessionService
from gateway.deliberation.state_reader import DecodeSnapshot, StateReader
from gateway.deliberation.views.cache import SessionCache
from gateway.extension import CorrelationKind, ExtendGateway, GatewayExtension, GatewayServices
from gateway.streaming.log_streams import LogStreams
from shared.core.language import Language

PAGE_PATHS = ("/deliberations/{session_id}", "/deliberations")

INTRODUCTION: Mapping[Language, str] = {
    "en": "State a goal, and a planner and a critic deliberate in rounds until they agree on a plan with tasks, hours "
    "and dates.",
    "zh": "说出你的目标，规划师与批评家逐轮讨论，直到就任务、工时和日期达成一份计划。",
}


def extend_gateway(settings: DeliberationSettings, decode_snapshot: DecodeSnapshot) -> ExtendGateway:
    """Return the builder of the deliberation's gateway extension, for the argument `extend` of `create_app`.

    Args:
        settings: Rounds and limits of sessions.
        decode_snapshot: Returns the snapshot of a host's record, given the record and its version.
    """
    return partial(_build_extension, settings, decode_snapshot)


def _build_extension(
    settings: DeliberationSettings, decode_snapshot: DecodeSnapshot, services: GatewayServices
) -> GatewayExtension:
    context, slots = services.context, services.stream_slots
    permissions = SessionPermissions(context, services.authenticator)
    sessions = SessionCache(context.store)
    service = SessionService(context, settings, sessions)
    streams = LogStreams(context, slots, EVENT_CATALOG.last_event_type, SESSION_FRAMES)
    states = StateReader(context.store, decode_snapshot)
    return GatewayExtension(
        routers=(
            DeliberationStreamRoutes(permissions, service, streams, slots).router(),
            DeliberationRoutes(permissions, service, sessions, SessionList(context.store), states).router(),
            PlanRoutes(permissions, sessions).router(),
        ),
        body_models=(StartBody, TodoList),
        events=EVENT_CATALOG,
        page_paths=PAGE_PATHS,
        introduction=INTRODUCTION,
        correlation_kind=CorrelationKind("deliberations", is_session_id),
        exposed_headers=(SESSION_HEADER,),
    )
