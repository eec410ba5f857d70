"""Generator of the committed documents: `python -m towow.docs.generate` writes them, `--check` names stale ones."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

import channel_admin.actors
import coordinator.actors
import user_agent.actors
from channel_admin.core import fallback_content
from channel_admin.core.channel import ChannelMessage
from channel_admin.core.status import FINAL_STATUSES, TRANSITIONS, Status
from channel_admin.fallbacks import gaps_fallback, recursion_fallback
from coordinator.fallbacks import filter_fallback
from negotiation import asyncapi
from negotiation.contracts import messages
from negotiation.contracts.demand import understanding_fallback
from negotiation.contracts.error_codes import ERROR_CODES
from negotiation.contracts.events import EVENTS
from shared.core.language import Language
from shared.core.message import EventPayload, Message
from shared.llm.port import Prompt
from shared.runtime.settings import variable_name
from towow.config.settings import PARTS
from towow.docs.openapi import build_openapi
from towow.docs.prompt_samples import render_prompt, samples
from user_agent.fallbacks import feedback_fallback, offer_fallback

REPOSITORY = Path(__file__).resolve().parents[2]
GENERATED_NOTE = "<!-- Made by `make generate`; change the code, not this file. -->\n"

MESSAGES: tuple[type[Message], ...] = (
    *get_args(ChannelMessage),
    *coordinator.actors.MESSAGES,
    *user_agent.actors.MESSAGES,
    *channel_admin.actors.MESSAGES,
)

PROMPT_TASKS: tuple[tuple[type[Message], Callable[..., BaseModel]], ...] = (
    (messages.UnderstandDemand, understanding_fallback),
    (messages.ChooseCandidates, filter_fallback),
    (messages.DemandOffer, offer_fallback),
    (messages.AggregateOffers, fallback_content.merge_offers),
    (messages.ProposalReview, feedback_fallback),
    (messages.AdjustProposal, fallback_content.unchanged_draft),
    (messages.IdentifyGaps, gaps_fallback),
    (messages.DecideRecursion, recursion_fallback),
    (messages.WriteCompromise, fallback_content.template_compromise),
)
"""Prompts 1 to 9: the task that asks, and what answers when no model does."""


def render_settings() -> str:
    """All settings: name, variable, default, meaning."""
    rows = (
        (f"`{name}`", f"`{variable_name(part, name)}`", _format_default(field.default), field.description or "")
        for part in PARTS.values()
        for name, field in part.model_fields.items()
    )
    intro = (
        "Each is read from its environment variable; the name is its key under `settings` in a scenario file. "
        "Times are in seconds unless the name says otherwise."
    )
    return _render_page("Settings", intro, ("name", "variable", "default", "meaning"), rows)


def render_statuses() -> str:
    """The statuses of a channel, drawn from the table that the code obeys."""
    arrows = [f"    [*] --> {Status.CREATED}"]
    arrows += [f"    {before} --> {after}" for before in Status for after in Status if after in TRANSITIONS[before]]
    arrows += [f"    {status} --> [*]" for status in Status if status in FINAL_STATUSES]
    drawing = "\n".join(("```mermaid", "stateDiagram-v2", *arrows, "```"))
    intro = "Drawn from `channel_admin/core/status.py`. Every other change is refused with E010 (TW-310…326)."
    return f"{GENERATED_NOTE}\n# The statuses of a channel\n\n{intro}\n\n{drawing}\n"


def render_events() -> str:
    """A table of fields per event."""
    intro = (
        "The payload of every event, in the order a demand can meet them. Every payload in a log also carries "
        "`spent{calls, tokens, usd}`, what the demand has cost so far. An absent optional is left out, never null."
    )
    return "\n".join((f"{GENERATED_NOTE}\n# Events\n\n{intro}\n", *map(_render_event, EVENTS)))


def render_errors() -> str:
    """The error codes with status and both texts."""
    rows = ((code.name, str(code.status), code.english, code.chinese) for code in ERROR_CODES.values())
    return _render_page("Error codes", "TW-430…440 and ours (E012…E099).", ("code", "HTTP", "English", "中文"), rows)


def render_prompts() -> str:
    """The nine prompts: who asks, what comes back, within which limits, and what stands in (TW-501…511)."""
    intro = (
        "A prompt is asked in the language of the demand. The time is that of the whole task, in seconds; a call must "
        "leave the share kept of the demand's budget (`make generate` also writes each prompt's text, with one case, "
        "to `tests/golden/prompts`)."
    )
    columns = ("key", "asked by", "answer", "max tokens", "temperature", "time", "kept", "without a model")
    rows = (_prompt_row(prompt, *task) for prompt, task in zip(samples("en"), PROMPT_TASKS, strict=True))
    return _render_page("Prompts", intro, columns, rows)


def render_golden_prompt(index: int, language: Language) -> str:
    """One prompt, from 0, of the fixed case."""
    return render_prompt(samples(language)[index])


def render_messages_schema() -> str:
    """JSON Schema of every message body, by message type."""
    return _render_schema("ToWow messages", MESSAGES)


def render_events_schema() -> str:
    """JSON Schema of every event payload, by event type."""
    return _render_schema("ToWow events", EVENTS)


def render_asyncapi() -> str:
    """AsyncAPI of the public events, as the gateway serves it."""
    return json.dumps(asyncapi.document(), ensure_ascii=False, indent=2) + "\n"


def render_openapi() -> str:
    """OpenAPI of the gateway's routes, as it serves it."""
    return json.dumps(build_openapi(), ensure_ascii=False, indent=2) + "\n"


DOCUMENTS: dict[str, Callable[[], str]] = {
    "docs/settings.md": render_settings,
    "docs/status.md": render_statuses,
    "docs/events.md": render_events,
    "docs/errors.md": render_errors,
    "docs/prompts.md": render_prompts,
    "docs/schema/messages.json": render_messages_schema,
    "docs/schema/events.json": render_events_schema,
    "docs/schema/asyncapi.json": render_asyncapi,
    "docs/schema/openapi.json": render_openapi,
    **{
        f"tests/golden/prompts/{prompt.key}.{language}.txt": partial(render_golden_prompt, at, language)
        for language in get_args(Language)
        for at, prompt in enumerate(samples(language))
    },
}


def stale_documents(root: Path = REPOSITORY) -> list[str]:
    """The documents that are not what the code says now."""
    return [name for name, make in DOCUMENTS.items() if _read(root / name) != make()]


def write_documents(root: Path = REPOSITORY) -> None:
    """Make all of them anew."""
    for name, make in DOCUMENTS.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(make(), encoding="utf-8")


def main(arguments: Sequence[str], root: Path = REPOSITORY) -> int:
    """0 when all is well, 1 when `--check` found something stale, 2 when the arguments make no sense."""
    if list(arguments) == ["--check"]:
        old = stale_documents(root)
        for name in old:
            print(f"{name} is stale: run `make generate`", file=sys.stderr)
        return 1 if old else 0
    if arguments:
        print("usage: python -m towow.docs.generate [--check]", file=sys.stderr)
        return 2
    write_documents(root)
    return 0


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def _render_page(title: str, intro: str, columns: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    return f"{GENERATED_NOTE}\n# {title}\n\n{intro}\n\n{_render_table(columns, rows)}"


def _render_table(columns: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def _format_default(value: object) -> str:
    return "" if isinstance(value, Mapping) or str(value) == "" else f"`{value}`"


def _prompt_row(
    prompt: Prompt[Any], task: type[Message], fallback: Callable[..., BaseModel]
) -> tuple[str, str, str, str, str, str, str, str]:
    answer = ", ".join(f"`{field.alias or name}`" for name, field in prompt.output.model_fields.items())
    description = (fallback.__doc__ or "").partition("without a model: ")[2].partition("\n")[0].rstrip(".")
    limits = (
        str(prompt.max_tokens),
        str(prompt.temperature),
        f"{prompt.time_limit_s:g}",
        f"{prompt.budget_headroom:.0%}",
    )
    return (f"`{prompt.key}`", f"`{task.type}`", answer, *limits, description)


def _render_event(event: type[EventPayload]) -> str:
    schema = event.model_json_schema(mode="serialization")
    required = set(schema.get("required", ()))
    always = {name for name, field in event.model_fields.items() if field.exclude_if is None}
    rows = (
        (f"`{name}`" + ("" if name in required | always else "?"), _type_name(field)) for name, field in _fields(schema)
    )
    description = (event.__doc__ or "").strip()
    return f"## `{event.type}`\n\n{description}\n\n{_render_table(('field', 'type'), rows)}"


def _fields(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield from schema["properties"].items()


def _type_name(field: dict[str, Any]) -> str:
    """A field's type in a few words."""
    if "$ref" in field:
        return str(field["$ref"]).rpartition("/")[2]
    if "anyOf" in field:
        return " or ".join(_type_name(choice) for choice in field["anyOf"])
    if "enum" in field:
        return " ".join(map(str, field["enum"]))
    if "const" in field:
        return str(field["const"])
    if field.get("type") == "array":
        return f"list of {_type_name(field.get('items', {}))}"
    return str(field.get("format") or field.get("type") or "any")


def _render_schema(title: str, models: Sequence[type[Message] | type[EventPayload]]) -> str:
    requests: list[tuple[type[BaseModel], Any]] = [(model, "serialization") for model in models]
    references, definitions = models_json_schema(requests, title=title)
    by_type = {model.type: references[model, "serialization"] for model in models}
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **definitions, "properties": by_type}
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
