"""Parser of a reply by the prompt's output type, with short descriptions of its errors."""

import re
from collections.abc import Callable
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from shared.llm.anthropic.field_omission import validate_without
from shared.llm.anthropic.stream import ModelReply
from shared.llm.port import Prompt
from shared.llm.tool_conversation import AUTOMATIC, NONE, ModelToolCall, ToolReply

T = TypeVar("T", bound=BaseModel)

MAX_PROBLEMS = 5
MAX_PROBLEM_CHARS = 200
"""Maximum length of each."""

_NAME = re.compile(r"[A-Za-z_]\w{0,39}", re.ASCII)


class RepairableOutput(Exception):
    """Invalid output that the model may repair. The message describes the errors and never quotes the output."""


class UnusableOutput(Exception):
    """Output that a repair would not improve."""


def parse_answer(prompt: Prompt[T], reply: ModelReply, *, is_repaired: bool = False) -> T:
    """Return the answer in the model's reply as an object of the type `prompt.output`.

    It is read from the input of the tool named `prompt.key`, or, without a tool call, from the JSON object in the text.
    A prompt with `build_output` builds it from all texts and calls of the reply.

    Args:
        prompt: Question that the reply answers.
        reply: Reply of the model, complete or cut off.
        is_repaired: Whether it is the reply to a repair turn; then invalid values in `prompt.droppable_fields` are left
            out with their field if the rest is valid.

    Raises:
        RepairableOutput: The answer was cut off, calls another tool, is not JSON or does not fit the type; the message
            tells the model why.
        UnusableOutput: The model refused, or its context window is exceeded.
    """
    if reply.stop_reason in ("refusal", "model_context_window_exceeded"):
        raise UnusableOutput(f"the model stopped: {reply.stop_reason}")
    if reply.stop_reason == "max_tokens":
        raise RepairableOutput(f"It was cut off: at most {prompt.max_tokens} tokens. Say it in fewer words.")
    if prompt.build_output is not None:
        return _build_output(prompt, prompt.build_output, reply)
    answer = _extract_json(prompt, reply)
    try:
        return validate_without(prompt.output, answer, prompt.droppable_fields if is_repaired else frozenset())
    except ValidationError as error:
        raise RepairableOutput("\n".join(_problems(error))) from None


def _build_output(prompt: Prompt[T], build_output: Callable[[ToolReply], T], reply: ModelReply) -> T:
    calls = tuple(_read_call(number, *tool) for number, tool in enumerate(reply.tools, 1))
    texts = tuple(text for text in reply.texts if text.strip())
    if not calls and not texts:
        raise RepairableOutput("It is empty.")
    _check_choice(prompt.tool_choice, calls)
    try:
        return build_output(ToolReply(texts, calls))
    except ValidationError as error:
        raise RepairableOutput("\n".join(_problems(error))) from None
    except ValueError as error:
        raise RepairableOutput(str(error)) from None


def _read_call(number: int, name: str, arguments: str) -> ModelToolCall:
    try:
        values: Any = from_json(arguments)
    except ValueError:
        values = None
    if not isinstance(values, dict):
        raise RepairableOutput(f"The arguments of call {number} are no JSON object.")
    return ModelToolCall(f"call_{number}", name, cast("dict[str, Any]", values))


def _check_choice(choice: str, calls: tuple[ModelToolCall, ...]) -> None:
    """Raise RepairableOutput for calls that the choice does not allow: not every endpoint keeps to it."""
    if choice == AUTOMATIC:
        return
    if choice == NONE:
        if calls:
            raise RepairableOutput("No tool may be called now: answer with a text.")
    elif not calls or any(call.name != choice for call in calls):
        raise RepairableOutput(f"The tool {choice} must be called, and no other one.")


def _extract_json(prompt: Prompt[T], reply: ModelReply) -> str:
    if reply.tool:
        name, tool_input = reply.tool
        if name == prompt.key:
            return tool_input
        raise RepairableOutput(f"There is no tool of that name: use {prompt.key}.")
    begin, end = reply.text.find("{"), reply.text.rfind("}")
    if begin < 0:
        raise RepairableOutput("There is no JSON object in it.")
    # Without surrounding text, such as a code fence.
    return reply.text[begin : end + 1] if end > begin else reply.text[begin:]


def _problems(error: ValidationError) -> list[str]:
    errors = error.errors(include_url=False, include_context=False, include_input=False)
    problems = [
        f"{'.'.join(map(_location_part, one['loc'])) or 'all of it'}: {one['msg']}" for one in errors[:MAX_PROBLEMS]
    ]
    more = [f"… and {len(errors) - MAX_PROBLEMS} more"] if len(errors) > MAX_PROBLEMS else []
    return [problem[:MAX_PROBLEM_CHARS] for problem in problems] + more


def _location_part(part: str | int) -> str:
    """Return a part of an error's location. A key that the model made up may be a sentence, even an instruction."""
    return str(part) if isinstance(part, int) or _NAME.fullmatch(part) else "…"
