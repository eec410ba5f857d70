"""Model port: a prompt holds all that any adapter needs to answer it (DESIGN § 6)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel

from shared.core.api_error import InternalError, PlatformErrorCode
from shared.core.frozen_model import FrozenModel
from shared.core.ids import digest
from shared.core.usage import NO_USAGE, Usage
from shared.llm.tool_conversation import AUTOMATIC, ConversationTurn, ToolDefinition, ToolReply

T = TypeVar("T", bound=BaseModel)
U = TypeVar("U", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Prompt(Generic[T]):
    """One question to a model.

    Attributes:
        key: Name of the kind of question.
        version: Version of its wording.
        system: Stable part of the text.
        user: Text of this case.
        facts: This case as data, for rule-based and scripted models; part of the memo's key.
        output: Type of the answer.
        max_tokens: Maximum length of the answer in tokens.
        temperature: Sampling temperature (0 to 1).
        time_limit_s: Time limit (s) of the task, retries included.
        budget_headroom: Share of the budget (0 to 1) that the call must leave untouched.
        droppable_fields: Names of fields, at any depth of the answer, that an adapter leaves out if the answer is still
            invalid because of them after the repair turn.
        build_output: Builds the answer from a reply that may call tools; None if the answer is JSON of the type
            `output`. It raises ValueError, with a text for the model, if the reply cannot be used.
        tools: Tools that the model knows; only with `build_output`.
        tool_choice: `auto`: it may call tools; `none`: it must not; or the name of the one tool that it must call.
        conversation: Earlier turns, which stand between `system` and `user`.
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
    droppable_fields: frozenset[str] = frozenset()
    build_output: Callable[[ToolReply], T] | None = None
    tools: tuple[ToolDefinition, ...] = ()
    tool_choice: str = AUTOMATIC
    conversation: tuple[ConversationTurn, ...] = ()

    def identity(self, model: str) -> str:
        """Return the digest of the question to the model called `model`: 32 base32 characters, the key of its memo.

        It depends only on `key`, `version`, `facts` and the model's name, not on texts or limits, so that it is the
        same for every caller (DESIGN § 3).
        """
        return digest(self.key, self.version, model, self.facts.model_dump_json(), length=32)


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """Answer of a model, its usage, and whether it is a fallback's instead."""

    output: T
    usage: Usage = NO_USAGE
    fallback: bool = False

    def map(self, change: Callable[[T], U]) -> "Answer[U]":
        """Return a new answer whose output is `change(output)`; usage and `fallback` are kept."""
        return Answer(change(self.output), self.usage, self.fallback)


class ModelUnavailable(InternalError):
    """The endpoint did not answer. `retry_at`: instant (ms) of the next probe, None if the breaker is closed.

    `code` is E004 if the endpoint was asked and did not answer in time, else E003.
    """

    def __init__(self, detail: str, retry_at: int | None = None, *, timed_out: bool = False) -> None:
        super().__init__(detail)
        self.retry_at = retry_at
        self.timed_out = timed_out
        self.code = PlatformErrorCode.E004 if timed_out else PlatformErrorCode.E003


class UnusableAnswer(Exception):
    """The endpoint answered, but rejected the question or stayed invalid after a repair; a retry would not help.

    `usage` is what was paid for it.
    """

    def __init__(self, detail: str, usage: Usage = NO_USAGE) -> None:
        super().__init__(detail)
        self.usage = usage


class BudgetExceeded(Exception):
    """The correlation's budget does not allow this call."""


class RetryAt(Exception):
    """Request to redeliver the message at `instant` (ms since the epoch); not counted as a failed attempt."""

    def __init__(self, instant: int) -> None:
        super().__init__(instant)
        self.instant = instant


class CorrelationClosed(Exception):
    """The correlation was closed meanwhile, so its answer is no longer needed."""


class Model(Protocol):
    """Language model, or a replacement for one, that answers prompts."""

    @property
    def name(self) -> str:
        """Name of the model: `simulated`, `scenario`, or the name at its endpoint."""
        ...

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        """Return an upper bound of the input and output tokens of one call, to reserve before the call."""
        ...

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """Return the answer to a prompt: an object of the type `prompt.output`, and the usage that was paid for it.

        The adapter of an endpoint raises only the first two exceptions. The wrappers that use the store (memo, circuit
        breaker) raise the others.

        Raises:
            ModelUnavailable: The endpoint did not answer; `retry_at` (ms since the epoch) says when to retry, None if
                that is not known.
            UnusableAnswer: The endpoint rejects the question, or the answer is of no use; a retry would not help.
            BudgetExceeded: The correlation's budget does not allow the call.
            RetryAt: Another caller is asking the same question; repeat the call at `instant` (ms since the epoch).
            CorrelationClosed: The correlation is closed, so that the answer is no longer needed.
            StoreUnavailable: The store did not answer within 30 s.
        """
        ...


class ModelWrapper:
    """Base class of models that add something to the answers of another one."""

    def __init__(self, model: Model) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """Name of the wrapped model."""
        return self._model.name

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        """Return the wrapped model's upper bound of the tokens that the prompt costs."""
        return self._model.estimate_tokens(prompt)
