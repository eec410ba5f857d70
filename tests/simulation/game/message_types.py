"""The message types of games, by what their receiver does with them."""

from typing import get_args

import gamehive.agents.actors
import gamehive.callback.actors
import gamehive.tools.actors
from gamehive.contracts.messages import StartGame
from gamehive.host.core.game import HostMessage
from tests.simulation.fault_points import MessageTypes

MODELLESS = (*gamehive.tools.actors.MESSAGES, *gamehive.callback.actors.MESSAGES)

TYPES = MessageTypes(
    entity=tuple(message.type for message in get_args(HostMessage)),
    tasks=tuple(message.type for message in (*gamehive.agents.actors.MESSAGES, *MODELLESS)),
    beginnings=frozenset({StartGame.type}),
    modelless=frozenset(message.type for message in MODELLESS),
)
