"""The message types of the negotiation, by what their receiver does with them."""

from typing import get_args

import channel_admin.actors
import coordinator.actors
import user_agent.actors
from channel_admin.core.channel import ChannelMessage
from negotiation.contracts.messages import HumanAnswerReceived, OpenSubnet, SubmitDemand
from tests.simulation.fault_points import MessageTypes

TYPES = MessageTypes(
    entity=tuple(message.type for message in get_args(ChannelMessage)),
    tasks=tuple(
        message.type
        for message in (*coordinator.actors.MESSAGES, *user_agent.actors.MESSAGES, *channel_admin.actors.MESSAGES)
    ),
    beginnings=frozenset({SubmitDemand.type, OpenSubnet.type}),
    modelless=frozenset({HumanAnswerReceived.type}),  # a person has answered
)
