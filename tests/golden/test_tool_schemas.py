"""The tool schema that a model sees for each of the nine prompts is as recorded, whatever its classes are called.

Docstrings of answer models are part of it: whoever rewords one changes a prompt, and raises the prompt's version.
"""

import json
from pathlib import Path
from typing import Any, cast

import pytest
from pydantic import BaseModel

from shared.llm.anthropic.capabilities import DEFAULT_CAPABILITIES
from shared.llm.anthropic.request import build_request
from shared.llm.port import Prompt
from towow.docs.prompt_samples import samples

RECORDED: dict[str, Any] = json.loads(
    (Path(__file__).parent / "compatibility" / "tool_schemas.json").read_text(encoding="utf-8")
)
PROMPTS: list[Prompt[BaseModel]] = list(samples("en"))


def inline(schema: Any, definitions: dict[str, Any]) -> Any:
    """Return the schema with every reference replaced by what it refers to."""
    if isinstance(schema, list):
        return [inline(part, definitions) for part in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    parts = cast("dict[str, Any]", schema)
    if "$ref" in parts:
        target = inline(definitions[parts["$ref"].rpartition("/")[2]], definitions)
        return {**target, **{name: inline(part, definitions) for name, part in parts.items() if name != "$ref"}}
    return {name: inline(part, definitions) for name, part in parts.items() if name != "$defs"}


def test_every_prompt_is_recorded() -> None:
    assert {prompt.key for prompt in PROMPTS} == RECORDED.keys()


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: prompt.key)
def test_the_tool_schema_is_as_recorded(prompt: Prompt[BaseModel]) -> None:
    (tool,) = build_request(prompt, DEFAULT_CAPABILITIES).tools
    schema = cast("dict[str, Any]", tool["input_schema"])
    assert inline(schema, schema.get("$defs", {})) == RECORDED[prompt.key]
