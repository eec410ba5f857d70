"""How a model is asked: the port. A prompt carries everything, so that any adapter can answer it (DESIGN § 6)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel

from shared.core.frozen_model import FrozenModel
from shared.core.ids import digest
from shared.core.usage import NO_USAGE, Usage

T = TypeVar("T", bound=BaseModel)
U = TypeVar("U", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Prompt(Generic[T]):
    """One question to a model.

    `key` names the question, `version` its wording; `system` is the stable part, `user` this case; `facts` is the same
    case as data (simulated and scenario models read it, the memo is keyed by it); `output` is the type of the answer.
    `max_tokens` bounds it; `time_limit` (s) bounds the whole task; `keep` is the share of the budget it must leave.
    """

    key: str
    version: str
    system: str
    user: str
    facts: FrozenModel
    output: type[T]
    max_tokens: int = 800
    temperature: float = 0.3
    time_limit_s: float = 30.0
    budget_headroom: float = 0.05

    def identity(self, model: str) -> str:
        """What is asked, not who asks: the memo's key (DESIGN § 3)."""
        return digest(self.key, self.version, model, self.facts.model_dump_json(), length=32)


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What a model said, what it cost, and whether a fallback said it in its place."""

    output: T
    usage: Usage = NO_USAGE
    fallback: bool = False

    def map(self, change: Callable[[T], U]) -> "Answer[U]":
        """The same answer in another form."""
        return Answer(change(self.output), self.usage, self.fallback)


class ModelUnavailable(Exception):
    """The endpoint gave no answer. `retry_at` (ms) is when a probe may run, None when no breaker is open."""

    def __init__(self, detail: str, retry_at: int | None = None) -> None:
        super().__init__(detail)
        self.retry_at = retry_at


class UnusableAnswer(Exception):
    """The endpoint answered, but nothing that can be used: it refused the question, or was wrong even when told so.

    To ask again would cost as much and help as little. `usage` is what was paid for it.
    """

    def __init__(self, detail: str, usage: Usage = NO_USAGE) -> None:
        super().__init__(detail)
        self.usage = usage


class BudgetExceeded(Exception):
    """The demand's budget does not allow this call."""


class RetryAt(Exception):
    """Not now: the message shall be due again at `instant` (ms). Not a failed attempt."""

    def __init__(self, instant: int) -> None:
        super().__init__(instant)
        self.instant = instant


class CorrelationClosed(Exception):
    """The work is no longer wanted: its correlation ended meanwhile."""


class Model(Protocol):
    """Anything that answers prompts."""

    @property
    def name(self) -> str:
        """simulated, scenario, or the model's own name."""
        ...

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        """At most how many tokens the answer will cost: what is reserved of the budget before it is asked."""
        ...

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """Answer. Raises ModelUnavailable, Unusable, BudgetRefused, NotBefore or Abandoned."""
        ...
