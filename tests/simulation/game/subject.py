"""Games as the subject of a simulation."""

from collections.abc import Mapping
from typing import Any

from gamehive.application import APPLICATION
from gamehive.contracts.events import GameEnded
from gamehive.contracts.messages import ResignGame, StartGame
from gamehive.host.actors import host_entity
from gamehive.settings import GameSettings
from shared.runtime.application import ApplicationSet
from tests.simulation.game.checks import GAME_CHECKS
from tests.simulation.game.history import GameHistory
from tests.simulation.game.message_types import TYPES
from tests.simulation.game.plan import plan_of
from tests.simulation.game.scene import GameScene
from tests.simulation.gateway import SimulatedGateway
from tests.simulation.poison_messages import Stranger
from tests.simulation.subject import Subject


def describe_wait(record: Mapping[str, Any]) -> str | None:
    """What a game waits for."""
    if record["is_over"]:
        return None
    loop = record["loop"] and record["loop"]["id"]
    plies = len(record["workspace"]["move_history"])
    return f"after {plies} plies, in the loop {loop}, waits for {record['pending']}, {record['timer']}"[:600]


def _resign(number: int) -> ResignGame:
    return ResignGame(game_id=f"g-stranger-{number}")


GAME = Subject(
    name="game",
    applications=ApplicationSet(APPLICATION),
    types=TYPES,
    first_message=StartGame.type,
    last_event=GameEnded.type,
    missing_entity="GameNotFound",
    plan=plan_of,
    history=GameHistory,
    scene=GameScene,
    gateway=SimulatedGateway,
    entity=lambda settings: host_entity(settings.section(GameSettings)),
    describe_wait=describe_wait,
    stranger=Stranger(
        body=_resign,
        correlation="g-stranger-",
        entity=("game", "g-stranger-"),
        undecodable="game_search",
        oversized="game_agent",
        unknown="game_callback",
    ),
    checks=GAME_CHECKS,
)
