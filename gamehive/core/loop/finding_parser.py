"""Parser of a task agent's final message (GH-57)."""

from pydantic import ValidationError

from gamehive.contracts.turns import TaskFinding
from gamehive.core.loop.json_repair import find_json_object


def parse_finding(message: str) -> TaskFinding | None:
    """Return the finding in a final message, None if there is none; unknown fields are ignored."""
    found = find_json_object(message)
    if found is None:
        return None
    try:
        return TaskFinding.model_validate(found, extra="ignore")
    except ValidationError:
        return None
