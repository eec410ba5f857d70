"""Conversation with the model: the question and, if the answer is invalid, one repair turn."""

from collections.abc import Generator
from typing import TypeVar

from pydantic import BaseModel

from shared.llm.anthropic.capabilities import ModelCapabilities
from shared.llm.anthropic.reply_parser import RepairableOutput, UnusableOutput, parse_answer
from shared.llm.anthropic.request import Request, build_request
from shared.llm.anthropic.stream import ModelReply
from shared.llm.port import Prompt

T = TypeVar("T", bound=BaseModel)

MAX_SHOWN_CHARS = 4000
"""Maximum length of the answer that is shown to the model again; its tokens cost, too."""


def run_conversation(prompt: Prompt[T], capabilities: ModelCapabilities) -> Generator[Request, ModelReply, T]:
    """Yield the request for the prompt and, if the reply to it is invalid, the request for one repair turn.

    The caller starts the generator with `next`, sends each request to the endpoint and passes the reply on with
    `generator.send(reply)`. The generator returns the parsed answer, as `StopIteration.value`; after the repair turn it
    lacks the fields of `prompt.droppable_fields` that are still invalid.

    Raises:
        UnusableOutput: The model refused or its context window is exceeded, or its answer is invalid after the repair
            turn.
    """
    reply = yield build_request(prompt, capabilities)
    try:
        return parse_answer(prompt, reply)
    except RepairableOutput as error:
        correction = _correction(prompt, str(error))
    second_reply = yield build_request(prompt, capabilities, [(_truncate(_raw_answer(prompt, reply)), correction)])
    try:
        return parse_answer(prompt, second_reply, is_repaired=True)
    except RepairableOutput as error:
        raise UnusableOutput(f"invalid after a repair turn: {error}") from None


def _raw_answer(prompt: Prompt[T], reply: ModelReply) -> str:
    """Return the answer as text, calls with their tools' names where the model chose the tools."""
    if prompt.build_output is None:
        return reply.raw_answer
    return "\n".join((*reply.texts, *(f"{name} {arguments}" for name, arguments in reply.tools)))


def _truncate(answer: str) -> str:
    text = answer.strip()
    return (text if len(text) <= MAX_SHOWN_CHARS else f"{text[:MAX_SHOWN_CHARS]}…") or "…"


def _correction(prompt: Prompt[T], problems: str) -> str:
    means = f", with the tool {prompt.key} and its schema" if prompt.build_output is None else ""
    return f"This answer cannot be used:\n{problems}\nAnswer the same question once more, completely{means}."
