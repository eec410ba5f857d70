"""Which messages a channel and its skills take, and which step answers each (DESIGN § 2)."""

from functools import partial
from typing import get_args

from channel_admin.core.channel import ChannelMessage, decide
from channel_admin.core.rules import NegotiationRules
from channel_admin.core.state import ChannelState
from shared.runtime.actor import Entity


def channel(rules: NegotiationRules) -> Entity[ChannelState]:
    """The entity of one demand, run by `rules`."""
    return Entity(
        role="channel_admin",
        kind="channel",
        state=ChannelState,
        decide=partial(decide, rules),
        messages=get_args(ChannelMessage),
    )
