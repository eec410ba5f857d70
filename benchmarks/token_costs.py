"""Token costs of model requests under a prompt design: profiles shown, prompt caching, repetition.

All designs are counted alike: same texts, same estimate, the schema of the answer in every request.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pydantic import BaseModel

from coordinator.prompts import AgentSummary, FilterFacts, build_filter_prompt
from shared.llm.port import Prompt

CACHE_READ_PRICE = 0.1
"""Price of a token read from the prompt cache, relative to an uncached one (published price)."""

CACHE_WRITE_PRICE = 1.25
"""Price of a token written to the prompt cache, relative to an uncached one."""

CACHE_LIFETIME_MS = 300_000
"""Lifetime of a cache entry after its last use (ms)."""

MIN_CACHED_TOKENS = 1024
"""Minimum length of a cached prefix (tokens; that of the Sonnet models)."""

OUTPUT_PRICE = 5.0
"""Price of an output token, relative to an input token."""

_CJK = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")


@dataclass(frozen=True, slots=True)
class Exchange:
    """Request and its answer as JSON, from `begun` to `ended` (ms)."""

    prompt: Prompt[Any]
    answer: str
    begun: int
    ended: int


@dataclass(frozen=True, slots=True)
class PromptDesign:
    """Prompt design; `shown_agents` are in every candidate filter, None for those the search finds."""

    shown_agents: Sequence[AgentSummary] | None = None
    caching: bool = True


@dataclass(frozen=True, slots=True)
class TokenCosts:
    """Tokens sent uncached, written to the cache, read from the cache, and output by the model."""

    fresh: int = 0
    stored: int = 0
    cached: int = 0
    output: int = 0

    def __add__(self, other: "TokenCosts") -> "TokenCosts":
        return TokenCosts(
            self.fresh + other.fresh,
            self.stored + other.stored,
            self.cached + other.cached,
            self.output + other.output,
        )

    @property
    def unweighted(self) -> int:
        """Number of all tokens."""
        return self.fresh + self.stored + self.cached + self.output

    @property
    def weighted(self) -> float:
        """Tokens weighted by cache prices; an output token counts as one."""
        return self.fresh + CACHE_WRITE_PRICE * self.stored + CACHE_READ_PRICE * self.cached + self.output

    @property
    def weighted_output(self) -> float:
        """Tokens weighted by cache and output prices."""
        return self.weighted + (OUTPUT_PRICE - 1) * self.output


def estimate_tokens(text: str) -> int:
    """Estimate the tokens of a text: one per Chinese character, one per four others."""
    chinese = len(_CJK.findall(text))
    return chinese + -(-(len(text) - chinese) // 4)


def count_tokens(exchanges: Iterable[Exchange], design: PromptDesign) -> TokenCosts:
    """Count the tokens of all exchanges, in the order of the requests."""
    total, cache = TokenCosts(), _PromptCache()
    for exchange in sorted(exchanges, key=lambda each: each.begun):
        total += _exchange_costs(exchange, design, cache)
    return total


def _exchange_costs(exchange: Exchange, design: PromptDesign, cache: "_PromptCache") -> TokenCosts:
    prompt = _apply_design(exchange.prompt, design)
    stable = estimate_tokens(prompt.system) + _schema_tokens(prompt.output)
    rest = TokenCosts(fresh=estimate_tokens(prompt.user), output=estimate_tokens(exchange.answer))
    if not design.caching or stable < MIN_CACHED_TOKENS:
        return replace(rest, fresh=rest.fresh + stable)
    if cache.holds(prompt, exchange):
        return replace(rest, cached=stable)
    return replace(rest, stored=stable)


def _apply_design(prompt: Prompt[Any], design: PromptDesign) -> Prompt[Any]:
    """Return the prompt as the design puts it: a candidate filter with all shown agents."""
    if design.shown_agents is None or not isinstance(prompt.facts, FilterFacts):
        return prompt
    return build_filter_prompt(prompt.facts.model_copy(update={"profiles": tuple(design.shown_agents)}))


@cache
def _schema_tokens(output: type[BaseModel]) -> int:
    """Return the tokens of the schema of an answer."""
    return estimate_tokens(json.dumps(output.model_json_schema(), ensure_ascii=False))


class _PromptCache:
    """Prompt cache of the endpoint: a system prompt is cached from its first answer until its lifetime ends."""

    def __init__(self) -> None:
        self._from: dict[tuple[str, str], int] = {}
        self._until: dict[tuple[str, str], int] = {}

    def holds(self, prompt: Prompt[Any], asked: Exchange) -> bool:
        """Return whether the system prompt was cached, and cache it from its answer on if not."""
        part = (prompt.key, prompt.system)
        there = part in self._from and self._from[part] <= asked.begun <= self._until[part]
        if there:
            self._until[part] = asked.begun + CACHE_LIFETIME_MS
        elif part not in self._from or asked.begun > self._until[part]:
            self._from[part], self._until[part] = asked.ended, asked.ended + CACHE_LIFETIME_MS
        return there
