"""Model whose answers are scripted: fields, an unusable reply, an unavailable endpoint, or none (DESIGN § 9)."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BaseModel

from shared.core.usage import Usage
from shared.llm.port import Answer, ModelUnavailable, Prompt, UnusableAnswer

T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class ScriptedAnswer:
    """Scripted answer to one prompt, given `delay_s` later than the model's latency.

    `answer`: `fields` is the answer. `unusable`: the reply is of no use, for the reason in `detail`, and is paid for.
    `error`: the endpoint is unavailable. `silent`: no reply ever comes.
    """

    kind: Literal["answer", "unusable", "error", "silent"] = "answer"
    fields: Mapping[str, Any] | None = None
    delay_s: float = 0.0
    detail: str = ""


class Script(Protocol):
    """Source of scripted answers."""

    def get_answer(self, prompt: Prompt[Any]) -> ScriptedAnswer:
        """Return the scripted answer to a prompt, or a default one; the same prompt always gets the same one.

        Raises:
            LookupError: The script has no answer to this kind of prompt.
        """
        ...


class ScriptedModel:
    """Model that reads its answers from a script. Each counts as one call with `tokens_per_call` tokens."""

    name = "scenario"

    def __init__(self, script: Script, *, tokens_per_call: int = 0, latency_ms: int = 0) -> None:
        self._script = script
        self._tokens = tokens_per_call
        self._latency_s = latency_ms / 1000

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        """Return the tokens that every scripted answer costs (the constructor's `tokens_per_call`)."""
        return self._tokens

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """Wait for the latency plus the script's delay, and return the scripted answer.

        Its usage is one call with `tokens_per_call` input tokens. For a `silent` answer it waits until it is cancelled.

        Raises:
            ModelUnavailable: The script has an `error` for this prompt; `retry_at` is None.
            UnusableAnswer: The script has an `unusable` reply for this prompt.
            ValidationError: The scripted fields do not fit `prompt.output`.
            LookupError: The script has no answer to this kind of prompt.
        """
        scripted = self._script.get_answer(prompt)
        if scripted.kind == "silent":
            await asyncio.Event().wait()
        delay_s = self._latency_s + scripted.delay_s
        if delay_s > 0:
            await asyncio.sleep(delay_s)
        if scripted.kind == "error":
            raise ModelUnavailable(f"the scenario scripts no answer for {prompt.key}")
        usage = Usage(calls=1, input_tokens=self._tokens)
        if scripted.kind == "unusable":
            raise UnusableAnswer(scripted.detail, usage)
        return Answer(prompt.output.model_validate(dict(scripted.fields or {})), usage)
