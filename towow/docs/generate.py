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
from channel_admin.core.status import FINAL, TRANSITIONS, Status
from channel_admin.fallbacks import gaps_fallback, recursion_fallback
from coordinator.fallbacks import filter_fallback
from negotiation import asyncapi
from negotiation.contracts import messages
from negotiation.contracts.demand import understanding_fallback
from negotiation.contracts.error_codes import ErrorCode
from negotiation.contracts.events import EVENTS
from shared.core.language import Language
from shared.core.message import EventPayload, Message
from shared.llm.port import Prompt
from shared.runtime.settings import variable_of
from towow.config.settings import PARTS
from towow.docs.openapi import openapi
from towow.docs.prompt_samples import samples, written
from user_agent.fallbacks import feedback_fallback, offer_fallback

HOME = Path(__file__).resolve().parents[2]
NOTE = "<!-- Made by `make generate`; change the code, not this file. -->\n"

MESSAGES: tuple[type[Message], ...] = (
    *get_args(ChannelMessage),
    *coordinator.actors.MESSAGES,
    *user_agent.actors.MESSAGES,
    *channel_admin.actors.MESSAGES,
)

ASKED: tuple[tuple[type[Message], Callable[..., BaseModel]], ...] = (
    (messages.UnderstandDemand, understanding_fallback),
    (messages.ChooseCandidates, filter_fallback),
    (messages.DemandOffer, offer_fallback),
    (messages.AggregateOffers, fallback_content.merge_offers),
    (messages.ProposalReview, feedback_fallback),
    (messages.AdjustProposal, fallback_content.unchanged),
    (messages.IdentifyGaps, gaps_fallback),
    (messages.DecideRecursion, recursion_fallback),
    (messages.WriteCompromise, fallback_content.template_compromise),
)
"""Prompts 1 to 9: the task that asks, and what answers when no model does."""


def settings_page() -> str:
    """All settings: name, variable, default, meaning."""
    rows = (
        (f"`{name}`", f"`{variable_of(part, name)}`", _default(field.default), field.description or "")
        for part in PARTS.values()
        for name, field in part.model_fields.items()
    )
    intro = (
        "Each is read from its environment variable; the name is its key under `settings` in a scenario file. "
        "Times are in seconds unless the name says otherwise."
    )
    return _page("Settings", intro, ("name", "variable", "default", "meaning"), rows)


def status_page() -> str:
    """The statuses of a channel, drawn from the table that the code obeys."""
    arrows = [f"    [*] --> {Status.CREATED}"]
    arrows += [f"    {before} --> {after}" for before in Status for after in Status if after in TRANSITIONS[before]]
    arrows += [f"    {status} --> [*]" for status in Status if status in FINAL]
    drawing = "\n".join(("```mermaid", "stateDiagram-v2", *arrows, "```"))
    intro = "Drawn from `channel_admin/core/status.py`. Every other change is refused with E010 (TW-310…326)."
    return f"{NOTE}\n# The statuses of a channel\n\n{intro}\n\n{drawing}\n"


def events_page() -> str:
    """A table of fields per event."""
    intro = (
        "The payload of every event, in the order a demand can meet them. Every payload in a log also carries "
        "`spent{calls, tokens, usd}`, what the demand has cost so far. An absent optional is left out, never null."
    )
    return "\n".join((f"{NOTE}\n# Events\n\n{intro}\n", *map(_event, EVENTS)))


def errors_page() -> str:
    """The error codes with status and both texts."""
    rows = ((code.name, str(code.status), code.english, code.chinese) for code in ErrorCode)
    return _page("Error codes", "TW-430…440 and ours (E012…E099).", ("code", "HTTP", "English", "中文"), rows)


def prompts_page() -> str:
    """The nine prompts: who asks, what comes back, within which limits, and what stands in (TW-501…511)."""
    intro = (
        "A prompt is asked in the language of the demand. The time is that of the whole task, in seconds; a call must "
        "leave the share kept of the demand's budget (`make generate` also writes each prompt's text, with one case, "
        "to `tests/golden/prompts`)."
    )
    columns = ("key", "asked by", "answer", "max tokens", "temperature", "time", "kept", "without a model")
    rows = (_prompt(prompt, *asked) for prompt, asked in zip(samples("en"), ASKED, strict=True))
    return _page("Prompts", intro, columns, rows)


def prompt_text(at: int, language: Language) -> str:
    """One prompt, from 0, of the fixed case."""
    return written(samples(language)[at])


def messages_schema() -> str:
    """JSON Schema of every message body, by message type."""
    return _schema("ToWow messages", MESSAGES)


def events_schema() -> str:
    """JSON Schema of every event payload, by event type."""
    return _schema("ToWow events", EVENTS)


def asyncapi_document() -> str:
    """AsyncAPI of the public events, as the gateway serves it."""
    return json.dumps(asyncapi.document(), ensure_ascii=False, indent=2) + "\n"


def openapi_document() -> str:
    """OpenAPI of the gateway's routes, as it serves it."""
    return json.dumps(openapi(), ensure_ascii=False, indent=2) + "\n"


DOCUMENTS: dict[str, Callable[[], str]] = {
    "docs/settings.md": settings_page,
    "docs/status.md": status_page,
    "docs/events.md": events_page,
    "docs/errors.md": errors_page,
    "docs/prompts.md": prompts_page,
    "docs/schema/messages.json": messages_schema,
    "docs/schema/events.json": events_schema,
    "docs/schema/asyncapi.json": asyncapi_document,
    "docs/schema/openapi.json": openapi_document,
    **{
        f"tests/golden/prompts/{prompt.key}.{language}.txt": partial(prompt_text, at, language)
        for language in get_args(Language)
        for at, prompt in enumerate(samples(language))
    },
}


def stale(home: Path = HOME) -> list[str]:
    """The documents that are not what the code says now."""
    return [name for name, make in DOCUMENTS.items() if _read(home / name) != make()]


def write(home: Path = HOME) -> None:
    """Make all of them anew."""
    for name, make in DOCUMENTS.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(make(), encoding="utf-8")


def main(arguments: Sequence[str], home: Path = HOME) -> int:
    """0 when all is well, 1 when `--check` found something stale, 2 when the arguments make no sense."""
    if list(arguments) == ["--check"]:
        old = stale(home)
        for name in old:
            print(f"{name} is stale: run `make generate`", file=sys.stderr)
        return 1 if old else 0
    if arguments:
        print("usage: python -m towow.docs.generate [--check]", file=sys.stderr)
        return 2
    write(home)
    return 0


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def _page(title: str, intro: str, columns: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    return f"{NOTE}\n# {title}\n\n{intro}\n\n{_table(columns, rows)}"


def _table(columns: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def _default(value: object) -> str:
    return "" if isinstance(value, Mapping) or str(value) == "" else f"`{value}`"


def _prompt(
    prompt: Prompt[Any], task: type[Message], fallback: Callable[..., BaseModel]
) -> tuple[str, str, str, str, str, str, str, str]:
    answer = ", ".join(f"`{field.alias or name}`" for name, field in prompt.output.model_fields.items())
    said = (fallback.__doc__ or "").partition("without a model: ")[2].partition("\n")[0].rstrip(".")
    limits = str(prompt.max_tokens), str(prompt.temperature), f"{prompt.time_limit:g}", f"{prompt.keep:.0%}"
    return (f"`{prompt.key}`", f"`{task.type}`", answer, *limits, said)


def _event(event: type[EventPayload]) -> str:
    schema = event.model_json_schema(mode="serialization")
    required = set(schema.get("required", ()))
    always = {name for name, field in event.model_fields.items() if field.exclude_if is None}
    rows = ((f"`{name}`" + ("" if name in required | always else "?"), _type(field)) for name, field in _fields(schema))
    said = (event.__doc__ or "").strip()
    return f"## `{event.type}`\n\n{said}\n\n{_table(('field', 'type'), rows)}"


def _fields(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield from schema["properties"].items()


def _type(field: dict[str, Any]) -> str:
    """A field's type in a few words."""
    if "$ref" in field:
        return str(field["$ref"]).rpartition("/")[2]
    if "anyOf" in field:
        return " or ".join(_type(choice) for choice in field["anyOf"])
    if "enum" in field:
        return " ".join(map(str, field["enum"]))
    if "const" in field:
        return str(field["const"])
    if field.get("type") == "array":
        return f"list of {_type(field.get('items', {}))}"
    return str(field.get("format") or field.get("type") or "any")


def _schema(title: str, models: Sequence[type[Message] | type[EventPayload]]) -> str:
    asked: list[tuple[type[BaseModel], Any]] = [(model, "serialization") for model in models]
    references, definitions = models_json_schema(asked, title=title)
    by_type = {model.type: references[model, "serialization"] for model in models}
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **definitions, "properties": by_type}
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
