"""The game host: the entity that holds a game and decides its moves (DESIGN § 2, GH-01)."""

from functools import partial
from typing import get_args

from gamehive.host.core.game import HostMessage, decide
from gamehive.host.core.state import GameState
from gamehive.settings import GameSettings
from shared.runtime.actor import Entity


def host_entity(settings: GameSettings) -> Entity[GameState]:
    """Build the runtime's entity for addresses of kind `game`; one instance hosts one game.

    Args:
        settings: Settings stored in each new game; existing games keep those they were created with.
    """
    return Entity(
        role="game_host",
        kind="game",
        state=GameState,
        decide=partial(decide, settings),
        messages=get_args(HostMessage),
    )
