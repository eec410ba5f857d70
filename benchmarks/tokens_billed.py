"""How many tokens do questions to a model come to, by one design or another: shown to whom, cached, repeated or not?

Both designs are counted alike: the same texts, the same estimate, the answer's form described in every question.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pydantic import BaseModel

from coordinator.prompts import AgentSummary, FilterFacts, smart_filter
from shared.llm.port import Prompt

CACHE_READ = 0.1
"""What a token read from the endpoint's cache costs, as a share of a fresh one (the published price)."""

CACHE_WRITE = 1.25
"""What a token costs that is put into it."""

CACHE_LIFE = 300_000
"""Milliseconds from its last use for which it is kept."""

CACHE_LEAST = 1024
"""Tokens; an endpoint caches nothing shorter (the least of the Sonnet models)."""

OUTPUT = 5.0
"""What a written token costs, as a share of one read."""

_CJK = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and what was said to it, as JSON; from `begun` to `ended` (ms)."""

    prompt: Prompt[Any]
    said: str
    begun: int
    ended: int


@dataclass(frozen=True, slots=True)
class Design:
    """How questions are put. `everybody`: who is shown to every filter; None: whom the search found for it."""

    everybody: Sequence[AgentSummary] | None = None
    caching: bool = True


@dataclass(frozen=True, slots=True)
class Bill:
    """Tokens: sent without the cache, put into it, read from it, and written by the model."""

    fresh: int = 0
    stored: int = 0
    cached: int = 0
    output: int = 0

    def __add__(self, other: "Bill") -> "Bill":
        return Bill(
            self.fresh + other.fresh,
            self.stored + other.stored,
            self.cached + other.cached,
            self.output + other.output,
        )

    @property
    def raw(self) -> int:
        """Every token counts as one."""
        return self.fresh + self.stored + self.cached + self.output

    @property
    def billed(self) -> float:
        """What the cache takes and gives counts at its price; a token written counts as one."""
        return self.fresh + CACHE_WRITE * self.stored + CACHE_READ * self.cached + self.output

    @property
    def priced(self) -> float:
        """The same, with what the model writes at its price too."""
        return self.billed + (OUTPUT - 1) * self.output


def estimate(text: str) -> int:
    """About how many tokens a text is: one for a Chinese character, one for four others."""
    chinese = len(_CJK.findall(text))
    return chinese + -(-(len(text) - chinese) // 4)


def bill(exchanges: Iterable[Exchange], design: Design) -> Bill:
    """All of them, in the order in which they were asked."""
    total, cache = Bill(), _Cache()
    for exchange in sorted(exchanges, key=lambda each: each.begun):
        total += _one(exchange, design, cache)
    return total


def _one(exchange: Exchange, design: Design, cache: "_Cache") -> Bill:
    prompt = _shown(exchange.prompt, design)
    stable = estimate(prompt.system) + _form(prompt.output)
    rest = Bill(fresh=estimate(prompt.user), output=estimate(exchange.said))
    if not design.caching or stable < CACHE_LEAST:
        return replace(rest, fresh=rest.fresh + stable)
    if cache.holds(prompt, exchange):
        return replace(rest, cached=stable)
    return replace(rest, stored=stable)


def _shown(prompt: Prompt[Any], design: Design) -> Prompt[Any]:
    """The question with everybody in it, when it is one that chooses among people."""
    if design.everybody is None or not isinstance(prompt.facts, FilterFacts):
        return prompt
    return smart_filter(prompt.facts.model_copy(update={"profiles": tuple(design.everybody)}))


@cache
def _form(output: type[BaseModel]) -> int:
    """The tokens that describe the form of an answer."""
    return estimate(json.dumps(output.model_json_schema(), ensure_ascii=False))


class _Cache:
    """The endpoint's: what stands before the case is found again once an answer to it has come, for a while."""

    def __init__(self) -> None:
        self._from: dict[tuple[str, str], int] = {}
        self._until: dict[tuple[str, str], int] = {}

    def holds(self, prompt: Prompt[Any], asked: Exchange) -> bool:
        """Whether the stable part was there; now it is, from the answer on when it was not."""
        part = (prompt.key, prompt.system)
        there = part in self._from and self._from[part] <= asked.begun <= self._until[part]
        if there:
            self._until[part] = asked.begun + CACHE_LIFE
        elif part not in self._from or asked.begun > self._until[part]:
            self._from[part], self._until[part] = asked.ended, asked.ended + CACHE_LIFE
        return there
