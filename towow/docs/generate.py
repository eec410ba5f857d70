"""Generator of the committed documents: `python -m towow.docs.generate` writes them, `--check` lists stale ones."""

import inspect
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
import deliberation.critic.actors
import deliberation.host.actors
import deliberation.planner.actors
import deliberation.reporter.actors
import gamehive.agents.actors
import gamehive.callback.actors
import gamehive.tools.actors
import user_agent.actors
from channel_admin.core.channel import ChannelMessage
from channel_admin.core.status import FINAL_STATUSES, TRANSITIONS, Status
from deliberation.contracts.events import EVENTS as SESSION_EVENTS
from deliberation.host.core.session import HostMessage
from gamehive.contracts.events import EVENTS as GAME_EVENTS
from gamehive.host.core.game import HostMessage as GameHostMessage
from negotiation.contracts import messages
from negotiation.contracts.error_codes import ERROR_CODES
from negotiation.contracts.events import EVENTS
from shared.config.environment import variable_name
from shared.core.asyncapi import build_asyncapi
from shared.core.language import Language
from shared.core.message_base import EventPayload, Message
from shared.llm.port import Prompt
from towow.bootstrap.applications import APPLICATIONS
from towow.config.settings import SECTIONS
from towow.docs.openapi import build_openapi
from towow.docs.prompt_samples import render_prompt, samples

REPOSITORY = Path(__file__).resolve().parents[2]
GENERATED_NOTE = "<!-- Made by `make generate`; change the code, not this file. -->\n"

MESSAGES: tuple[type[Message], ...] = (
    *get_args(ChannelMessage),
    *coordinator.actors.MESSAGES,
    *user_agent.actors.MESSAGES,
    *channel_admin.actors.MESSAGES,
    *(message for message in get_args(HostMessage) if message not in get_args(ChannelMessage)),
    *deliberation.planner.actors.MESSAGES,
    *(
        message
        for message in deliberation.critic.actors.MESSAGES
        if message not in deliberation.planner.actors.MESSAGES
    ),
    *deliberation.reporter.actors.MESSAGES,
    *deliberation.host.actors.MESSAGES,
    *(message for message in get_args(GameHostMessage) if message not in get_args(ChannelMessage)),
    *gamehive.agents.actors.MESSAGES,
    *gamehive.tools.actors.MESSAGES,
    *gamehive.callback.actors.MESSAGES,
)

PROMPT_TASKS: tuple[tuple[type[Message], str], ...] = (
    (messages.UnderstandDemand, "the demand's text unchanged, confidence low"),
    (messages.ChooseCandidates, "no candidates; the best search results are invited instead"),
    (messages.DemandOffer, "participates, details to follow, confidence 50"),
    (messages.AggregateOffers, "each offer that is not declined becomes an assignment (TW-522)"),
    (messages.ProposalReview, "accepts; such an acceptance confirms no participant (DESIGN § 6)"),
    (messages.AdjustProposal, "the plan unchanged, marked `adjustment_failed` (TW-349)"),
    (messages.IdentifyGaps, "no gaps"),
    (messages.DecideRecursion, "no subnet"),
    (messages.WriteCompromise, "template: available contributions, missing roles, conditions to relax (TW-373)"),
)
"""Tasks of the prompts 1 to 9, and their fallbacks when no model answers."""


def render_settings() -> str:
    """Return the text of docs/settings.md: name, variable, default and meaning of every setting."""
    rows = (
        (f"`{name}`", f"`{variable_name(part, name)}`", _format_default(field.default), field.description or "")
        for part in SECTIONS
        for name, field in part.model_fields.items()
    )
    intro = (
        "Each setting is read from its environment variable; its name is the key under `settings` in a scenario file. "
        "Times are in seconds unless the name or the meaning gives another unit."
    )
    return _render_page("Settings", intro, ("name", "variable", "default", "meaning"), rows)


def render_statuses() -> str:
    """Return the text of docs/status.md: the state diagram of a channel, from its transition table."""
    arrows = [f"    [*] --> {Status.CREATED}"]
    arrows += [f"    {before} --> {after}" for before in Status for after in Status if after in TRANSITIONS[before]]
    arrows += [f"    {status} --> [*]" for status in Status if status in FINAL_STATUSES]
    drawing = "\n".join(("```mermaid", "stateDiagram-v2", *arrows, "```"))
    intro = (
        "Generated from `channel_admin/core/status.py`. A transition that is not shown fails with E010 (TW-310…326)."
    )
    return f"{GENERATED_NOTE}\n# Channel statuses\n\n{intro}\n\n{drawing}\n"


def render_events() -> str:
    """Return the text of docs/events.md: the fields of every event."""
    intro = (
        "The payload of every event, in the order in which they can occur. Every payload in a log also has "
        "`spent{calls, tokens, usd}`, the demand's costs so far. A field marked `?` is optional: if it has "
        "no value it is omitted, never null. Types with a capital letter are defined in `docs/schema/events.json`."
    )
    sessions = (
        "# Events of a deliberation\n\nIn a stream an event is one flat object: `type` (the last word of its event "
        "type), `session_id`, `seq`, `ts`, and the fields of its payload.\n"
    )
    games = (
        "# Events of a game\n\nA stream has the type as `event`, and as `data` type, instant and payload. `x` is a row "
        "and `y` a column, from 0; a board has one text of 0, 1 and 2 a row; scores and danger are 0 to 1. "
        "In the order in which a game can meet them; all but the first and the last may be repeated.\n"
    )
    return "\n".join(
        (
            f"{GENERATED_NOTE}\n# Events\n\n{intro}\n",
            *map(_render_event, EVENTS),
            sessions,
            *map(_render_event, SESSION_EVENTS),
            games,
            *map(_render_event, GAME_EVENTS),
        )
    )


def render_errors() -> str:
    """Return the text of docs/errors.md: the error codes with HTTP status and texts."""
    rows = ((code.name, str(code.status), code.english, code.chinese) for code in ERROR_CODES.values())
    intro = (
        "The codes of HTTP error responses and events, with their HTTP status. The specification defines E001 to E011 "
        "(TW-430…440); this project adds E012 to E099. No client gets E003, E004, E009, E010 or E011: the system uses "
        "a fallback, publishes later, or ignores the message. Log lines name them in the field `error_code`, and the "
        "metric `towow_errors_total{code}` counts them."
    )
    return _render_page("Error codes", intro, ("code", "HTTP", "English", "中文"), rows)


def render_prompts() -> str:
    """Return the text of docs/prompts.md: tasks, outputs, limits and fallbacks of the nine prompts (TW-501…511)."""
    intro = (
        "The prompts 1 to 9, in the language of the demand. The time limit, in seconds, applies to the whole task. A "
        "call is made only if this share of the demand's token budget, the reserve, remains after it. The fallback is "
        "used if the model gives no valid answer. `make generate` also writes a sample of each prompt to "
        "`tests/golden/prompts`."
    )
    columns = ("key", "task", "output fields", "max tokens", "temperature", "time limit", "reserve", "fallback")
    rows = (_prompt_row(prompt, *task) for prompt, task in zip(samples("en"), PROMPT_TASKS, strict=True))
    return _render_page("Prompts", intro, columns, rows)


def render_golden_prompt(index: int, language: Language) -> str:
    """Return the text of the golden file of one sample prompt.

    Args:
        index: Position of the prompt in `samples(language)`, from 0 to 8; IndexError beyond.
        language: Language of the sample.
    """
    return render_prompt(samples(language)[index])


def render_messages_schema() -> str:
    """Return the JSON Schema of every message body as JSON text; its `properties` map message types to schemas."""
    return _render_schema("ToWow messages", MESSAGES)


def render_events_schema() -> str:
    """Return the JSON Schema of every event payload as JSON text; its `properties` map event types to schemas."""
    return _render_schema("ToWow events", (*EVENTS, *SESSION_EVENTS, *GAME_EVENTS))


def render_asyncapi() -> str:
    """Return the AsyncAPI document of the public events as JSON text."""
    document = build_asyncapi([application.events for application in APPLICATIONS], "towow")
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def render_openapi() -> str:
    """Return the OpenAPI document of the gateway as JSON text."""
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
    """Return the paths, relative to `root`, of the generated documents that are missing or differ from the code."""
    return [name for name, make in DOCUMENTS.items() if _read(root / name) != make()]


def write_documents(root: Path = REPOSITORY) -> None:
    """Generate all documents and write them below the folder `root`, whose missing folders are created."""
    for name, make in DOCUMENTS.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(make(), encoding="utf-8")


def main(arguments: Sequence[str], root: Path = REPOSITORY) -> int:
    """Write the documents or, with `--check`, list stale ones on standard error; return the exit code.

    Args:
        arguments: Command-line arguments without the program's name: none, or `--check`.
        root: Folder of the repository.

    Returns:
        0; 1 if `--check` finds a stale document; 2 for other arguments.
    """
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
    prompt: Prompt[Any], task: type[Message], fallback: str
) -> tuple[str, str, str, str, str, str, str, str]:
    answer = ", ".join(f"`{field.alias or name}`" for name, field in prompt.output.model_fields.items())
    limits = (
        str(prompt.max_tokens),
        str(prompt.temperature),
        f"{prompt.time_limit_s:g}",
        f"{prompt.budget_headroom:.0%}",
    )
    return (f"`{prompt.key}`", f"`{task.type}`", answer, *limits, fallback)


def _render_event(event: type[EventPayload]) -> str:
    schema = event.model_json_schema(mode="serialization")
    required = set(schema.get("required", ()))
    always = {name for name, field in event.model_fields.items() if field.exclude_if is None}
    optional = schema["properties"].keys() - required - always
    rows = (
        (f"`{name}`?", _type_name(field).removesuffix(" or null"))
        if name in optional
        else (f"`{name}`", _type_name(field))
        for name, field in _fields(schema)
    )
    description = inspect.cleandoc(event.__doc__ or "")
    return f"## `{event.type}`\n\n{description}\n\n{_render_table(('field', 'type'), rows)}"


def _fields(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield from schema["properties"].items()


def _type_name(field: dict[str, Any]) -> str:
    """Return the name of a field's type, or the values that it allows."""
    if "$ref" in field:
        return str(field["$ref"]).rpartition("/")[2]
    if "anyOf" in field:
        return " or ".join(_type_name(choice) for choice in field["anyOf"])
    if "enum" in field:
        *others, last = (f"`{value}`" for value in field["enum"])
        return f"{', '.join(others)} or {last}" if others else last
    if "const" in field:
        return f"`{field['const']}`"
    if "prefixItems" in field:
        names = dict.fromkeys(map(_type_name, field["prefixItems"]))
        return f"{len(field['prefixItems'])} of {' and '.join(names)}"
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
