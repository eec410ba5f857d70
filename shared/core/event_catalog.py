"""The events that an application publishes, and what their readers are told about them."""

from dataclasses import dataclass

from shared.core.message_base import EventPayload


@dataclass(frozen=True, slots=True)
class EventCatalog:
    """Events of one application.

    Attributes:
        payloads: The payload class of every event type, in the order in which a correlation can meet them.
        last_event_type: Type of the event that ends every log; nothing follows it.
        correlation_field: Name of the payload field that holds the correlation id.
        correlation_description: What that id names, for readers of the AsyncAPI document.
        description: How to subscribe and what to rely on, for readers of the AsyncAPI document.
    """

    payloads: tuple[type[EventPayload], ...]
    last_event_type: str
    correlation_field: str = "correlation_id"
    correlation_description: str = "the correlation whose log holds the event"
    description: str = ""
