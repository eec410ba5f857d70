"""What did an event say, apart from what every event says? And how is that documented: as the event's own class."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, GetJsonSchemaHandler
from pydantic_core import CoreSchema

Json = Mapping[str, Any]
"""A JSON object as it was read. Nobody changes one: views share them."""

COMMON_FIELDS = ("demand_id", "channel_id", "usage", "spent")
"""What stands in every payload, or in each that follows a model answer: a view tells it once, not with every part."""


def event_fields(payload: Json, *excluded: str) -> Json:
    """The payload without its frame and without the fields named `besides`. What we do not know of stays in."""
    return {name: value for name, value in payload.items() if name not in COMMON_FIELDS and name not in excluded}


@dataclass(frozen=True, slots=True)
class EventPayloadSchema:
    """Marks a JSON object that is kept as an event told it: documented as `model` less `without`, and not read again.

    A log may have been written by a newer program, so more fields than the model's are no fault.
    """

    model: type[BaseModel]
    excluded: tuple[str, ...] = COMMON_FIELDS

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Called by pydantic when it describes a type that is marked so."""
        whole = handler.resolve_ref_schema(handler(self.model.__pydantic_core_schema__))
        fields = {name: field for name, field in whole["properties"].items() if name not in self.excluded}
        required = [name for name in whole.get("required", ()) if name not in self.excluded]
        return {"title": self.model.__name__, "type": "object", "properties": fields, "required": required}
