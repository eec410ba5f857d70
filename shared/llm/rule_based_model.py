"""A model that needs no key, no network and no money: rules answer from the facts of the prompt (DESIGN § 6)."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel

from shared.core.ids import digest
from shared.core.usage import Usage
from shared.llm.port import Answer, Prompt

T = TypeVar("T", bound=BaseModel)

Rules = Mapping[str, Callable[[Any], BaseModel]]
"""Prompt key → a pure function from that prompt's facts to its answer."""


class RuleBasedModel:
    """Answers by `rules` after `latency_ms`. It calls nobody, so an answer costs a call and no tokens.

    `spread` (0–1) is the share by which an answer may come sooner or later, so that people do not speak in chorus;
    which one it is depends on the question alone.
    """

    name = "simulated"

    def __init__(self, rules: Rules, latency_ms: int = 0, latency_spread: float = 0.0) -> None:
        self._rules = rules
        self._spread = latency_spread
        self._latency = latency_ms / 1000

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        """Nothing: it reads and writes no tokens."""
        return 0

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """Answer by the rule of the prompt's key. Raises KeyError when there is none."""
        if self._latency:
            await asyncio.sleep(self._latency * self._pace(prompt))
        said = self._rules[prompt.key](prompt.facts)
        return Answer(prompt.output.model_validate(said.model_dump(by_alias=True)), Usage(calls=1))

    def _pace(self, prompt: Prompt[T]) -> float:
        """Between 1 - spread and 1 + spread."""
        if not self._spread:
            return 1.0
        thousandth = int(digest(prompt.identity(self.name)).encode().hex(), 16) % 2001
        return 1.0 + self._spread * (thousandth - 1000) / 1000
