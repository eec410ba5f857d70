"""The public interface is the recorded one: schemas by shape, operations, commands, metrics, settings, error codes."""

import copy
import json
from typing import Any

import pytest

from tests.support.canonical_schema import canonical, differences
from tests.support.public_interface import HOME, PARTS, path_of, recorded

MOST_SHOWN = 40
"""Lines of a difference that a failure prints."""


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_the_interface_is_as_recorded(part: str) -> None:
    now = json.loads(json.dumps(PARTS[part]()))
    found = list(differences(recorded(part), now))
    shown = "\n".join(found[:MOST_SHOWN])
    assert not found, (
        f"{len(found)} differences from {path_of(part).relative_to(HOME)} (- recorded only, + new, ! changed):\n{shown}\n"
        "For a change that was decided run `python -m tests.support.public_interface`."
    )


def test_the_recordings_are_not_empty() -> None:
    sizes = {part: len(recorded(part)) for part in PARTS}
    assert min(sizes.values()) > 1, sizes
    assert {"post"} < {operation["method"] for operation in recorded("operations")}
    assert len(recorded("openapi")["paths"]) > 20
    assert len(recorded("events")["properties"]) == 23 + 8 + 21


PERSON: dict[str, Any] = {
    "type": "object",
    "title": "Person",
    "description": "Somebody.",
    "properties": {
        "title": {"type": "string", "title": "Title", "maxLength": 80},
        "mood": {"enum": ["calm", "cross"], "description": "How they are."},
        "friends": {"type": "array", "items": {"$ref": "#/components/schemas/Person"}},
    },
    "required": ["title", "mood"],
}


def with_component(name: str, person: dict[str, Any]) -> dict[str, Any]:
    """Return a document that answers with a component of this name and shape."""
    text = json.dumps(person).replace("/Person", f"/{name}")
    answer = {"content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}}
    return {
        "info": {"title": "People", "version": "1.0.0"},
        "paths": {
            "/people": {"get": {"summary": "A person", "operationId": "getPerson", "responses": {"200": answer}}}
        },
        "components": {"schemas": {name: json.loads(text)}},
    }


def changed(**parts: Any) -> dict[str, Any]:
    """Return PERSON with other parts; `properties` replaces those that it names."""
    person = copy.deepcopy(PERSON)
    person["properties"].update(parts.pop("properties", {}))
    return {**person, **parts}


def found(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    return list(differences(canonical(before), canonical(after)))


SAME = {
    "a renamed component": with_component("Participant", PERSON),
    "another title and description": with_component("Person", changed(title="P", description="A human being.")),
    "another description of a field": with_component(
        "Person", changed(properties={"mood": {"enum": ["calm", "cross"]}})
    ),
    "another order of the required fields": with_component("Person", changed(required=["mood", "title"])),
}

OTHER = {
    "a renamed field": with_component("Person", {**PERSON, "properties": {"name": PERSON["properties"]["title"]}}),
    "a new field": with_component("Person", changed(properties={"age": {"type": "integer"}})),
    "a field called title that is gone": with_component(
        "Person", {**PERSON, "properties": {key: PERSON["properties"][key] for key in ("mood", "friends")}}
    ),
    "another type": with_component("Person", changed(properties={"title": {"type": "integer", "maxLength": 80}})),
    "another limit": with_component("Person", changed(properties={"title": {"type": "string", "maxLength": 81}})),
    "another enum": with_component("Person", changed(properties={"mood": {"enum": ["calm"]}})),
    "another required field": with_component("Person", changed(required=["title"])),
    "no recursion": with_component("Person", changed(properties={"friends": {"type": "array", "items": {}}})),
    "a component beside": {
        **with_component("Person", PERSON),
        "components": {"schemas": {"Person": PERSON, "Other": {"type": "null"}}},
    },
}


@pytest.mark.parametrize("name", SAME)
def test_renamed_schemas_and_descriptions_are_no_difference(name: str) -> None:
    assert found(with_component("Person", PERSON), SAME[name]) == []


@pytest.mark.parametrize("name", OTHER)
def test_a_changed_schema_is_a_difference(name: str) -> None:
    assert found(with_component("Person", PERSON), OTHER[name]) != []


def test_a_difference_names_its_json_path_and_both_values() -> None:
    assert found(with_component("Person", PERSON), OTHER["another enum"]) == [
        "! /paths/~1people/get/responses/200/content/application~1json/schema/properties/mood/enum: "
        "['calm', 'cross'] -> ['calm']"
    ]


def test_equal_schemas_are_merged_and_discriminator_mappings_are_followed() -> None:
    either = {"oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}], "discriminator": {"mapping": {"a": "#/$defs/A"}}}
    text = json.dumps({**either, "$defs": {"A": {"type": "null"}, "B": {"type": "null"}}})
    merged = {"oneOf": [{"$ref": "#/$defs/C"}] * 2, "discriminator": {"mapping": {"a": "#/$defs/C"}}}
    assert found(json.loads(text), {**merged, "$defs": {"C": {"type": "null"}}}) == []
    assert found(json.loads(text), json.loads(text.replace('"B": {"type": "null"}', '"B": {"type": "string"}'))) != []
