"""Base classes of the event payloads of a negotiation."""

from shared.core.message_base import EventPayload
from shared.core.usage import Usage


class ChannelEvent(EventPayload):
    """Payload with the demand in whose log it is, and the channel it is about: the demand's or a subnet's (TWC-12)."""

    demand_id: str
    channel_id: str


class ModelAnswerEvent(ChannelEvent):
    """Payload of an event that follows a model call.

    `usage` holds the tokens and price of the calls; `fallback` is true if fixed rules answered instead of the model.
    """

    fallback: bool = False
    usage: Usage = Usage()
