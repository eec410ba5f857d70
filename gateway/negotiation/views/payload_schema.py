"""Fields of event payloads in views: those that are not common to all events, and their JSON schema."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, GetJsonSchemaHandler
from pydantic_core import CoreSchema

Json = Mapping[str, Any]
"""A parsed JSON object; never modified, because views share it."""

COMMON_FIELDS = ("demand_id", "channel_id", "usage", "spent")
"""Fields of every payload, or of every one after a model call; a view has them once, not in each part."""


def event_fields(payload: Json, *excluded: str) -> Json:
    """Return a copy of an event's payload without COMMON_FIELDS and the fields named in `excluded`."""
    return {name: value for name, value in payload.items() if name not in COMMON_FIELDS and name not in excluded}


@dataclass(frozen=True, slots=True)
class EventPayloadSchema:
    """Annotation of an unvalidated payload in a view: its JSON schema is that of `model` without `excluded` fields.

    Payloads are not validated, because a newer program may have written the log with additional fields.
    """

    model: type[BaseModel]
    excluded: tuple[str, ...] = COMMON_FIELDS

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Return the JSON schema; called by pydantic."""
        whole = handler.resolve_ref_schema(handler(self.model.__pydantic_core_schema__))
        fields = {name: field for name, field in whole["properties"].items() if name not in self.excluded}
        required = [name for name in whole.get("required", ()) if name not in self.excluded]
        return {"title": self.model.__name__, "type": "object", "properties": fields, "required": required}
