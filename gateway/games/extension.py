"""Gateway extension of GameHive: its routes and their metadata."""

from collections.abc import Mapping
from functools import partial

from gamehive.asyncapi import EVENT_CATALOG
from gamehive.game_start import is_game_id
from gamehive.settings import GameSettings
from gateway.admission import AdmissionControl
from gateway.extension import CorrelationKind, ExtendGateway, GatewayExtension, GatewayServices
from gateway.games.api_models import GameBody, MoveBody, ServerRequestBody, UndoBody
from gateway.games.game_list import GameList
from gateway.games.game_service import GameService
from gateway.games.permissions import GamePermissions
from gateway.games.routes.games import GameRoutes
from gateway.games.routes.server_entry import ServerEntryRoutes
from gateway.games.routes.stream import GameStreamRoutes
from gateway.games.server_requests import ServerRequestService
from gateway.games.views.cache import GameCache
from gateway.streaming.log_streams import LogStreams
from shared.core.language import Language

PAGE_PATHS = ("/games/{game_id}", "/games")

INTRODUCTION: Mapping[Language, str] = {
    "en": "Play a board game against a team of agents that think aloud, or watch them play.",
    "zh": "与一支会说出思路的智能体团队对弈棋类游戏，或观看它们对局。",
}


def extend_gateway(settings: GameSettings) -> ExtendGateway:
    """Return the builder of GameHive's gateway extension, for the argument `extend` of `create_app`.

    Args:
        settings: Limits and features of games.
    """
    return partial(_build_extension, settings)


def _build_extension(settings: GameSettings, services: GatewayServices) -> GatewayExtension:
    context = services.context
    permissions = GamePermissions(context, services.authenticator)
    games = GameCache(context.store)
    admission = AdmissionControl(context, "games")
    service = GameService(context, settings, games, admission)
    streams = LogStreams(context, services.stream_slots, EVENT_CATALOG.last_event_type)
    requests = ServerRequestService(context, settings, games, admission)
    return GatewayExtension(
        routers=(
            GameRoutes(permissions, service, games, GameList(context.store)).router(),
            GameStreamRoutes(permissions, streams).router(),
        ),
        root_routers=(ServerEntryRoutes(permissions, requests).router(),),
        body_models=(GameBody, MoveBody, UndoBody, ServerRequestBody),
        events=EVENT_CATALOG,
        page_paths=PAGE_PATHS,
        introduction=INTRODUCTION,
        correlation_kind=CorrelationKind("games", is_game_id),
    )
