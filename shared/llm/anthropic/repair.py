"""What is said to the model? The question; when its answer cannot be read, that answer and what is wrong, once."""

from collections.abc import Generator
from typing import TypeVar

from pydantic import BaseModel

from shared.llm.anthropic.capabilities import ModelCapabilities
from shared.llm.anthropic.request import Request, build_request
from shared.llm.anthropic.stream import ModelReply
from shared.llm.anthropic.structured_output import RepairableOutput, UnusableOutput, parse_answer
from shared.llm.port import Prompt

T = TypeVar("T", bound=BaseModel)

MAX_SHOWN_CHARS = 4000
"""Characters of its own answer that the model is shown again: reading them costs tokens too."""


def run_conversation(prompt: Prompt[T], manner: ModelCapabilities) -> Generator[Request, ModelReply, T]:
    """Yields requests, is sent their replies, returns the answer. Raises Hopeless."""
    reply = yield build_request(prompt, manner)
    try:
        return parse_answer(prompt, reply)
    except RepairableOutput as wrong:
        told = _told(prompt, str(wrong))
    again = yield build_request(prompt, manner, [(_shown(reply.raw_answer), told)])
    try:
        return parse_answer(prompt, again)
    except RepairableOutput as wrong:
        raise UnusableOutput(f"wrong twice: {wrong}") from None


def _shown(said: str) -> str:
    text = said.strip()
    return (text if len(text) <= MAX_SHOWN_CHARS else f"{text[:MAX_SHOWN_CHARS]}…") or "…"


def _told(prompt: Prompt[T], problems: str) -> str:
    return (
        f"This answer cannot be used:\n{problems}\n"
        f"Answer the same question once more, completely, with the tool {prompt.key} and its schema."
    )
