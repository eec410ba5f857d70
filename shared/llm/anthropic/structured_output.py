"""Is it an answer? A reply is read by the prompt's output type; what is wrong with it is said in few words."""

import re
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from shared.llm.anthropic.stream import ModelReply
from shared.llm.port import Prompt

T = TypeVar("T", bound=BaseModel)

MAX_PROBLEMS = 5
MAX_PROBLEM_CHARS = 200
"""Characters of each."""

_NAME = re.compile(r"[A-Za-z_]\w{0,39}", re.ASCII)


class RepairableOutput(Exception):
    """No answer, but the model may mend it. Its text says what is wrong, never what the model wrote."""


class UnusableOutput(Exception):
    """No answer, and none to be had by asking again."""


def parse_answer(prompt: Prompt[T], reply: ModelReply) -> T:
    """The answer. Raises Unreadable and Hopeless."""
    if reply.stop_reason in ("refusal", "model_context_window_exceeded"):
        raise UnusableOutput(f"the model stopped: {reply.stop_reason}")
    if reply.stop_reason == "max_tokens":
        raise RepairableOutput(f"It was cut off: at most {prompt.max_tokens} tokens. Say it in fewer words.")
    try:
        return prompt.output.model_validate_json(_json(prompt, reply))
    except ValidationError as error:
        raise RepairableOutput("\n".join(_problems(error))) from None


def _json(prompt: Prompt[T], reply: ModelReply) -> str:
    if reply.tool:
        name, given = reply.tool
        if name == prompt.key:
            return given
        raise RepairableOutput(f"There is no tool of that name: use {prompt.key}.")
    begin, end = reply.text.find("{"), reply.text.rfind("}")
    if begin < 0:
        raise RepairableOutput("There is no JSON object in it.")
    # Whatever stands around it: a fence, a word before it.
    return reply.text[begin : end + 1] if end > begin else reply.text[begin:]


def _problems(error: ValidationError) -> list[str]:
    errors = error.errors(include_url=False, include_context=False, include_input=False)
    said = [f"{'.'.join(map(_place, one['loc'])) or 'all of it'}: {one['msg']}" for one in errors[:MAX_PROBLEMS]]
    more = [f"… and {len(errors) - MAX_PROBLEMS} more"] if len(errors) > MAX_PROBLEMS else []
    return [problem[:MAX_PROBLEM_CHARS] for problem in said] + more


def _place(part: str | int) -> str:
    """A part of where it is. A key of the model's own making may be a sentence, and that may be an order."""
    return str(part) if isinstance(part, int) or _NAME.fullmatch(part) else "…"
