"""A model whose every answer was written down before: fields, no answer from the endpoint, or silence (DESIGN § 9)."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BaseModel

from shared.core.usage import Usage
from shared.llm.port import Answer, ModelUnavailable, Prompt

T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class ScriptedAnswer:
    """What is written down for one prompt, and how much later (s) than usual it is said.

    answer: `fields` is the answer · error: the endpoint gives none · silent: nothing ever comes.
    """

    kind: Literal["answer", "error", "silent"] = "answer"
    fields: Mapping[str, Any] | None = None
    delay_s: float = 0.0


class Script(Protocol):
    """Where the answers stand."""

    def get_answer(self, prompt: Prompt[Any]) -> ScriptedAnswer:
        """The entry for a prompt: the same again for the same prompt, however often it is asked."""
        ...


class ScriptedModel:
    """Reads its answers from a script. Each costs a call and `tokens_per_call` tokens."""

    name = "scenario"

    def __init__(self, script: Script, *, tokens_per_call: int = 0, latency_ms: int = 0) -> None:
        self._script = script
        self._tokens = tokens_per_call
        self._latency = latency_ms / 1000

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        """Exactly what an answer costs."""
        return self._tokens

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """The scripted answer. Raises ModelUnavailable for `error`; `silent` ends only by being cancelled."""
        entry = self._script.get_answer(prompt)
        if entry.kind == "silent":
            await asyncio.Event().wait()
        pause = self._latency + entry.delay_s
        if pause > 0:
            await asyncio.sleep(pause)
        if entry.kind == "error":
            raise ModelUnavailable(f"the scenario gives {prompt.key} no answer")
        output = prompt.output.model_validate(dict(entry.fields or {}))
        return Answer(output, Usage(calls=1, input_tokens=self._tokens))
