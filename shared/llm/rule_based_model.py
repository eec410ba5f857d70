"""Model that answers by rules from the facts of a prompt, without network or cost (DESIGN § 6)."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel

from shared.core.ids import digest
from shared.core.usage import Usage
from shared.llm.port import Answer, Prompt

T = TypeVar("T", bound=BaseModel)

Rules = Mapping[str, Callable[[Any], BaseModel]]
"""Pure functions from a prompt's facts to its answer, by prompt key."""


class RuleBasedModel:
    """Model that applies `rules` after `latency_ms`. An answer counts as one call without tokens.

    The latency varies by a share of up to `latency_spread` (0 to 1), so that answers do not arrive at once; the share
    depends on the question alone.
    """

    name = "simulated"

    def __init__(self, rules: Rules, latency_ms: int = 0, latency_spread: float = 0.0) -> None:
        self._rules = rules
        self._spread = latency_spread
        self._latency_s = latency_ms / 1000

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        """Return 0: no tokens are used."""
        return 0

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """Wait for the latency and return the answer that the rule for `prompt.key` builds from `prompt.facts`.

        Its usage is one call without tokens.

        Raises:
            KeyError: There is no rule for the key.
            ValidationError: The rule's answer does not fit `prompt.output`.
            Exception: The rule raised it.
        """
        if self._latency_s:
            await asyncio.sleep(self._latency_s * self._latency_factor(prompt))
        answer = self._rules[prompt.key](prompt.facts)
        return Answer(prompt.output.model_validate(answer.model_dump(by_alias=True)), Usage(calls=1))

    def _latency_factor(self, prompt: Prompt[T]) -> float:
        """Return a factor between 1 - spread and 1 + spread."""
        if not self._spread:
            return 1.0
        thousandth = int(digest(prompt.identity(self.name)).encode().hex(), 16) % 2001
        return 1.0 + self._spread * (thousandth - 1000) / 1000
